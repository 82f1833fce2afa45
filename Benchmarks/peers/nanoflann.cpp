// nanoflann's k-d tree over unit vectors in doubles. The leaf size is the best of 4, 8, 10, 16, 32 on k = 10
// (override with -DLEAF_SIZE).
#include <array>

#include <nanoflann.hpp>

#include "common.hpp"

#ifndef LEAF_SIZE
#define LEAF_SIZE 10
#endif

struct Cloud {
  std::vector<std::array<double, 3>> vectors;
  size_t kdtree_get_point_count() const { return vectors.size(); }
  double kdtree_get_pt(size_t i, size_t axis) const { return vectors[i][axis]; }
  template <class Box>
  bool kdtree_get_bbox(Box&) const { return false; }
};

using Metric = nanoflann::L2_Simple_Adaptor<double, Cloud, double, uint32_t>;
using Tree = nanoflann::KDTreeSingleIndexAdaptor<Metric, Cloud, 3, uint32_t>;

// As nanoflann's own result set for k neighbours, behind a filter.
struct FilteredResults {
  using DistanceType = double;
  nanoflann::KNNResultSet<double, uint32_t> inner;
  const uint8_t* admitted;
  size_t size() const { return inner.size(); }
  bool full() const { return inner.full(); }
  bool addPoint(double distance, uint32_t index) {
    return admitted[index] ? inner.addPoint(distance, index) : true;
  }
  double worstDist() const { return inner.worstDist(); }
};

int main(int argc, char** argv) {
  Cloud cloud;
  Tree* tree = nullptr;
  measure_with_batches(
      "nanoflann", argc, argv,
      [&](const std::vector<Point>& points) {
        cloud.vectors.resize(points.size());
        for (size_t i = 0; i < points.size(); ++i) unit_vector(points[i], cloud.vectors[i].data());
        tree = new Tree(3, cloud, nanoflann::KDTreeSingleIndexAdaptorParams(LEAF_SIZE));
        tree->buildIndex();
      },
      [&] {
        return [&tree, indexes = std::vector<uint32_t>(100), squares = std::vector<double>(100),
                matches = std::vector<std::pair<uint32_t, double>>()](
                   const Task& task, const std::vector<uint8_t>& admitted, const Point& query,
                   std::vector<Hit>& hits) mutable {
          double vector[3];
          unit_vector(query, vector);
          hits.clear();
          if (task.count == 0) {
            tree->radiusSearch(
                vector, chord_of_meters(task.radius_meters), matches, nanoflann::SearchParams());
            for (const auto& [index, square] : matches) hits.push_back({square, index});
            return finish_chords(hits);
          }
          size_t found;
          if (task.one_in == 1) {
            found = tree->knnSearch(vector, task.count, indexes.data(), squares.data());
          } else {
            FilteredResults results{nanoflann::KNNResultSet<double, uint32_t>(task.count), admitted.data()};
            results.inner.init(indexes.data(), squares.data());
            tree->findNeighbors(results, vector, nanoflann::SearchParams());
            found = results.size();
          }
          for (size_t i = 0; i < found; ++i) hits.push_back({squares[i], indexes[i]});
          finish_chords(hits);
        };
      });
}
