// Order of distances.

static void rank(const double* numbers, int64_t count, uint32_t* places) {
  float keys[128];
  int64_t padded = (count + 15) & ~15;
  for (int64_t i = 0; i < count; ++i) keys[i] = (float)numbers[i];
  for (int64_t i = count; i < padded; ++i) keys[i] = INFINITE;
  for (int64_t block = 0; block < count; block += 16) {
    const floats own = load_floats(keys + block);
    ints place = 0;
    const int64_t end = block + 16 < count ? block + 16 : count;
    int64_t i = 0;
    for (; i < block; ++i) place -= own >= keys[i];
    for (; i < end; ++i) {
      place -= own > keys[i];
      place -= (own == keys[i]) & (SLOTS > (ints)(int32_t)(i - block));
    }
    for (; i < count; ++i) place -= own > keys[i];
    if (block + 16 <= count) {
      store_ints(places + block, place);
    } else {
      for (i = block; i < count; ++i) places[i] = (uint32_t)place[i - block];
    }
  }
}

static double greatest(const double* numbers, int64_t count) {
  double most = 0;
  int64_t i = 0;
  doubles many = 0;
  for (; i + DOUBLE_LANES <= count; i += DOUBLE_LANES) {
    const doubles number = load_doubles(numbers + i);
    many = many > number ? many : number;
  }
  for (int lane = 0; lane < DOUBLE_LANES; ++lane) most = most > many[lane] ? most : many[lane];
  for (; i < count; ++i) most = most > numbers[i] ? most : numbers[i];
  return most;
}
