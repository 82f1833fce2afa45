"""pykdtree over unit vectors, one thread, all queries in one call, a filter through its mask. It has no search by
radius."""

import numpy
from pykdtree.kdtree import KDTree

import common


def meters(chords):
    # Nothing found is farther than the sphere is wide.
    return numpy.where(chords <= 2, common.meters_of_chord(chords), numpy.inf)


def nearest(tree, queries, count):
    chords, ids = tree.query(common.vectors(queries), k=count)
    return ids, meters(chords)


def filtered(tree, queries, count, admitted):
    # The mask is what to leave out.
    chords, ids = tree.query(common.vectors(queries), k=count, mask=~admitted)
    return ids, meters(chords)


common.measure("pykdtree", lambda points: KDTree(common.vectors(points), leafsize=16), nearest, filtered=filtered)
