"""Players, readers and matches in numbers, and a site with as many stored games as wished: `bin/load`."""
