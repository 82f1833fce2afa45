// What every peer shares: the files, the tasks, the clock, the check and the report. The tasks and labels are
// those of nearby-bench (Task.swift), so that rows can be compared.
#pragma once
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

constexpr double kRadius = 6371008.8;
constexpr double kDegree = M_PI / 180;

struct Point {
  double latitude, longitude;
};

struct Hit {
  double meters;
  uint32_t index;
};

inline std::vector<Point> read_points(const std::string& path) {
  FILE* file = std::fopen(path.c_str(), "rb");
  if (!file) {
    std::fprintf(stderr, "cannot read %s\n", path.c_str());
    std::exit(66);
  }
  std::fseek(file, 0, SEEK_END);
  std::vector<Point> points(std::ftell(file) / sizeof(Point));
  std::fseek(file, 0, SEEK_SET);
  if (std::fread(points.data(), sizeof(Point), points.size(), file) != points.size()) std::exit(66);
  std::fclose(file);
  return points;
}

inline void unit_vector(const Point& point, double* vector) {
  const double latitude = point.latitude * kDegree, longitude = point.longitude * kDegree;
  vector[0] = std::cos(latitude) * std::cos(longitude);
  vector[1] = std::cos(latitude) * std::sin(longitude);
  vector[2] = std::sin(latitude);
}

// The squared chord between unit vectors, and the distance in metres it stands for.
inline double meters_of_chord(double squared) {
  return 2 * kRadius * std::asin(std::min(1.0, std::sqrt(squared) / 2));
}
inline double chord_of_meters(double meters) {
  const double chord = 2 * std::sin(meters / (2 * kRadius));
  return chord * chord;
}

// The haversine formula, as Coordinate+Distance.swift has it.
inline double great_circle_meters(const Point& a, const Point& b) {
  double turn = std::abs(a.longitude - b.longitude);
  if (turn > 180) turn = 360 - turn;
  const double across = std::sin((a.latitude - b.latitude) / 2 * kDegree);
  const double along = std::sin(turn / 2 * kDegree);
  const double haversine =
      across * across + std::cos(a.latitude * kDegree) * std::cos(b.latitude * kDegree) * along * along;
  return 2 * kRadius * std::asin(std::sqrt(std::min(1.0, haversine)));
}

inline bool is_before(const Hit& a, const Hit& b) {
  return a.meters < b.meters || (a.meters == b.meters && a.index < b.index);
}

// Turns squared chords, which are in order, into metres, and puts ties into the order of their ids.
inline void finish_chords(std::vector<Hit>& hits) {
  for (size_t i = 0; i < hits.size(); ++i) {
    hits[i].meters = meters_of_chord(hits[i].meters);
    for (size_t j = i; j > 0 && hits[j - 1].meters == hits[j].meters && hits[j - 1].index > hits[j].index; --j)
      std::swap(hits[j - 1], hits[j]);
  }
}

inline bool admits(uint32_t index, uint32_t one_in) { return index * 2654435761u % one_in == 0; }

struct Task {
  std::string label;
  int count;             // 0 for a radius
  uint32_t one_in;       // 1 for no filter
  double radius_meters;  // 0 for nearest
};

inline std::vector<Task> tasks(bool wide) {
  const int near = wide ? 1000 : 500, far = wide ? 10000 : 2000;
  return {
      {"k=1", 1, 1, 0},
      {"k=10", 10, 1, 0},
      {"k=100", 100, 1, 0},
      {"r=" + std::to_string(near), 0, 1, double(near)},
      {"r=" + std::to_string(far), 0, 1, double(far)},
      {"k=10 1/10", 10, 10, 0},
      {"k=10 1/100", 10, 100, 0},
      {"k=10 1/1000", 10, 1000, 0},
  };
}

inline double now_nanoseconds() {
  return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

// The right answers to the first queries, written by scan.cpp: for every task, for every query, the count and
// the hits. A peer is compared with them hit by hit.
struct Answers {
  uint32_t queries = 0;
  std::vector<std::vector<std::vector<Hit>>> hits;  // by task, by query
};

inline Answers read_answers(const std::string& path, size_t task_count) {
  Answers answers;
  FILE* file = std::fopen(path.c_str(), "rb");
  if (!file) return answers;
  auto read = [&](auto* value) {
    if (std::fread(value, sizeof *value, 1, file) != 1) std::exit(66);
  };
  read(&answers.queries);
  answers.hits.resize(task_count);
  for (auto& task : answers.hits) {
    task.resize(answers.queries);
    for (auto& hits : task) {
      uint32_t count;
      read(&count);
      hits.resize(count);
      for (Hit& hit : hits) {
        read(&hit.index);
        read(&hit.meters);
      }
    }
  }
  std::fclose(file);
  return answers;
}

// How far a peer's answers are from the right ones.
struct Check {
  size_t hits = 0, wrong_counts = 0, wrong_indexes = 0;
  double worst_meters = 0;

  void compare(const std::vector<Hit>& right, const std::vector<Hit>& theirs) {
    hits += right.size();
    if (right.size() != theirs.size()) ++wrong_counts;
    for (size_t i = 0; i < std::min(right.size(), theirs.size()); ++i) {
      if (right[i].index != theirs[i].index) ++wrong_indexes;
      worst_meters = std::max(worst_meters, std::abs(right[i].meters - theirs[i].meters));
    }
  }
};

// A row. `means` are the passes' nanoseconds a query, in order; a p99 of 0 is not known.
inline void report(
    const char* engine, const std::string& workload, const std::string& label, const std::vector<double>& means,
    double p99, size_t queries, size_t hits, uint64_t indexes, double meters, const Check& check) {
  std::printf(
      "{\"engine\":\"%s\",\"workload\":\"%s\",\"task\":\"%s\",\"medianNanoseconds\":%.1f,"
      "\"fastestNanoseconds\":%.1f,\"p99Nanoseconds\":%.1f,\"queries\":%zu,\"hits\":%zu,"
      "\"indexSum\":%llu,\"meterSum\":%.6f,"
      "\"checkedHits\":%zu,\"wrongCounts\":%zu,\"wrongIndexes\":%zu,\"worstMeters\":%.9f}\n",
      engine, workload.c_str(), label.c_str(), means[means.size() / 2], means[0], p99, queries, hits,
      (unsigned long long)indexes, meters, check.hits, check.wrong_counts, check.wrong_indexes, check.worst_meters);
  std::fflush(stdout);
}

// All queries in one call on all cores: `searcher()` makes a search for one thread. The threads start with the
// call, take 256 queries a turn, and write each answer where it belongs in one array, in the order of the queries.
template <typename Searcher, typename Wanted>
void measure_batches(
    const char* engine, Searcher searcher, const std::string& workload, int passes, const std::vector<Task>& all,
    const std::vector<Point>& points, const std::vector<Point>& queries, const Answers& answers, Wanted wanted) {
  const size_t turn = 256, turns = (queries.size() + turn - 1) / turn;
  const std::vector<uint8_t> admitted(points.size(), 1);
  for (size_t number = 0; number < all.size(); ++number) {
    const Task& task = all[number];
    const std::string label = "batch " + task.label;
    if (task.count == 0 || task.one_in > 1 || !wanted(label)) continue;
    const size_t length = std::min(size_t(task.count), points.size());
    std::vector<Hit> found(queries.size() * length);
    auto run = [&] {
      std::atomic<size_t> next{0};
      auto work = [&] {
        auto search = searcher();
        std::vector<Hit> hits;
        for (size_t taken; (taken = next++) < turns;) {
          for (size_t i = taken * turn; i < std::min(queries.size(), (taken + 1) * turn); ++i) {
            search(task, admitted, queries[i], hits);
            std::copy_n(hits.begin(), std::min(hits.size(), length), found.begin() + i * length);
          }
        }
      };
      std::vector<std::thread> threads;
      for (unsigned i = 1; i < std::thread::hardware_concurrency(); ++i) threads.emplace_back(work);
      work();
      for (auto& thread : threads) thread.join();
    };
    run();
    Check check;
    for (size_t i = 0; i < std::min(queries.size(), size_t(answers.queries)); ++i) {
      const auto begin = found.begin() + i * length;
      check.compare(answers.hits[number][i], std::vector<Hit>(begin, begin + length));
    }
    uint64_t indexes = 0;
    double meters = 0;
    for (const Hit& hit : found) {
      indexes += hit.index;
      meters += hit.meters;
    }
    std::vector<double> means;
    for (int pass = 0; pass < passes; ++pass) {
      const double started = now_nanoseconds();
      run();
      means.push_back((now_nanoseconds() - started) / double(queries.size()));
    }
    std::sort(means.begin(), means.end());
    report(engine, workload, label, means, 0, queries.size(), found.size(), indexes, meters, check);
  }
}

// Runs every task of one workload: `search(task, admitted, query, hits)` fills `hits`, ordered. A task that
// `can` refuses has no row. `batches` runs what is asked for in one call, where a peer has a search for each thread.
template <typename Build, typename Search, typename Can, typename Batches>
void measure(const char* engine, int argc, char** argv, Build build, Search search, Can can, Batches batches) {
  if (argc < 5) {
    std::fprintf(stderr, "usage: %s DIRECTORY WORKLOAD PASSES QUERIES [TASK…]\n", argv[0]);
    std::exit(64);
  }
  const std::string workload = argv[2], stem = std::string(argv[1]) + "/" + workload;
  const int passes = std::atoi(argv[3]);
  const auto points = read_points(stem + ".points");
  auto queries = read_points(stem + ".queries");
  queries.resize(std::min(queries.size(), size_t(std::atoll(argv[4]))));
  const auto all = tasks(workload.rfind("world", 0) == 0);
  const Answers answers = read_answers(stem + ".answers", all.size());
  auto wanted = [&](const std::string& label) {
    return argc <= 5 || std::find(argv + 5, argv + argc, label) != argv + argc;
  };

  const double began = now_nanoseconds();
  build(points);
  const double built = (now_nanoseconds() - began) / double(points.size());
  if (wanted("build")) {
    std::printf(
        "{\"engine\":\"%s\",\"workload\":\"%s\",\"task\":\"build\",\"medianNanoseconds\":%.1f,"
        "\"fastestNanoseconds\":%.1f,\"hits\":%zu}\n",
        engine, argv[2], built, built, points.size());
  }

  for (size_t number = 0; number < all.size(); ++number) {
    const Task& task = all[number];
    if (!wanted(task.label) || !can(task)) continue;
    std::vector<uint8_t> admitted(points.size());
    for (uint32_t i = 0; i < points.size(); ++i) admitted[i] = admits(i, task.one_in);
    std::vector<Hit> hits;
    size_t count = 0;
    uint64_t indexes = 0;
    double meters = 0;
    Check check;
    auto asked = queries;
    // The first pass warms up, counts and checks. A slow task gets fewer queries, of a few numbers only, so that
    // the sums of as many of nearby's can be compared.
    double started = now_nanoseconds();
    for (size_t i = 0; i < asked.size(); ++i) {
      search(task, admitted, asked[i], hits);
      count += hits.size();
      for (const Hit& hit : hits) {
        indexes += hit.index;
        meters += hit.meters;
      }
      if (i < answers.queries) check.compare(answers.hits[number][i], hits);
      const bool is_stop = i + 1 == 40 || i + 1 == 200 || i + 1 == 1000;
      if (is_stop && now_nanoseconds() - started > 0.5e9) asked.resize(i + 1);
    }
    // Nor does it get every query timed alone, nor, where a pass takes seconds, every pass.
    const double patience = 1e9;
    std::vector<double> means, single;
    const double begun = now_nanoseconds();
    for (int pass = 0; pass < passes; ++pass) {
      started = now_nanoseconds();
      for (const Point& query : asked) search(task, admitted, query, hits);
      const double ended = now_nanoseconds();
      means.push_back((ended - started) / double(asked.size()));
      if (ended - begun > 10 * patience) break;
    }
    const double alone = now_nanoseconds();
    for (const Point& query : asked) {
      started = now_nanoseconds();
      search(task, admitted, query, hits);
      const double ended = now_nanoseconds();
      single.push_back(ended - started);
      if (single.size() >= 50 && ended - alone > patience) break;
    }
    std::sort(means.begin(), means.end());
    std::sort(single.begin(), single.end());
    report(
        engine, workload, task.label, means, single[single.size() * 99 / 100], asked.size(), count, indexes, meters,
        check);
  }
  batches(workload, passes, all, points, queries, answers, wanted);
}

template <typename Build, typename Search, typename Can>
void measure(const char* engine, int argc, char** argv, Build build, Search search, Can can) {
  measure(engine, argc, argv, build, search, can, [](const auto&...) {});
}

template <typename Build, typename Search>
void measure(const char* engine, int argc, char** argv, Build build, Search search) {
  measure(engine, argc, argv, build, search, [](const Task&) { return true; });
}

// With rows for batches: `searcher()` makes a search with memory of its own, for one thread.
template <typename Build, typename Searcher>
void measure_with_batches(const char* engine, int argc, char** argv, Build build, Searcher searcher) {
  measure(
      engine, argc, argv, build, searcher(), [](const Task&) { return true; },
      [&](const auto&... input) { measure_batches(engine, searcher, input...); });
}
