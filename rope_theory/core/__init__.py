"""What everything stands on: exact angles, the rotation, heads and their constructions, tasks, files and showing."""
