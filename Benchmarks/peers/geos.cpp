// GEOS' STRtree over longitude and latitude. The tree is planar, so it is asked for rectangles that are proven to
// hold the answer (boxes.hpp), and what they hold is measured by the haversine formula. Capacities of 5, 10 and 20
// a node are level.
#include <geos_c.h>

#include "boxes.hpp"

#ifndef NODE_CAPACITY
#define NODE_CAPACITY 10
#endif

int main(int argc, char** argv) {
  GEOSContextHandle_t context = GEOS_init_r();
  GEOSSTRtree* tree = GEOSSTRtree_create_r(context, NODE_CAPACITY);
  std::vector<Point> places;
  NearestByBoxes nearest;
  struct Visit {
    const std::vector<Point>* places;
    const std::vector<uint8_t>* admitted;
    Point query;
    double limit;
    std::vector<Hit>* hits;
  };
  measure(
      "geos", argc, argv,
      [&](const std::vector<Point>& points) {
        places = points;
        for (size_t i = 0; i < points.size(); ++i) {
          GEOSGeometry* point = GEOSGeom_createPointFromXY_r(context, points[i].longitude, points[i].latitude);
          GEOSSTRtree_insert_r(context, tree, point, reinterpret_cast<void*>(i));
          GEOSGeom_destroy_r(context, point);
        }
        // The first query builds the tree; this version has no call for it.
        GEOSGeometry* point = GEOSGeom_createPointFromXY_r(context, 0, 0);
        GEOSSTRtree_query_r(context, tree, point, [](void*, void*) {}, nullptr);
        GEOSGeom_destroy_r(context, point);
      },
      [&](const Task& task, const std::vector<uint8_t>& admitted, const Point& query,
          std::vector<Hit>& hits) {
        Visit visit{&places, &admitted, query, task.count == 0 ? task.radius_meters : HUGE_VAL, &hits};
        auto candidates = [&](const Box& box, std::vector<Hit>&) {
          GEOSGeometry* area = GEOSGeom_createRectangle_r(context, box.west, box.south, box.east, box.north);
          GEOSSTRtree_query_r(
              context, tree, area,
              [](void* item, void* data) {
                const Visit& visit = *static_cast<Visit*>(data);
                const uint32_t index = uint32_t(reinterpret_cast<size_t>(item));
                if (!(*visit.admitted)[index]) return;
                const double meters = great_circle_meters((*visit.places)[index], visit.query);
                if (meters <= visit.limit) visit.hits->push_back({meters, index});
              },
              &visit);
          GEOSGeom_destroy_r(context, area);
        };
        if (task.count == 0) {
          hits.clear();
          for (const Box& box : boxes_around(query, task.radius_meters)) candidates(box, hits);
          std::sort(hits.begin(), hits.end(), is_before);
        } else {
          nearest.search(task, query, hits, candidates);
        }
      });
}
