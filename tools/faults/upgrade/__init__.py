"""An upgrade as the site's own would be: a column and an index more on its largest table."""
