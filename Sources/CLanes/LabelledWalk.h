// The walk of CLanes.c for a query that admits some labels only, step by step the same but for the masks. Included
// there, behind what both share.

// Which of sixteen sets have a code in common with those admitted.
static inline __mmask16 meets(const char* sets, __m512i admitted) {
  return _mm512_kunpackb(_mm512_test_epi64_mask(_mm512_load_si512(sets + 64), admitted),
                         _mm512_test_epi64_mask(_mm512_load_si512(sets), admitted));
}

// The codes admitted, as a table for `admits`: 64 bits of each group, twice.
static inline __m256i code_table(const clanes_labels* labels) {
  const long long first = (long long)labels->first, second = (long long)labels->second;
  return _mm256_setr_epi64x(first, first, second, second);
}

// Which points of a leaf have admitted codes in both groups. A code's upper bits choose a byte of the table, its
// lower three a bit of that.
static inline __mmask16 admits(const char* codes, __m256i table) {
  const __m256i bits = _mm256_set1_epi64x((long long)0x8040201008040201);
  const __m256i code = _mm256_load_si256((const __m256i*)codes);
  const __m256i byte = _mm256_and_si256(_mm256_srli_epi16(code, 3), _mm256_set1_epi8(7));
  const uint32_t both =
      _mm256_test_epi8_mask(_mm256_shuffle_epi8(table, byte), _mm256_shuffle_epi8(bits, code));
  return (__mmask16)(both & both >> 16);
}

// Which of sixteen leaves have a point with admitted codes in both groups.
static inline uint32_t leaves_met(const char* codes, __m256i table) {
  const __m512i tables = _mm512_broadcast_i64x4(table), bits = _mm512_set1_epi64((long long)0x8040201008040201);
  uint32_t met = 0;
  for (int pair = 0; pair < 8; ++pair) {
    const __m512i code = _mm512_load_si512(codes + pair * 64);
    const __m512i byte = _mm512_and_si512(_mm512_srli_epi16(code, 3), _mm512_set1_epi8(7));
    uint64_t lanes = _mm512_test_epi8_mask(_mm512_shuffle_epi8(tables, byte), _mm512_shuffle_epi8(bits, code));
    lanes &= lanes >> 16;
    met |= (uint32_t)(((lanes & 0xFFFF) != 0) | ((lanes >> 32 & 0xFFFF) != 0) << 1) << 2 * pair;
  }
  return met;
}

bool clanes_advance_labelled(clanes_walk* walk, const clanes_labels* labels, float threshold) {
  const char* const base = walk->base;
  const int64_t* const offsets = walk->level_offsets;
  const char* const label_base = labels->base;
  const int64_t* const label_offsets = labels->level_offsets;
  const int64_t height = walk->height;
  uint32_t* const waiting = walk->waiting;
  int64_t nodes = 0, tested = 0, level = 0;
  bool found = false;
  const __m512 qx = _mm512_set1_ps(walk->query.x), qy = _mm512_set1_ps(walk->query.y),
               qz = _mm512_set1_ps(walk->query.z), bound = _mm512_set1_ps(threshold);
  uint32_t threshold_bits;
  __builtin_memcpy(&threshold_bits, &threshold, 4);
  threshold_bits |= 15;
  const __m512i slots = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  const __m512i first_codes = _mm512_set1_epi64((long long)labels->first),
                second_codes = _mm512_set1_epi64((long long)labels->second);
  const __m256i table = code_table(labels);
  // Where every code of the second group will do, its sets need not be read.
  const bool has_second = labels->second != ~0ull;

  for (;;) {
    uint32_t count = walk->waiting_count[level];
    if (count == 0 || waiting[level * 16 + count - 1] > threshold_bits) {
      if (++level > height) break;
      continue;
    }
    walk->waiting_count[level] = --count;
    uint64_t number = walk->first_child[level] + (waiting[level * 16 + count] & 15);
    while (level > 0) {
      ++nodes;
      const float* box = (const float*)(base + offsets[level] + number * 384);
      const char* sets = label_base + label_offsets[level] + number * 256;
      __mmask16 met = meets(sets, first_codes);
      if (has_second) {
        met &= meets(sets + 128, second_codes);
        // Codes that are both frequent meet in most leaves, though not in one point: ask the points.
        if (level == 1) met &= leaves_met(label_base + label_offsets[0] + (number << 4) * 32, table);
      }
      const __m512 x = gap(box, box + 48, qx);
      const __m512 y = gap(box + 16, box + 64, qy);
      const __m512 z = gap(box + 32, box + 80, qz);
      const __m512 square = _mm512_fmadd_ps(z, z, _mm512_fmadd_ps(y, y, _mm512_mul_ps(x, x)));
      const __mmask16 near = _mm512_mask_cmp_ps_mask(met, square, bound, _CMP_LE_OQ);
      if (!near) break;

      const __m512i keys =
          _mm512_ternarylogic_epi32(_mm512_castps_si512(square), _mm512_set1_epi32(15), slots, 0xBA);
      const uint64_t nearest = _mm512_mask_reduce_min_epu32(near, keys);
      const uint64_t first = number << 4;
      number = first | (nearest & 15);
      --level;
      _mm512_store_si512(waiting + level * 16, sorted_descending(_mm512_maskz_mov_epi32(near, keys)));
      walk->waiting_count[level] = (uint32_t)__builtin_popcount(near) - 1;
      walk->first_child[level] = (uint32_t)first;
      if (level == 0) goto leaf;
    }
    if (level > 0) continue;

  leaf:
    ++nodes;
    const float* leaf = (const float*)(base + offsets[0] + number * 512);
    const uint32_t left = walk->waiting_count[0];
    const char* const siblings = base + offsets[0] + (uint64_t)walk->first_child[0] * 512;
    fetch(siblings + (waiting[left > 0 ? left - 1 : 0] & 15) * 512);
    fetch(siblings + (waiting[left > 1 ? left - 2 : 0] & 15) * 512);
    const __mmask16 admitted = admits(label_base + label_offsets[0] + number * 32, table);
    const __m512 x = _mm512_sub_ps(_mm512_load_ps(leaf), qx);
    const __m512 y = _mm512_sub_ps(_mm512_load_ps(leaf + 16), qy);
    const __m512 z = _mm512_sub_ps(_mm512_load_ps(leaf + 32), qz);
    const __m512 square = _mm512_fmadd_ps(z, z, _mm512_fmadd_ps(y, y, _mm512_mul_ps(x, x)));
    const __mmask16 near = _mm512_mask_cmp_ps_mask(admitted, square, bound, _CMP_LE_OQ);
    const int64_t points = walk->point_count - (int64_t)number * 16;
    tested += points < 16 ? points : 16;
    if (near) {
      const __m512i position = _mm512_add_epi32(_mm512_set1_epi32((int)(number * 16)), slots);
      _mm512_storeu_ps(walk->chords + walk->count, _mm512_maskz_compress_ps(near, square));
      _mm512_storeu_si512(walk->positions + walk->count, _mm512_maskz_compress_epi32(near, position));
      walk->count += __builtin_popcount(near);
      found = true;
      break;
    }
  }
  walk->nodes_visited += nodes;
  walk->points_tested += tested;
  return found;
}

bool clanes_advance_list(clanes_walk* walk, clanes_list* list, float threshold) {
  const __m512 qx = _mm512_set1_ps(walk->query.x), qy = _mm512_set1_ps(walk->query.y),
               qz = _mm512_set1_ps(walk->query.z), bound = _mm512_set1_ps(threshold);
  while (list->next < list->end) {
    const float* const block = (const float*)((const char*)list->blocks + list->next++ * 256);
    const __m512 x = _mm512_sub_ps(_mm512_load_ps(block), qx);
    const __m512 y = _mm512_sub_ps(_mm512_load_ps(block + 16), qy);
    const __m512 z = _mm512_sub_ps(_mm512_load_ps(block + 32), qz);
    const __m512 square = _mm512_fmadd_ps(z, z, _mm512_fmadd_ps(y, y, _mm512_mul_ps(x, x)));
    const __mmask16 near = _mm512_cmp_ps_mask(square, bound, _CMP_LE_OQ);
    if (near) {
      _mm512_storeu_ps(walk->chords + walk->count, _mm512_maskz_compress_ps(near, square));
      _mm512_storeu_si512(walk->positions + walk->count,
                          _mm512_maskz_compress_epi32(near, _mm512_load_si512(block + 48)));
      walk->count += __builtin_popcount(near);
      return true;
    }
  }
  return false;
}
