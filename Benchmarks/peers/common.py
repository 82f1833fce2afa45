"""What the peers in Python share: the files, the tasks, the clock, the check and the report; as common.hpp.

A peer answers all queries in one call, which is the fastest that Python has: a pass is one call, and a single
query's 99th percentile is not known.
"""

import json
import struct
import sys
import time

import numpy

RADIUS = 6371008.8
PATIENCE_SECONDS = 10


def vectors(points):
    """Unit vectors of latitudes and longitudes in degrees."""
    latitude, longitude = numpy.radians(points[:, 0]), numpy.radians(points[:, 1])
    cosine = numpy.cos(latitude)
    return numpy.column_stack((cosine * numpy.cos(longitude), cosine * numpy.sin(longitude), numpy.sin(latitude)))


def meters_of_chord(chord):
    return 2 * RADIUS * numpy.arcsin(numpy.minimum(1, chord / 2))


def chord_of_meters(meters):
    return 2 * numpy.sin(meters / (2 * RADIUS))


def tasks(workload):
    """Label, count (0 for a radius), metres, and of how many points the filter admits one."""
    near, far = (1000, 10000) if workload.startswith("world") else (500, 2000)
    return [("k=1", 1, 0, 1), ("k=10", 10, 0, 1), ("k=100", 100, 0, 1), (f"r={near}", 0, near, 1),
            (f"r={far}", 0, far, 1), *((f"k=10 1/{n}", 10, 0, n) for n in (10, 100, 1000))]


def admits(count, one_in):
    return numpy.arange(count, dtype=numpy.uint32) * numpy.uint32(2654435761) % numpy.uint32(one_in) == 0


def read_answers(path, wanted):
    """The right answers by scan.cpp: for each of the first tasks, a list of (ids, metres) a query."""
    with open(path, "rb") as file:
        data = file.read()
    hit = numpy.dtype([("id", "<u4"), ("meters", "<f8")])
    (queries,), place, answers = struct.unpack_from("<I", data), 4, []
    for _ in range(wanted):
        answers.append([])
        for _ in range(queries):
            (count,) = struct.unpack_from("<I", data, place)
            answers[-1].append(numpy.frombuffer(data, hit, count, place + 4))
            place += 4 + 12 * count
    return answers


def check(right, ends, ids, meters):
    ends, hits, counts, wrong = ends.tolist(), 0, 0, 0
    worst, begin = 0.0, 0
    for answer, end in zip(right, ends):
        hits += len(answer)
        common = min(len(answer), end - begin)
        counts += len(answer) != end - begin
        wrong += int((answer["id"][:common] != ids[begin:begin + common]).sum())
        if common:
            worst = max(worst, float(abs(answer["meters"][:common] - meters[begin:begin + common]).max()))
        begin = end
    return {"checkedHits": hits, "wrongCounts": int(counts), "wrongIndexes": wrong, "worstMeters": worst}


def measure(engine, build, nearest, within=None, filtered=None):
    """Runs the tasks. `nearest(index, queries, count)` gives ids and metres, a row a query, and `filtered(index,
    queries, count, admitted)` too; `within(index, queries, meters)` gives where each query's hits end, and all ids
    and metres one after the other. Without one of them its tasks have no row."""
    directory, workload, passes, limit, *wanted = sys.argv[1:]
    points = numpy.fromfile(f"{directory}/{workload}.points", "<f8").reshape(-1, 2)
    queries = numpy.fromfile(f"{directory}/{workload}.queries", "<f8").reshape(-1, 2)[:int(limit)]
    answers = read_answers(f"{directory}/{workload}.answers", len(tasks(workload)))

    def report(task, times, hits, **more):
        print(json.dumps({"engine": engine, "workload": workload, "task": task,
                          "medianNanoseconds": float(numpy.median(times)), "fastestNanoseconds": min(times),
                          "hits": hits, **more}), flush=True)

    started = time.perf_counter_ns()
    index = build(points)
    built = (time.perf_counter_ns() - started) / len(points)
    if not wanted or "build" in wanted:
        report("build", [built], len(points))
    for (task, count, meters, one_in), right in zip(tasks(workload), answers):
        if (wanted and task not in wanted) or (count == 0 and not within) or (one_in > 1 and not filtered):
            continue
        admitted = admits(len(points), one_in)

        def run():
            if count == 0:
                return within(index, queries, meters)
            ids, distances = (nearest(index, queries, count) if one_in == 1
                              else filtered(index, queries, count, admitted))
            # Where there are fewer than asked for, the rest is at no distance.
            found = numpy.isfinite(distances)
            return numpy.cumsum(found.reshape(len(queries), -1).sum(axis=1)), ids[found], distances[found]

        ends, ids, distances = run()
        times, begun = [], time.perf_counter()
        while len(times) < int(passes) and (not times or time.perf_counter() - begun < PATIENCE_SECONDS):
            started = time.perf_counter_ns()
            run()
            times.append((time.perf_counter_ns() - started) / len(queries))
        report(task, times, len(ids), queries=len(queries),
               indexSum=int(ids.astype(numpy.uint64).sum()), meterSum=float(distances.sum()),
               **check(right, ends, ids, distances))
