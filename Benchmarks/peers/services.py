"""Redis and PostgreSQL on loopback, each on a free port, with nothing kept: started for the run, stopped after it."""

import contextlib
import os
import pathlib
import shutil
import socket
import subprocess
import tempfile
import time

POSTGRES = pathlib.Path("/usr/lib/postgresql/15/bin")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextlib.contextmanager
def redis():
    port = free_port()
    server = subprocess.Popen(
        ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"],
        stdout=subprocess.DEVNULL)
    try:
        for _ in range(100):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            time.sleep(0.05)
        yield port
    finally:
        server.terminate()
        server.wait()


@contextlib.contextmanager
def postgis():
    port = free_port()
    folder = tempfile.mkdtemp(prefix="peers-postgis-")
    # The server refuses to run as root.
    user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    if user:
        shutil.chown(folder, "postgres")
    settings = {"port": port, "listen_addresses": "127.0.0.1", "unix_socket_directories": "", "fsync": "off",
                "shared_buffers": "256MB", "jit": "off", "max_parallel_workers_per_gather": 0}
    options = " ".join(f"-c {name}='{value}'" for name, value in settings.items())
    control = [*user, POSTGRES / "pg_ctl", "-D", f"{folder}/data", "-w", "-l", f"{folder}/log"]
    quiet = {"check": True, "stdout": subprocess.DEVNULL, "cwd": "/"}
    try:
        subprocess.run([*user, POSTGRES / "initdb", "-D", f"{folder}/data", "-A", "trust", "-U", "postgres",
                        "--no-sync"], **quiet)
        subprocess.run([*control, "-o", options, "start"], **quiet)
        try:
            yield port
        finally:
            subprocess.run([*control, "-m", "immediate", "stop"], **quiet)
    finally:
        shutil.rmtree(folder)


START = {"redis": redis, "postgis": postgis}
