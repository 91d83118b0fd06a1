# Sourced after setup.sh by what needs PostgreSQL, Redis or nginx on this machine. POSIX sh.
# As root on Debian or Ubuntu, what is missing is installed.

# need COMMAND PACKAGE WHAT: have a program, by its package if need be.
need() {
    command -v "$1" >/dev/null 2>&1 && return
    say "Installing $3"
    apt_install "$2" && command -v "$1" >/dev/null 2>&1 && return
    echo "$3 is not on this machine: install it, then run this again." >&2
    return 1
}

postgresql_answers() { command -v pg_isready >/dev/null 2>&1 && pg_isready -q -h 127.0.0.1; }

redis_answers() { command -v redis-cli >/dev/null 2>&1 && redis-cli -h 127.0.0.1 ping >/dev/null 2>&1; }

# Debian's package makes a server at once; it is started where no service manager did.
start_postgresql() {
    need pg_isready postgresql PostgreSQL || return 1
    postgresql_answers && return
    say "Starting PostgreSQL"
    for version in $(ls /etc/postgresql); do
        as_root pg_ctlcluster --skip-systemctl-redirect "$version" main start && break
    done
    for _ in $(seq 60); do postgresql_answers && return; sleep 1; done
    echo "PostgreSQL does not answer on 127.0.0.1:5432." >&2
    return 1
}

# Print the address of a PostgreSQL that answers; a role of ours where the local "postgres" needs a password over TCP.
postgresql_url() {
    if psql -q -h 127.0.0.1 -U postgres -c 'SELECT 1' >/dev/null 2>&1; then
        echo "postgres://postgres@127.0.0.1:5432/postgres"
        return
    fi
    su postgres -c "psql -q" >&2 <<'SQL'
DO $$ BEGIN CREATE ROLE reussite_ci LOGIN SUPERUSER PASSWORD 'reussite_ci'; EXCEPTION WHEN duplicate_object THEN NULL; END $$;
SQL
    echo "postgres://reussite_ci:reussite_ci@127.0.0.1:5432/postgres"
}

start_redis() {
    need redis-server redis-server Redis || return 1
    redis_answers && return
    say "Starting Redis"
    redis-server --daemonize yes --bind 127.0.0.1 -::1 --port 6379 --save "" --appendonly no >/dev/null
    for _ in $(seq 30); do redis_answers && return; sleep 1; done
    echo "Redis does not answer on 127.0.0.1:6379." >&2
    return 1
}

# Debian starts an nginx of its own when the package comes: nobody asked for that one.
need_nginx() {
    PATH=$PATH:/usr/sbin:/usr/local/sbin
    command -v nginx >/dev/null 2>&1 && return
    need nginx nginx nginx || return 1
    if [ -d /run/systemd/system ]; then systemctl disable -q --now nginx; fi
}
