"""A production-like site on one machine: what `bin/cluster` starts, restarts and stops (docs/deploy.md).

Everything listens on 127.0.0.1 and lives in one folder, ``var/cluster`` unless CLUSTER_DIR names another.
"""
