// What the machine itself asks for the steps of a query: nanoseconds for turning a place into a unit vector, for a chord
// into metres, for looking at a leaf of sixteen points in the cache, and for one cache miss that the next step waits for.
//
//   cc -O3 -march=native -o .build/floor Benchmarks/floor.c -lm && .build/floor
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { ROUNDS = 5, STEPS = 2000000 };

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static uint64_t random_bits(uint64_t* state) {
  *state += 0x9E3779B97F4A7C15;
  uint64_t bits = (*state ^ *state >> 30) * 0xBF58476D1CE4E5B9;
  bits = (bits ^ bits >> 27) * 0x94D049BB133111EB;
  return bits ^ bits >> 31;
}

// Each step begins with what the one before has given, so that none overlaps the next.
static double unit_vector(void) {
  double angle = 0.4, started = now();
  for (int i = 0; i < STEPS; ++i) {
    const double latitude = angle, longitude = angle + 1;
    const double x = cos(latitude) * cos(longitude), y = cos(latitude) * sin(longitude), z = sin(latitude);
    angle = 0.4 + (x + y + z) * 1e-3;
  }
  return (now() - started) / STEPS + (angle == 7);
}

static double metres(void) {
  double square = 1e-6, started = now();
  for (int i = 0; i < STEPS; ++i) square = 1e-6 + 2 * 6371008.8 * asin(sqrt(square) / 2) * 1e-15;
  return (now() - started) / STEPS + (square == 7);
}

static double leaf(void) {
  static float points[3][16];
  uint64_t state = 1;
  for (int axis = 0; axis < 3; ++axis)
    for (int i = 0; i < 16; ++i) points[axis][i] = (float)(random_bits(&state) >> 40) * 0x1p-24f;
  float x = 0.5f, sum = 0;
  const double started = now();
  for (int i = 0; i < STEPS; ++i) {
    float squares[16];
    for (int k = 0; k < 16; ++k) {
      const float dx = points[0][k] - x, dy = points[1][k] - x, dz = points[2][k] - x;
      squares[k] = dx * dx + dy * dy + dz * dz;
    }
    for (int half = 8; half > 0; half /= 2)
      for (int k = 0; k < half; ++k) squares[k] = squares[k] < squares[k + half] ? squares[k] : squares[k + half];
    x = 0.5f + squares[0] * 1e-3f;
    sum += squares[0];
  }
  return (now() - started) / STEPS + (sum == 7);
}

// A chain of cache lines in random order.
static double miss(size_t bytes) {
  const size_t lines = bytes / 64;
  uint64_t* memory = aligned_alloc(64, bytes);
  uint32_t* order = malloc(lines * sizeof *order);
  if (!memory || !order) exit(1);
  uint64_t state = 2;
  for (size_t i = 0; i < lines; ++i) order[i] = (uint32_t)i;
  for (size_t i = lines - 1; i > 0; --i) {
    const size_t other = random_bits(&state) % (i + 1);
    const uint32_t kept = order[i];
    order[i] = order[other];
    order[other] = kept;
  }
  for (size_t i = 0; i < lines; ++i) memory[(size_t)order[i] * 8] = order[(i + 1) % lines];
  uint64_t place = order[0];
  const double started = now();
  for (int i = 0; i < STEPS; ++i) place = memory[place * 8];
  const double taken = (now() - started) / STEPS + (place == UINT64_MAX);
  free(memory);
  free(order);
  return taken;
}

static double least_of(double (*body)(void)) {
  double best = body();
  for (int round = 1; round < ROUNDS; ++round) {
    const double taken = body();
    best = taken < best ? taken : best;
  }
  return best;
}

int main(void) {
  printf("unit vector of a place     %6.1f ns\n", least_of(unit_vector));
  printf("chord into metres          %6.1f ns\n", least_of(metres));
  printf("leaf of sixteen, cached    %6.1f ns\n", least_of(leaf));
  printf("cache miss in 2 MB         %6.1f ns\n", miss(2u << 20));
  printf("cache miss in 32 MB        %6.1f ns\n", miss(32u << 20));
  printf("cache miss in 512 MB       %6.1f ns\n", miss(512u << 20));
  return 0;
}
