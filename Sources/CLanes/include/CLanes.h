// The inner loops of the tree with the vector instructions that Swift has no operations for: compress, gather,
// movemask, and permutation by a mask. Each has a portable twin in Swift (Sources/Spatial/Index), which serves
// every other processor; the tests hold the two against each other.
//
// Everything in floats only decides what is not looked at, and may be fused. What ends up in an answer is computed
// in doubles by the same operations in the same order as in Swift, never fused, so that it has the same bits.
#pragma once
#include <stdbool.h>
#include <stdint.h>

// Whether this processor has what the functions below need (x86-64 with AVX-512 F, VL, DQ and BW). None of them
// may be called where it has not.
bool clanes_available(void);

// A query as floats.
typedef struct {
  float x, y, z;
} clanes_vector;

// A walk through a tree, from one leaf with candidates to the next. It goes down to the nearest child first, so at
// each level the children of one node wait at a time.
typedef struct {
  // The block of the tree, where in it each level begins (0: the leaves), the root's level, and how many points
  // there are.
  const void* base;
  const int64_t* level_offsets;
  int64_t height;
  int64_t point_count;
  clanes_vector query;
  // What waits at each level: sixteen words a level (aligned to 64 bytes), the nearest last; how many of them; and
  // the number of their node's first child. A word has the bits of the squared distance, the last four cut to the
  // child's place in its node.
  uint32_t* waiting;
  uint32_t waiting_count[8];
  uint32_t first_child[8];
  // Candidates: squared chords and positions.
  float* chords;
  uint32_t* positions;
  int64_t count;
  int64_t nodes_visited, points_tested;
} clanes_walk;

// Goes on until a leaf has points within the threshold, and appends those; false where nothing is left that could
// have any. Writes up to sixteen places beyond the candidates.
//
// A node has sixteen boxes: least x, y, z, greatest x, y, z, sixteen floats each, aligned to 64 bytes. A leaf has
// sixteen points: x, y, z, sixteen floats each, aligned to 64 bytes, in 512 bytes.
bool clanes_advance(clanes_walk* walk, float threshold);

// Puts up to sixteen numbers, not negative, into their places in a sorted run of sixteen (aligned to 64 bytes); the
// greatest fall out.
void clanes_insert(float* sorted, const float* numbers, int64_t count);

// The smallest of up to sixteen numbers and another.
float clanes_smallest(const float* numbers, int64_t count, float other);

// How many numbers do not exceed a limit.
int64_t clanes_count(const float* numbers, int64_t count, float limit);

// Drops the chords above a limit, and their positions; returns how many remain. Both arrays have room for sixteen
// more than `count`.
int64_t clanes_drop(float* chords, uint32_t* positions, int64_t count, float limit);

// What of a query its distances share: degrees, and the cosine of the latitude.
typedef struct {
  double latitude, longitude, cosine;
} clanes_origin;

// Computes the distances in metres of the points at the positions, and their indexes, those beyond the radius left
// out; returns how many, or −1 where a point lies outside the part of the sphere that this function covers (see
// DistanceOrigin). Both results have room for eight more than `count`.
int64_t clanes_refine(const void* leaves, const uint32_t* positions, int64_t count, clanes_origin origin,
                      double radius_meters, double* meters, uint32_t* indexes);

// For each of up to 128 numbers the place it has when they are sorted as floats, equal ones in the order given.
void clanes_rank(const double* numbers, int64_t count, uint32_t* places);

// The greatest of some numbers that are not negative, 0 for none.
double clanes_greatest(const double* numbers, int64_t count);
float clanes_greatest_float(const float* numbers, int64_t count);

// Asks for memory that is going to be written. Safe for any address, on any processor.
static inline void clanes_prefetch_for_writing(const void* address) {
  __builtin_prefetch(address, 1);
}
