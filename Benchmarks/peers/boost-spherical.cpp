// boost.geometry's R-tree over degrees with its spherical strategy: haversine to points, cross-track to boxes.
#include <boost/geometry.hpp>
#include <boost/geometry/index/rtree.hpp>
#include <boost/iterator/function_output_iterator.hpp>

#include "boxes.hpp"

namespace bg = boost::geometry;
namespace bgi = boost::geometry::index;
using Place = bg::model::point<double, 2, bg::cs::spherical_equatorial<bg::degree>>;
using Value = std::pair<Place, uint32_t>;
using Tree = bgi::rtree<Value, bgi::linear<8>>;

int main(int argc, char** argv) {
  Tree tree;
  std::vector<Value> found;
  const bg::strategy::distance::haversine<double> haversine(kRadius);
  measure(
      "boost-spherical", argc, argv,
      [&](const std::vector<Point>& points) {
        std::vector<Value> values;
        values.reserve(points.size());
        for (uint32_t i = 0; i < points.size(); ++i)
          values.emplace_back(Place(points[i].longitude, points[i].latitude), i);
        tree = Tree(values.begin(), values.end());
      },
      [&](const Task& task, const std::vector<uint8_t>& admitted, const Point& query,
          std::vector<Hit>& hits) {
        const Place center(query.longitude, query.latitude);
        found.clear();
        hits.clear();
        if (task.count == 0) {
          for (const Box& box : boxes_around(query, task.radius_meters)) {
            const bg::model::box<Place> area(Place(box.west, box.south), Place(box.east, box.north));
            tree.query(bgi::intersects(area), boost::make_function_output_iterator([&](const Value& value) {
              const double meters = bg::distance(value.first, center, haversine);
              if (meters <= task.radius_meters) hits.push_back({meters, value.second});
            }));
          }
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
            hits.push_back({bg::distance(value.first, center, haversine), value.second});
        }
        std::sort(hits.begin(), hits.end(), is_before);
      });
}
