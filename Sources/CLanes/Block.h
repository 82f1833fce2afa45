// The nearest points of several queries at once: while one walk waits for its next node, the others go on.
#define BLOCK 8
// Candidates that one query has room for.
#define BLOCK_ROOM 16

typedef struct {
  clanes_walk walk;
  int64_t leaf;
  __attribute__((aligned(64))) uint32_t waiting[8 * 16];
  float chords[BLOCK_ROOM + 32];
  uint32_t positions[BLOCK_ROOM + 32];
} block_query;

// The vectors of all queries, and the cosines of their latitudes.
INLINE void start_all(block_query* restrict queries, const double* latitudes, const double* longitudes,
                      double* cosines) {
  for (int first = 0; first < BLOCK; first += DOUBLE_LANES) {
    doubles latitude_sine, latitude_cosine, longitude_sine, longitude_cosine;
    sines_cosines(load_doubles(latitudes + first), &latitude_sine, &latitude_cosine);
    sines_cosines(load_doubles(longitudes + first), &longitude_sine, &longitude_cosine);
    store_doubles(cosines + first, latitude_cosine);
    const doubles x = latitude_cosine * longitude_cosine, y = latitude_cosine * longitude_sine;
    for (int lane = 0; lane < DOUBLE_LANES; ++lane)
      queries[first + lane].walk.query =
          (clanes_vector){(float)x[lane], (float)y[lane], (float)latitude_sine[lane]};
  }
}

// The leaf that the nearest child of the nearest child leads to, for all; −1 where none is near enough.
INLINE void descend_all(block_query* restrict queries, float threshold) {
  const uint32_t bound = bound_of(threshold);
  for (int i = 0; i < BLOCK; ++i) {
    start(&queries[i].walk, threshold);
    queries[i].leaf = queries[i].walk.next[queries[i].walk.height] == 0 ? 0 : -1;
    queries[i].walk.next[queries[i].walk.height] = UINT32_MAX;
  }
  for (int64_t level = queries[0].walk.height; level > 0; --level) {
    for (int i = 0; i < BLOCK; ++i) {
      if (queries[i].leaf < 0) continue;
      const uint32_t nearest = open_node(&queries[i].walk, 0, level, (uint64_t)queries[i].leaf);
      queries[i].leaf = nearest > bound ? -1 : queries[i].leaf << 4 | (nearest & 15);
    }
  }
}

static void nearest_each(const clanes_walk* tree, const double* latitudes, const double* longitudes, float threshold,
                         double radius_meters, double* meters, uint32_t* indexes, int8_t* found) {
  block_query queries[BLOCK];
  double cosines[BLOCK];
  for (int i = 0; i < BLOCK; ++i) {
    clanes_walk* walk = &queries[i].walk;
    walk->base = tree->base;
    walk->level_offsets = tree->level_offsets;
    walk->height = tree->height;
    walk->point_count = tree->point_count;
    walk->waiting = queries[i].waiting;
    walk->chords = queries[i].chords;
    walk->positions = queries[i].positions;
  }
  start_all(queries, latitudes, longitudes, cosines);
  descend_all(queries, threshold);

  bool are_single = true;
  float thresholds[BLOCK];
  for (int i = 0; i < BLOCK; ++i) {
    if (queries[i].leaf < 0) queries[i].leaf = next_leaf(&queries[i].walk, 0, threshold);
    thresholds[i] = search_nearest(&queries[i].walk, queries[i].leaf, threshold, BLOCK_ROOM);
    are_single &= queries[i].walk.count == 1;
  }
  if (!are_single) {
    for (int i = 0; i < BLOCK; ++i) {
      const clanes_origin origin = {latitudes[i], longitudes[i], cosines[i]};
      found[i] = (int8_t)nearest_of(&queries[i].walk, thresholds[i], origin, radius_meters, BLOCK_ROOM, meters + i,
                                    indexes + i);
    }
    return;
  }
  // Nearly always each has one candidate.
  uint32_t positions[BLOCK];
  for (int i = 0; i < BLOCK; ++i) positions[i] = queries[i].positions[0];
  for (int first = 0; first < BLOCK; first += DOUBLE_LANES) {
    doubles latitude, longitude;
    load_points((const char*)tree->base + tree->level_offsets[0], positions + first, DOUBLE_LANES, indexes + first,
                &latitude, &longitude);
    longs outside;
    const doubles distance =
        distances(load_doubles(latitudes + first), load_doubles(longitudes + first), load_doubles(cosines + first),
                  latitude, longitude, &outside);
    store_doubles(meters + first, distance);
    // Only a file that is damaged has others.
    outside |= ~((__builtin_elementwise_abs(latitude) <= 90) & (__builtin_elementwise_abs(longitude) <= 180));
    for (int lane = 0; lane < DOUBLE_LANES; ++lane)
      found[first + lane] = outside[lane] || indexes[first + lane] >= tree->point_count ? -1
                            : distance[lane] <= radius_meters                          ? 1
                                                                                       : 0;
  }
}
