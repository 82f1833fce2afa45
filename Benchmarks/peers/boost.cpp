// boost.geometry's R-tree over unit vectors in doubles, packed when built (boost-spherical.cpp takes degrees).
#include <boost/geometry.hpp>
#include <boost/geometry/index/rtree.hpp>
#include <boost/iterator/function_output_iterator.hpp>

#include "common.hpp"

namespace bg = boost::geometry;
namespace bgi = boost::geometry::index;
using Vector = bg::model::point<double, 3, bg::cs::cartesian>;
using Value = std::pair<Vector, uint32_t>;
using Tree = bgi::rtree<Value, bgi::linear<8>>;

int main(int argc, char** argv) {
  Tree tree;
  auto vector_of = [](const Point& point) {
    double v[3];
    unit_vector(point, v);
    return Vector(v[0], v[1], v[2]);
  };
  measure_with_batches(
      "boost", argc, argv,
      [&](const std::vector<Point>& points) {
        std::vector<Value> values;
        values.reserve(points.size());
        for (uint32_t i = 0; i < points.size(); ++i) values.emplace_back(vector_of(points[i]), i);
        tree = Tree(values.begin(), values.end());
      },
      [&] {
        return [&, found = std::vector<Value>()](
                   const Task& task, const std::vector<uint8_t>& admitted, const Point& query,
                   std::vector<Hit>& hits) mutable {
          const Vector center = vector_of(query);
          found.clear();
          hits.clear();
          if (task.count == 0) {
            const double limit = chord_of_meters(task.radius_meters), edge = std::sqrt(limit);
            const double x = bg::get<0>(center), y = bg::get<1>(center), z = bg::get<2>(center);
            const bg::model::box<Vector> box(
                Vector(x - edge, y - edge, z - edge), Vector(x + edge, y + edge, z + edge));
            tree.query(bgi::intersects(box), boost::make_function_output_iterator([&](const Value& value) {
              const double square = bg::comparable_distance(value.first, center);
              if (square <= limit) hits.push_back({square, value.second});
            }));
          } else {
            if (task.one_in == 1) {
              tree.query(bgi::nearest(center, unsigned(task.count)), std::back_inserter(found));
            } else {
              tree.query(
                  bgi::nearest(center, unsigned(task.count)) &&
                      bgi::satisfies([&](const Value& value) { return admitted[value.second] != 0; }),
                  std::back_inserter(found));
            }
            for (const Value& value : found)
              hits.push_back({bg::comparable_distance(value.first, center), value.second});
          }
          std::sort(hits.begin(), hits.end(), is_before);
          finish_chords(hits);
        };
      });
}
