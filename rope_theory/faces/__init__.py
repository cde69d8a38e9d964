"""What people see: the commands, reports and generated files, figures, the site."""
