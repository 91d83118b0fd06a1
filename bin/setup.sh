# Sourced by ./run, ./test and the scripts of bin/: makes the virtual environment and what the site needs to start.
# POSIX sh, from the root of the project. Each step says what it does and does nothing when it is done already.

UV_VERSION=0.13.9

say() { printf '\033[2m· %s\033[0m\n' "$*" >&2; }

# Print a Python that runs: $PYTHON if it is set, else the newest of 3.13, 3.12 and 3.11.
# It is executed, not just looked up: some version managers leave commands for versions that are not there.
find_python() {
    for candidate in ${PYTHON:-} python3.13 python3.12 python3.11 python3 python; do
        if "$candidate" -c 'import sys; sys.exit(not ((3, 11) <= sys.version_info < (3, 14)))' >/dev/null 2>&1; then
            echo "$candidate"
            return
        fi
    done
    echo "Python 3.11, 3.12 or 3.13 is needed: install one, or name one with PYTHON=." >&2
    return 1
}

as_root() { [ "$(id -u)" = 0 ] && "$@"; }

apt_install() {
    command -v apt-get >/dev/null && as_root apt-get update -qq >/dev/null &&
        DEBIAN_FRONTEND=noninteractive as_root apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

make_venv() {
    if [ -x .venv/bin/python ] && .venv/bin/python -c 'import pip' 2>/dev/null; then return; fi
    python=$(find_python) || exit 1
    say "Making the virtual environment .venv with $("$python" --version)"
    rm -rf .venv
    if "$python" -m venv .venv >/dev/null 2>&1; then return; fi
    rm -rf .venv
    say "This Python lacks venv: installing Debian's package python3-venv"
    if apt_install python3-venv; then "$python" -m venv .venv; else
        echo "Install the package python3-venv, then run this again." >&2
        exit 1
    fi
}

# install FILE: the locked packages of FILE, checked by their hashes, once per content of the file.
install() {
    sum=$(cksum <"$1")
    stamp=.venv/.stamp-$(basename "$1")
    if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$sum" ]; then return; fi
    say "Installing the packages of $1"
    # uv is ten times quicker; without it, pip does the same.
    if .venv/bin/python -m pip install -q --disable-pip-version-check "uv==$UV_VERSION" 2>/dev/null; then
        .venv/bin/uv pip install -q --python .venv/bin/python --require-hashes -r "$1"
    else
        .venv/bin/python -m pip install -q --disable-pip-version-check --require-hashes -r "$1"
    fi
    echo "$sum" >"$stamp"
}

# .venv-bench, which holds what the benchmarks compare with and what makes load, by its locked hashes.
make_bench_venv() {
    python=.venv-bench/bin/python
    sum=$(cksum <requirements-bench.txt)
    if [ -x $python ] && [ "$(cat .venv-bench/.stamp 2>/dev/null)" = "$sum" ]; then return; fi
    say "Making the virtual environment .venv-bench"
    rm -rf .venv-bench
    "$(find_python)" -m venv .venv-bench
    if $python -m pip install -q --disable-pip-version-check "uv==$UV_VERSION" 2>/dev/null; then
        .venv-bench/bin/uv pip install -q --python $python --require-hashes -r requirements-bench.txt
    else
        $python -m pip install -q --disable-pip-version-check --require-hashes -r requirements-bench.txt
    fi || {
        echo "The packages of requirements-bench.txt cannot be installed: nothing was measured." >&2
        exit 1
    }
    echo "$sum" >.venv-bench/.stamp
}

compile_messages() { .venv/bin/python -m tools.messages compile; }

# The database at its newest form, with the site's first content (repeatable: it never overwrites).
prepare_database() {
    say "Preparing the database"
    .venv/bin/python manage.py migrate -v0
    if [ -f games/management/commands/seed_content.py ]; then .venv/bin/python manage.py seed_content; fi
}

find_browser() {
    for name in "${CHROMIUM:-}" chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable \
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"; do
        [ -n "$name" ] && command -v "$name" 2>/dev/null && return
    done
    return 1
}

# A Chromium for the browser tests, in $CHROMIUM; unset where playwright drives its own.
# The one without a screen's part comes first: the same browser for a third less of the processor.
find_or_install_browser() {
    if CHROMIUM=$(find_browser); then
        export CHROMIUM
        return
    fi
    unset CHROMIUM
    for package in chromium-headless-shell chromium; do
        say "No Chromium found: installing Debian's package $package"
        if apt_install $package fonts-dejavu-core && CHROMIUM=$(find_browser); then
            export CHROMIUM
            return
        fi
    done
    unset CHROMIUM
    say "That cannot be done here (it takes root on Debian or Ubuntu): downloading playwright's own Chromium"
    .venv/bin/python -m playwright install chromium || {
        echo "No browser to be had: install Chromium or name one with CHROMIUM=, then run this again." >&2
        exit 1
    }
}
