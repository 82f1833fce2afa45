// The inner loops of the tree, over vectors of sixteen floats: once for AVX-512, once for AVX2, once for any
// processor. All three are made from the same source, and all answer the same.
//
// Everything in floats only decides what is not looked at, and may be fused. What ends up in an answer is computed
// in doubles by the same operations in the same order as in Swift, never fused, so that it has the same bits.
#pragma once
#include <stdbool.h>
#include <stdint.h>

// A query as floats.
typedef struct {
  float x, y, z;
} clanes_vector;

// A walk through a tree, from leaf to leaf. It goes down to the nearest child first, so at each level the children
// of one node wait at a time.
typedef struct {
  // The block of the tree, where in it each level begins (0: the leaves), the root's level, and how many points
  // there are.
  const void* _Null_unspecified base;
  const int64_t* _Null_unspecified level_offsets;
  int64_t height;
  int64_t point_count;
  clanes_vector query;
  // The children of a node at each level: sixteen words a level (aligned to 64 bytes), and the number of the first
  // child. A word has the bits of the squared distance, the last four cut to the child's place in its node. The
  // children that still wait are the bits of `left`; the least of their words, or one above all, is `next`.
  uint32_t* _Null_unspecified waiting;
  uint32_t first_child[8];
  uint32_t left[8];
  uint32_t next[8];
  // Candidates: squared chords and positions.
  float* _Null_unspecified chords;
  uint32_t* _Null_unspecified positions;
  int64_t count;
  int64_t nodes_visited, points_tested;
} clanes_walk;

// The labels of a tree's points, and which of them a query admits.
typedef struct {
  // The block of labels, and where in it each level begins: at 0 the codes of the leaves, 32 bytes a leaf, those of
  // the first group before those of the second, with room for sixteen leaves of each node; at h the sets of the nodes
  // of level h, 256 bytes a node: for each child which codes of the first group are below it, bit c for code c, then
  // the same of the second.
  const void* _Null_unspecified base;
  const int64_t* _Null_unspecified level_offsets;
  // The codes admitted in each group; all bits are set where every code will do.
  uint64_t first, second;
} clanes_labels;

// A list of points in blocks of sixteen: x, y, z, positions, sixteen of each, aligned to 64 bytes; from which block
// on, and where it ends. What the last block has too many is at infinity.
typedef struct {
  const void* _Null_unspecified blocks;
  int64_t next, end;
} clanes_list;

// What of a query its distances share: degrees, and the cosine of the latitude.
typedef struct {
  double latitude, longitude, cosine;
} clanes_origin;

#pragma clang assume_nonnull begin

// The functions for one kind of processor.
//
// A node has sixteen boxes: least x, y, z, greatest x, y, z, sixteen floats each, aligned to 64 bytes. A leaf has
// sixteen points: x, y, z, sixteen floats each, then their indexes, latitudes and longitudes, aligned to 64 bytes,
// in 512 bytes.
typedef struct {
  const char* name;
  // Up to so many numbers are sorted faster by `rank` than otherwise.
  int64_t rank_limit;

  // Begins at the root, from degrees. The walk has its tree and its memory already; everything else is set.
  clanes_origin (*begin)(clanes_walk* walk, double latitude, double longitude, float threshold);

  // Goes on until there are at least `enough` candidates within the threshold; false where nothing is left that could
  // have any. Writes up to sixteen places beyond the candidates.
  bool (*advance)(clanes_walk* walk, float threshold, int64_t enough);

  // The same for the nearest `wanted` points, at most sixteen: puts the candidates' squared chords into the sorted run
  // (see `insert`), and lowers the threshold to what the last wanted one allows (see ChordBound).
  bool (*narrow)(clanes_walk* walk, float* threshold, float* sorted, int64_t wanted, int64_t enough);

  // Begins, and searches for the nearest point: 1 where there is one within the radius, 0 where there is none, −1 where
  // this function cannot tell, because there are more candidates than there is room for, or a point lies too far away
  // (see `refine`), or cannot be one.
  int64_t (*nearest)(clanes_walk* walk, double latitude, double longitude, float threshold, double radius_meters,
                     int64_t room, double* meters, uint32_t* index);

  // The same for eight queries at once; of the walk only the tree is used.
  void (*nearest_each)(const clanes_walk* tree, const double* latitudes, const double* longitudes, float threshold,
                       double radius_meters, double* meters, uint32_t* indexes, int8_t* found);

  // As `advance` and `narrow`, for points with an admitted code in each group. Children that have no such code below
  // them are left out.
  bool (*advance_labelled)(clanes_walk* walk, const clanes_labels* labels, float threshold, int64_t enough);
  bool (*narrow_labelled)(clanes_walk* walk, const clanes_labels* labels, float* threshold, float* sorted,
                          int64_t wanted, int64_t enough);

  // As `advance`, through a list.
  bool (*advance_list)(clanes_walk* walk, clanes_list* list, float threshold, int64_t enough);

  // Puts up to sixteen numbers, not negative, into their places in a sorted run of sixteen (aligned to 64 bytes); the
  // greatest fall out.
  void (*insert)(float* sorted, const float* numbers, int64_t count);

  // The smallest of up to sixteen numbers and another.
  float (*smallest)(const float* numbers, int64_t count, float other);

  // How many numbers do not exceed a limit.
  int64_t (*count)(const float* numbers, int64_t count, float limit);

  // Drops the chords above a limit, and their positions; returns how many remain. Both arrays have room for sixteen
  // more than `count`.
  int64_t (*drop)(float* chords, uint32_t* positions, int64_t count, float limit);

  // Computes the distances in metres of the points at the positions, and their indexes, those beyond the radius left
  // out; returns how many, or −1 where a point lies more than 90° of latitude or longitude or 60° of distance away.
  // Both results have room for eight more than `count`.
  int64_t (*refine)(const void* leaves, const uint32_t* positions, int64_t count, clanes_origin origin,
                    double radius_meters, double* meters, uint32_t* indexes);

  // For each of up to 128 numbers the place it has when they are sorted as floats, equal ones in the order given.
  void (*rank)(const double* numbers, int64_t count, uint32_t* places);

  // The greatest of some numbers that are not negative, 0 for none.
  double (*greatest)(const double* numbers, int64_t count);
  float (*greatest_float)(const float* numbers, int64_t count);
} clanes_functions;

// For processors with AVX-512 F, VL, DQ and BW, for those with AVX2 and FMA, and for any; null where this is none.
const clanes_functions* _Nullable clanes_avx512(void);
const clanes_functions* _Nullable clanes_avx2(void);
const clanes_functions* clanes_portable(void);

// Asks for memory that is going to be written. Safe for any address, on any processor.
static inline void clanes_prefetch_for_writing(const void* address) {
  __builtin_prefetch(address, 1);
}

#pragma clang assume_nonnull end
