"""nginx in front: its settings written from docs/deploy/nginx, started and stopped."""

import os
import pwd
import re
import resource
import shutil
import signal
import subprocess

from tools.cluster.layout import ROOT, Cluster, ClusterError
from tools.cluster.processes import end, listens, wait_for

SHARED = ROOT / "docs" / "deploy" / "nginx"
TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


def program() -> str:
    """Where nginx is."""
    found = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/opt/homebrew/bin")
    if found is None:
        raise ClusterError("nginx is not on this machine: install it.")
    return found


def configuration(cluster: Cluster, mime_types: str) -> str:
    """The whole of nginx.conf; what the site needs is included from the files that a real server takes."""
    folder = cluster.folder
    user = "user www-data;" if os.geteuid() == 0 and _exists("www-data") else ""
    servers = "\n".join(
        f"        server 127.0.0.1:{cluster.web_port(name)} max_fails=3 fail_timeout=2s;"
        for name in cluster.web_names
    )
    files = min(32768, resource.getrlimit(resource.RLIMIT_NOFILE)[1])
    temporary = "\n".join(f"    {name}_temp_path {folder}/nginx/{name};" for name in TEMPORARY)
    return f"""# Written by bin/cluster; docs/deploy/nginx has the parts to copy.
{user}
worker_processes auto;
worker_rlimit_nofile {files};
pid {folder}/nginx.pid;
error_log {folder}/nginx.log warn;
events {{ worker_connections {files // 2}; }}
http {{
    include {mime_types};
    default_type application/octet-stream;
{temporary}
    include {SHARED}/reussite.http;
    access_log {folder}/nginx-access.log reussite;
    upstream reussite {{
{servers}
        keepalive 32;
        keepalive_timeout 60s;
    }}
    server {{
        listen 127.0.0.1:{cluster.port} backlog=4096;
        server_name 127.0.0.1 localhost;
        set $reussite_root {folder}/public;
        include {SHARED}/reussite.inc;
    }}
}}
"""


def start(cluster: Cluster) -> None:
    """Write the settings, have nginx check them, start it."""
    if listens(cluster.port):
        raise ClusterError(
            f"Somebody else listens on 127.0.0.1:{cluster.port}: choose other ports with CLUSTER_PORT=."
        )
    (cluster.folder / "nginx").mkdir(exist_ok=True)
    (cluster.folder / "nginx.conf").write_text(configuration(cluster, _mime_types()))
    for arguments in (["-t", "-q"], []):
        done = subprocess.run(
            [program(), "-p", str(cluster.folder), "-c", str(cluster.folder / "nginx.conf"), *arguments],
            stdin=subprocess.DEVNULL,
        )
        if done.returncode:
            raise ClusterError(f"nginx did not start: {cluster.folder / 'nginx.log'} says why.")
    if not wait_for(lambda: listens(cluster.port), 10):
        raise ClusterError("nginx does not answer.")


def stop(cluster: Cluster) -> None:
    """Let it finish what it answers; sockets last for ever, so it gets two seconds."""
    end(cluster.folder, "nginx", (signal.SIGQUIT, 2), (signal.SIGTERM, 5))
    wait_for(lambda: not listens(cluster.port), 5)


def _mime_types() -> str:
    """The list of types beside nginx's own settings."""
    built = subprocess.run([program(), "-V"], capture_output=True, text=True).stderr
    found = re.search(r"--conf-path=(\S+)/nginx\.conf", built)
    return f"{found[1] if found else '/etc/nginx'}/mime.types"


def _exists(user: str) -> bool:
    return any(entry.pw_name == user for entry in pwd.getpwall())
