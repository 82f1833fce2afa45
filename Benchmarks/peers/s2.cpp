// S2ClosestPointQuery over an S2PointIndex. It has no filter in this version: a filtered query asks for more and
// more neighbours until enough of them pass.
#include <s2/s2closest_point_query.h>
#include <s2/s2latlng.h>
#include <s2/s2point_index.h>

#include "common.hpp"

using Index = S2PointIndex<uint32_t>;
using Query = S2ClosestPointQuery<uint32_t>;

int main(int argc, char** argv) {
  Index index;
  size_t size = 0;
  Query* search = nullptr;
  auto place = [](const Point& point) {
    return S2LatLng::FromDegrees(point.latitude, point.longitude).ToPoint();
  };
  measure(
      "s2", argc, argv,
      [&](const std::vector<Point>& points) {
        size = points.size();
        for (uint32_t i = 0; i < points.size(); ++i) index.Add(place(points[i]), i);
        search = new Query(&index);
      },
      [&](const Task& task, const std::vector<uint8_t>& admitted, const Point& query,
          std::vector<Hit>& hits) {
        Query::PointTarget target(place(query));
        auto& options = *search->mutable_options();
        if (task.count == 0) {
          options.set_max_results(Query::Options::kMaxMaxResults);
          options.set_inclusive_max_distance(S1ChordAngle::FromLength2(chord_of_meters(task.radius_meters)));
        } else {
          options.set_max_distance(S1ChordAngle::Infinity());
        }
        for (size_t asked = size_t(task.count) * task.one_in * 3 / 2;; asked *= 2) {
          if (task.count > 0) options.set_max_results(task.one_in == 1 ? task.count : std::min(asked, size));
          hits.clear();
          for (const auto& result : search->FindClosestPoints(&target)) {
            if (admitted[result.data()]) hits.push_back({result.distance().length2(), result.data()});
            if (task.count > 0 && hits.size() == size_t(task.count)) break;
          }
          if (task.count == 0 || task.one_in == 1 || hits.size() == size_t(task.count) || asked >= size) break;
        }
        finish_chords(hits);
      });
}
