// All functions for one kind of processor, made of what the file that includes this has defined.
#include "Labels.h"
#include "Walk.h"
#include "Candidates.h"
#include "Distances.h"
#include "Order.h"
#include "Nearest.h"
#include "Block.h"

static const clanes_functions functions = {
    NAME, RANK_LIMIT, begin, advance, narrow, nearest, nearest_each, advance_labelled, narrow_labelled, advance_list,
    insert, smallest, count, drop, refine, rank, greatest, greatest_float,
};
