// SQLite's R-tree over longitude and latitude, in memory. It stores 32-bit floats rounded outwards, so what a
// rectangle finds is a superset; the exact coordinates are auxiliary columns, measured by the haversine formula.
// Nearest neighbours come from rectangles proven to hold the answer (boxes.hpp). A best-first search in three
// dimensions through sqlite3_rtree_query_callback was slower in every cell.
#include <sqlite3.h>

#include "boxes.hpp"

int main(int argc, char** argv) {
  sqlite3* database;
  sqlite3_open_v2(
      ":memory:", &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nullptr);
  auto run = [&](const char* sql) {
    char* message = nullptr;
    if (sqlite3_exec(database, sql, nullptr, nullptr, &message) == SQLITE_OK) return;
    std::fprintf(stderr, "%s\n", message);
    std::exit(1);
  };
  auto prepare = [&](const char* sql) {
    sqlite3_stmt* statement;
    if (sqlite3_prepare_v2(database, sql, -1, &statement, nullptr) == SQLITE_OK) return statement;
    std::fprintf(stderr, "%s\n", sqlite3_errmsg(database));
    std::exit(1);
  };
  sqlite3_stmt* search = nullptr;
  NearestByBoxes nearest;
  measure(
      "sqlite", argc, argv,
      [&](const std::vector<Point>& points) {
        run("CREATE VIRTUAL TABLE points USING rtree(id, west, east, south, north, +longitude, +latitude)");
        run("BEGIN");
        sqlite3_stmt* insert = prepare("INSERT INTO points VALUES (?1, ?2, ?2, ?3, ?3, ?2, ?3)");
        for (uint32_t i = 0; i < points.size(); ++i) {
          sqlite3_bind_int64(insert, 1, i);
          sqlite3_bind_double(insert, 2, points[i].longitude);
          sqlite3_bind_double(insert, 3, points[i].latitude);
          sqlite3_step(insert);
          sqlite3_reset(insert);
        }
        sqlite3_finalize(insert);
        run("COMMIT");
        search = prepare(
            "SELECT id, latitude, longitude FROM points"
            " WHERE east >= ?1 AND north >= ?2 AND west <= ?3 AND south <= ?4");
      },
      [&](const Task& task, const std::vector<uint8_t>& admitted, const Point& query,
          std::vector<Hit>& hits) {
        const double limit = task.count == 0 ? task.radius_meters : HUGE_VAL;
        auto candidates = [&](const Box& box, std::vector<Hit>& hits) {
          sqlite3_bind_double(search, 1, box.west);
          sqlite3_bind_double(search, 2, box.south);
          sqlite3_bind_double(search, 3, box.east);
          sqlite3_bind_double(search, 4, box.north);
          while (sqlite3_step(search) == SQLITE_ROW) {
            const uint32_t index = uint32_t(sqlite3_column_int64(search, 0));
            if (!admitted[index]) continue;
            const Point place{sqlite3_column_double(search, 1), sqlite3_column_double(search, 2)};
            const double meters = great_circle_meters(place, query);
            if (meters <= limit) hits.push_back({meters, index});
          }
          sqlite3_reset(search);
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
