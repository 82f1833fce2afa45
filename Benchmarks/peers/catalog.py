"""The peers: what each is, what it needs, how it is built and how it is run."""

import dataclasses
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BUILD = ROOT / ".build" / "peers"
VENV = ROOT / ".build" / "peers-venv"
FLAGS = ["-std=c++17", "-O3", "-march=native", "-pthread", "-DNDEBUG", "-w"]
EVERYWHERE = ("hk", "world")


@dataclasses.dataclass(frozen=True)
class Peer:
    name: str
    source: str
    # What the legend calls it.
    title: str
    # Debian packages, each with a file that tells that it is there.
    debian: dict = dataclasses.field(default_factory=dict)
    pypi: tuple = ()
    links: tuple = ()
    # At most so many queries, and one round, where an answer takes so long that noise does not decide.
    queries: int = 0
    is_slow: bool = False
    areas: tuple = EVERYWHERE
    service: str = ""
    remark: str = ""


PEERS = [
    Peer("nanoflann", "nanoflann.cpp", "nanoflann, k-d tree, 3-D",
         {"libnanoflann-dev": "/usr/include/nanoflann.hpp"}),
    Peer("cgal", "cgal.cpp", "CGAL, k-d tree, 3-D", {"libcgal-dev": "/usr/include/CGAL/Kd_tree.h"}),
    Peer("boost", "boost.cpp", "boost.geometry, R-tree, 3-D", {"libboost-dev": "/usr/include/boost/geometry.hpp"}),
    Peer("boost-spherical", "boost-spherical.cpp", "boost.geometry, R-tree, spherical",
         {"libboost-dev": "/usr/include/boost/geometry.hpp"}),
    Peer("geos", "geos.cpp", "GEOS, STRtree", {"libgeos-dev": "/usr/include/geos_c.h"}, links=("-lgeos_c",),
         remark="rectangles, then haversine"),
    Peer("scipy", "scipy-ckdtree.py", "SciPy, cKDTree, 3-D", pypi=("numpy", "scipy"),
         remark="one call for all queries"),
    Peer("pykdtree", "pykdtree-unit.py", "pykdtree, k-d tree, 3-D", pypi=("numpy", "pykdtree"),
         remark="one call for all queries"),
    Peer("sklearn", "sklearn-balltree.py", "scikit-learn, BallTree, haversine", pypi=("numpy", "scikit-learn"),
         queries=500, is_slow=True, remark="one call for all queries"),
    Peer("s2", "s2.cpp", "S2, closest point query", {"libs2-dev": "/usr/include/s2/s2closest_point_query.h"},
         links=("-ls2",), queries=500, is_slow=True),
    Peer("sqlite", "sqlite.cpp", "SQLite, R-tree", {"libsqlite3-dev": "/usr/include/sqlite3.h"},
         links=("-lsqlite3",), queries=200, is_slow=True, remark="rectangles, then haversine"),
    Peer("redis", "redis.cpp", "Redis, GEOSEARCH", {"redis-server": "/usr/bin/redis-server"}, queries=200,
         is_slow=True, areas=("hk",), service="redis", remark="with the round trip"),
    Peer("postgis", "postgis.cpp", "PostGIS, KNN",
         {"libpq-dev": "/usr/include/postgresql/libpq-fe.h", "postgresql-15": "/usr/lib/postgresql/15/bin/postgres",
          "postgresql-15-postgis-3": "/usr/share/postgresql/15/extension/postgis.control"},
         links=("-I/usr/include/postgresql", "-lpq"), queries=100, is_slow=True, areas=("hk",), service="postgis",
         remark="with the round trip"),
]


def python():
    return VENV / "bin" / "python"


def install(peers):
    """Brings the packages that are missing: Debian's by apt, PyPI's into a folder of the build."""
    missing = sorted({package for peer in peers for package, file in peer.debian.items()
                      if not pathlib.Path(file).exists()})
    if missing:
        print(f"installing {' '.join(missing)}", file=sys.stderr)
        root = [] if os.geteuid() == 0 else ["sudo"]
        command = [*root, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "-y", "-q",
                   "--no-install-recommends", *missing]
        if subprocess.run(command, stdout=subprocess.DEVNULL).returncode != 0:
            subprocess.run([*root, "apt-get", "update", "-q"], check=True, stdout=subprocess.DEVNULL)
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    wanted = sorted({package for peer in peers for package in peer.pypi})
    if wanted:
        if not python().exists():
            subprocess.run([sys.executable, "-m", "venv", str(VENV)], check=True)
        here = versions_of_python()
        missing = [package for package in wanted if package not in here]
        if missing:
            print(f"installing {' '.join(missing)} into {VENV.relative_to(ROOT)}", file=sys.stderr)
            subprocess.run([python(), "-m", "pip", "install", "-q", "--disable-pip-version-check", *missing],
                           check=True)


def compile_all(peers):
    """Compiles the programs that are older than their sources, two at a time, and returns the answerer."""
    BUILD.mkdir(parents=True, exist_ok=True)
    newest = max(path.stat().st_mtime for path in HERE.glob("*.hpp"))
    scan = Peer("scan", "scan.cpp", "")
    waiting = [peer for peer in [scan, *peers] if peer.source.endswith(".cpp")]
    running = []
    for peer in waiting:
        source, program = HERE / peer.source, BUILD / peer.name
        if program.exists() and program.stat().st_mtime > max(newest, source.stat().st_mtime):
            continue
        if len(running) == 2:
            finish(running.pop(0))
        running.append((peer, subprocess.Popen(
            ["g++", *FLAGS, str(source), "-o", str(program), *peer.links], stderr=subprocess.PIPE, text=True)))
    for one in running:
        finish(one)
    return BUILD / "scan"


def finish(running):
    peer, compiler = running
    # Boost says much that is no error.
    _, errors = compiler.communicate()
    if compiler.returncode != 0:
        sys.exit(f"{errors}\nrun-peers: cannot compile {peer.source}")


def command(peer):
    return [python(), HERE / peer.source] if peer.source.endswith(".py") else [BUILD / peer.name]


def versions_of_python():
    script = ("from importlib.metadata import distributions as all\n"
              "for one in all(): print(one.metadata['Name'].lower(), one.version)")
    lines = subprocess.run([python(), "-c", script], check=True, capture_output=True, text=True).stdout
    return dict(line.split() for line in lines.splitlines())


def versions(peers):
    """The versions of the packages the peers use, by package."""
    found = {}
    for package in sorted({package for peer in peers for package in peer.debian}):
        out = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", package], capture_output=True, text=True)
        found[package] = out.stdout or "unknown"
    wanted = sorted({package for peer in peers for package in peer.pypi})
    if wanted:
        here = versions_of_python()
        found |= {package: here.get(package, "unknown") for package in wanted}
    return found
