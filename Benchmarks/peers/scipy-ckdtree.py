"""SciPy's cKDTree over unit vectors, one worker, all queries in one call. A radius is answered by a tree of the
queries (sparse_distance_matrix), which alone gives distances; query_ball_point, measuring and sorting take as long.
Leaves of 8 and 16 are level, 32 is slower. It has no filter."""

import numpy
from scipy.spatial import cKDTree

import common


def nearest(tree, queries, count):
    distances, ids = tree.query(common.vectors(queries), k=[*range(1, count + 1)], workers=1)
    return ids, common.meters_of_chord(distances)


def within(tree, queries, meters):
    around = cKDTree(common.vectors(queries), leafsize=LEAF_SIZE)
    found = around.sparse_distance_matrix(tree, common.chord_of_meters(meters), output_type="ndarray")
    found = found[numpy.lexsort((found["j"], found["v"], found["i"]))]
    return (numpy.cumsum(numpy.bincount(found["i"], minlength=len(queries))), found["j"],
            common.meters_of_chord(found["v"]))


LEAF_SIZE = 16
common.measure("scipy", lambda points: cKDTree(common.vectors(points), leafsize=LEAF_SIZE), nearest, within)
