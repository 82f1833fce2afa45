// Nearest neighbours for an index that knows nothing but rectangles of longitude and latitude.
#pragma once
#include "common.hpp"

struct Box {
  double west, south, east, north;
};

// Rectangles that cover every point within so many metres: one, or two where the date line is crossed. A cap of
// angular radius d about latitude f reaches latitudes f ± d and longitudes ± asin(sin d / cos f), or all of them
// when it holds a pole (Matuschek, "Finding Points Within a Distance of a Latitude/Longitude Using Bounding
// Coordinates"). A hair is added for rounding.
inline std::vector<Box> boxes_around(const Point& center, double meters) {
  const double reach = meters / kRadius / kDegree * (1 + 1e-9) + 1e-9;
  const double south = std::max(-90.0, center.latitude - reach), north = std::min(90.0, center.latitude + reach);
  if (std::abs(center.latitude) + reach >= 90) return {{-180, south, 180, north}};
  const double sine = std::sin(reach * kDegree) / std::cos(center.latitude * kDegree);
  if (sine >= 1) return {{-180, south, 180, north}};
  const double side = std::asin(sine) / kDegree * (1 + 1e-9) + 1e-9;
  const double west = center.longitude - side, east = center.longitude + side;
  if (west < -180) return {{-180, south, east, north}, {west + 360, south, 180, north}};
  if (east > 180) return {{west, south, 180, north}, {-180, south, east - 360, north}};
  return {{west, south, east, north}};
}

// The nearest, exactly: rectangles about a guessed radius that grows ever faster until they hold enough. The
// distance of the last of the nearest among those then bounds the answer, and where it is above the radius one more
// search with it is proven to see everything. The guess is a running mean of the radii of the answers so far,
// forgotten with every task.
class NearestByBoxes {
  double guess_ = 100;
  std::string task_;

 public:
  // `candidates(box, hits)` appends what is in the box, with great-circle metres, filtered.
  template <typename Candidates>
  void search(const Task& task, const Point& query, std::vector<Hit>& hits, Candidates candidates) {
    if (task.label != task_) guess_ = 100, task_ = task.label;
    const double everything = M_PI * kRadius;
    double growth = 1;
    for (double radius = guess_;; radius = std::min(everything, radius * (growth *= 2))) {
      hits.clear();
      for (const Box& box : boxes_around(query, radius)) candidates(box, hits);
      if (hits.size() < size_t(task.count) && radius < everything) continue;
      const size_t wanted = std::min(hits.size(), size_t(task.count));
      if (wanted == 0) return;
      std::nth_element(hits.begin(), hits.begin() + (wanted - 1), hits.end(), is_before);
      const double last = hits[wanted - 1].meters;
      if (last > radius) {
        hits.clear();
        for (const Box& box : boxes_around(query, last)) candidates(box, hits);
        std::nth_element(hits.begin(), hits.begin() + (wanted - 1), hits.end(), is_before);
      }
      hits.resize(wanted);
      std::sort(hits.begin(), hits.end(), is_before);
      guess_ = 0.9 * guess_ + 0.1 * std::max(last, 1.0);
      return;
    }
  }
};
