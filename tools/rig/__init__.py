"""What `bin/load` and `bin/faults` share: sites of their own to run against, and what their processes use."""
