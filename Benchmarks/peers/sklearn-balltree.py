"""scikit-learn's BallTree with its haversine metric, all queries in one call. It has no filter."""

import numpy
from sklearn.neighbors import BallTree

import common


def nearest(tree, queries, count):
    distances, ids = tree.query(numpy.radians(queries), k=count)
    return ids, distances * common.RADIUS


def within(tree, queries, meters):
    ids, distances = tree.query_radius(
        numpy.radians(queries), meters / common.RADIUS, return_distance=True, sort_results=True)
    ends = numpy.cumsum([len(found) for found in ids])
    return ends, numpy.concatenate(ids), numpy.concatenate(distances) * common.RADIUS


common.measure(
    "sklearn", lambda points: BallTree(numpy.radians(points), metric="haversine", leaf_size=20), nearest, within)
