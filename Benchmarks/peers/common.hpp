// What every peer shares: the files, the tasks, the clock and the report. The tasks and labels are those of
// nearby-bench (Task.swift), so that rows can be compared.
#pragma once
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
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

// Runs every task of one workload: `search(task, admitted, query, hits)` fills `hits`, ordered.
template <typename Build, typename Search>
void measure(const char* engine, int argc, char** argv, Build build, Search search) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: %s DIRECTORY WORKLOAD [PASSES [TASK]…]\n", argv[0]);
    std::exit(64);
  }
  const std::string stem = std::string(argv[1]) + "/" + argv[2];
  const int passes = argc > 3 ? std::atoi(argv[3]) : 7;
  const auto points = read_points(stem + ".points");
  const auto queries = read_points(stem + ".queries");
  auto report = [&](const std::string& task, double median, double fastest, double p99, size_t hits, uint64_t indexes,
                    double meters) {
    std::printf(
        "{\"engine\":\"%s\",\"workload\":\"%s\",\"task\":\"%s\",\"medianNanoseconds\":%.1f,"
        "\"fastestNanoseconds\":%.1f,\"p99Nanoseconds\":%.1f,\"hits\":%zu,\"indexSum\":%llu,\"meterSum\":%.6f}\n",
        engine, argv[2], task.c_str(), median, fastest, p99, hits, (unsigned long long)indexes, meters);
    std::fflush(stdout);
  };
  auto wanted = [&](const std::string& label) {
    if (argc <= 4) return true;
    for (int i = 4; i < argc; ++i)
      if (label == argv[i]) return true;
    return false;
  };

  double started = now_nanoseconds();
  build(points);
  const double built = (now_nanoseconds() - started) / double(points.size());
  if (wanted("build")) report("build", built, built, built, points.size(), 0, 0);

  for (const Task& task : tasks(std::string(argv[2]).rfind("world", 0) == 0)) {
    if (!wanted(task.label)) continue;
    std::vector<uint8_t> admitted(points.size());
    for (uint32_t i = 0; i < points.size(); ++i) admitted[i] = admits(i, task.one_in);
    std::vector<Hit> hits;
    size_t count = 0;
    uint64_t indexes = 0;
    double meters = 0;
    for (const Point& query : queries) {
      search(task, admitted, query, hits);
      count += hits.size();
      for (const Hit& hit : hits) {
        indexes += hit.index;
        meters += hit.meters;
      }
    }
    std::vector<double> means, single;
    for (int pass = 0; pass < passes; ++pass) {
      started = now_nanoseconds();
      for (const Point& query : queries) search(task, admitted, query, hits);
      means.push_back((now_nanoseconds() - started) / double(queries.size()));
    }
    for (const Point& query : queries) {
      started = now_nanoseconds();
      search(task, admitted, query, hits);
      single.push_back(now_nanoseconds() - started);
    }
    std::sort(means.begin(), means.end());
    std::sort(single.begin(), single.end());
    report(task.label, means[means.size() / 2], means[0], single[single.size() * 99 / 100], count, indexes, meters);
  }
}
