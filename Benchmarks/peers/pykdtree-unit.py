"""pykdtree over unit vectors, one thread, all queries in one call. It has no search by radius; its mask could
filter, but is laid out anew in every call."""

from pykdtree.kdtree import KDTree

import common


def nearest(tree, queries, count):
    distances, ids = tree.query(common.vectors(queries), k=count)
    return ids, common.meters_of_chord(distances)


common.measure("pykdtree", lambda points: KDTree(common.vectors(points), leafsize=16), nearest)
