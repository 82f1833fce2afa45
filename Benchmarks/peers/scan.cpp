// Writes the right answers to the first queries of a workload: every point by the haversine formula, sorted.
#include "common.hpp"

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: %s DIRECTORY WORKLOAD QUERIES\n", argv[0]);
    return 64;
  }
  const std::string workload = argv[2], stem = std::string(argv[1]) + "/" + workload;
  const auto points = read_points(stem + ".points");
  const auto queries = read_points(stem + ".queries");
  const auto all = tasks(workload.rfind("world", 0) == 0);
  const uint32_t count = std::min<size_t>(std::atoi(argv[3]), queries.size());
  std::vector<std::vector<std::vector<Hit>>> answers(all.size());
  std::vector<Hit> distances(points.size()), hits;
  for (uint32_t q = 0; q < count; ++q) {
    for (uint32_t i = 0; i < points.size(); ++i)
      distances[i] = {great_circle_meters(queries[q], points[i]), i};
    for (size_t t = 0; t < all.size(); ++t) {
      const Task& task = all[t];
      hits.clear();
      for (const Hit& hit : distances) {
        if (task.count == 0 ? hit.meters <= task.radius_meters : admits(hit.index, task.one_in))
          hits.push_back(hit);
      }
      const size_t kept = task.count == 0 ? hits.size() : std::min<size_t>(task.count, hits.size());
      std::partial_sort(hits.begin(), hits.begin() + kept, hits.end(), is_before);
      hits.resize(kept);
      answers[t].push_back(hits);
    }
  }
  FILE* file = std::fopen((stem + ".answers").c_str(), "wb");
  if (!file) return 66;
  std::fwrite(&count, sizeof count, 1, file);
  for (const auto& task : answers) {
    for (const auto& query : task) {
      const uint32_t size = query.size();
      std::fwrite(&size, sizeof size, 1, file);
      for (const Hit& hit : query) {
        std::fwrite(&hit.index, sizeof hit.index, 1, file);
        std::fwrite(&hit.meters, sizeof hit.meters, 1, file);
      }
    }
  }
  return std::fclose(file) == 0 ? 0 : 66;
}
