// Sixteen points' codes of two groups against those admitted, for processors with AVX2.

// Which points have an admitted code in both groups. A code's upper bits choose a byte of the admitted 64 bits, the
// lower three a bit of that.
INLINE uint32_t admitted(const uint8_t* codes, const clanes_labels* labels) {
  const long long first = (long long)labels->first, second = (long long)labels->second;
  const __m256i table = _mm256_setr_epi64x(first, first, second, second);
  const __m256i bits = _mm256_set1_epi64x((long long)0x8040201008040201);
  // Only a file that is damaged has others than 0..<64.
  const __m256i code = _mm256_and_si256(_mm256_loadu_si256((const __m256i*)codes), _mm256_set1_epi8(63));
  const __m256i byte = _mm256_and_si256(_mm256_srli_epi16(code, 3), _mm256_set1_epi8(7));
  const __m256i bit = _mm256_shuffle_epi8(bits, code);
  const __m256i found = _mm256_and_si256(_mm256_shuffle_epi8(table, byte), bit);
  const uint32_t both = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(found, bit));
  return both & both >> 16;
}
