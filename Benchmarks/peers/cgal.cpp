// CGAL's k-d tree over unit vectors in doubles, with its points copied into the leaves' order. The splitter and
// leaf size are the best of sliding midpoint, sliding fair and median of the widest side, with 8, 10 and 16.
#include <CGAL/Fuzzy_sphere.h>
#include <CGAL/Orthogonal_incremental_neighbor_search.h>
#include <CGAL/Orthogonal_k_neighbor_search.h>
#include <CGAL/Search_traits_3.h>
#include <CGAL/Search_traits_adapter.h>
#include <CGAL/Simple_cartesian.h>
#include <CGAL/property_map.h>

#include "common.hpp"

#ifndef LEAF_SIZE
#define LEAF_SIZE 16
#endif
#ifndef SPLITTER
#define SPLITTER Median_of_max_spread
#endif

using Kernel = CGAL::Simple_cartesian<double>;
using Vector = Kernel::Point_3;
using Item = std::pair<Vector, uint32_t>;
using Traits = CGAL::Search_traits_adapter<
    Item, CGAL::First_of_pair_property_map<Item>, CGAL::Search_traits_3<Kernel>>;
using Distance = CGAL::Distance_adapter<
    Item, CGAL::First_of_pair_property_map<Item>, CGAL::Euclidean_distance<CGAL::Search_traits_3<Kernel>>>;
using Splitter = CGAL::SPLITTER<Traits>;
using Tree = CGAL::Kd_tree<Traits, Splitter, CGAL::Tag_true, CGAL::Tag_true>;
using Nearest = CGAL::Orthogonal_k_neighbor_search<Traits, Distance, Splitter, Tree>;
using Onward = CGAL::Orthogonal_incremental_neighbor_search<Traits, Distance, Splitter, Tree>;

int main(int argc, char** argv) {
  Tree* tree = nullptr;
  std::vector<Item> found;
  auto vector_of = [](const Point& point) {
    double v[3];
    unit_vector(point, v);
    return Vector(v[0], v[1], v[2]);
  };
  measure(
      "cgal", argc, argv,
      [&](const std::vector<Point>& points) {
        std::vector<Item> items;
        items.reserve(points.size());
        for (uint32_t i = 0; i < points.size(); ++i) items.emplace_back(vector_of(points[i]), i);
        tree = new Tree(items.begin(), items.end(), Splitter(LEAF_SIZE));
        tree->build();
      },
      [&](const Task& task, const std::vector<uint8_t>& admitted, const Point& query,
          std::vector<Hit>& hits) {
        const Vector center = vector_of(query);
        hits.clear();
        if (task.count == 0) {
          found.clear();
          const double limit = chord_of_meters(task.radius_meters);
          tree->search(std::back_inserter(found), CGAL::Fuzzy_sphere<Traits>(center, std::sqrt(limit)));
          for (const Item& item : found)
            hits.push_back({CGAL::squared_distance(center, item.first), item.second});
          std::sort(hits.begin(), hits.end(), is_before);
        } else if (task.one_in == 1) {
          Nearest nearest(*tree, center, task.count);
          for (const auto& [item, square] : nearest) hits.push_back({square, item.second});
        } else {
          Onward onward(*tree, center);
          for (const auto& [item, square] : onward) {
            if (!admitted[item.second]) continue;
            hits.push_back({square, item.second});
            if (hits.size() == size_t(task.count)) break;
          }
        }
        finish_chords(hits);
      });
}
