"""What a configuration means: the frequencies it sets, where arithmetic and the angle floor end them, scaled how."""
