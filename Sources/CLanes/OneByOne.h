// Appends the first distances that do not exceed a limit, one by one; returns where they end.
INLINE int64_t keep_near(doubles distance, double limit, int64_t count, const uint32_t* index, double* meters,
                         uint32_t* indexes, int64_t end) {
  // The compiler would compute each lane by itself, since each is used by itself; here it must have them all.
#if defined(__x86_64__)
  __asm__("" : "+x"(distance));
#elif defined(__aarch64__)
  __asm__("" : "+w"(distance));
#endif
  for (int64_t lane = 0; lane < DOUBLE_LANES; ++lane) {
    meters[end] = distance[lane];
    indexes[end] = index[lane];
    end += (distance[lane] <= limit) & (lane < count);
  }
  return end;
}
