// PostGIS on loopback (the port in PEER_PORT), geography with a GiST index: `<->` for the nearest, ST_DWithin for a
// radius, both on the sphere, as prepared statements with binary results; a time is one query and its reply.
#include <arpa/inet.h>
#include <endian.h>
#include <libpq-fe.h>

#include <cstring>

#include "common.hpp"

int main(int argc, char** argv) {
  const char* port = std::getenv("PEER_PORT");
  PGconn* database = PQconnectdb(
      (std::string("host=127.0.0.1 dbname=postgres user=postgres port=") + (port ? port : "5432")).c_str());
  auto check = [&](PGresult* result) {
    const auto status = PQresultStatus(result);
    if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK || status == PGRES_COPY_IN) return result;
    std::fprintf(stderr, "postgis: %s\n", PQerrorMessage(database));
    std::exit(1);
  };
  auto run = [&](const std::string& sql) { PQclear(check(PQexec(database, sql.c_str()))); };
  const std::string place = "ST_SetSRID(ST_MakePoint($1, $2), 4326)::geography";
  const std::string meters = "ST_Distance(place, " + place + ", false)";
  run("SET client_min_messages = error");
  run("CREATE EXTENSION IF NOT EXISTS postgis");
  measure(
      "postgis", argc, argv,
      [&](const std::vector<Point>& points) {
        run("DROP TABLE IF EXISTS loaded, points");
        run("CREATE UNLOGGED TABLE loaded (id int, longitude float8, latitude float8)");
        run("COPY loaded FROM STDIN");
        for (size_t i = 0; i < points.size(); ++i) {
          char line[100];
          const int size = std::snprintf(
              line, sizeof line, "%zu\t%.17g\t%.17g\n", i, points[i].longitude, points[i].latitude);
          PQputCopyData(database, line, size);
        }
        PQputCopyEnd(database, nullptr);
        PQclear(check(PQgetResult(database)));
        PQclear(PQgetResult(database));
        std::string columns;
        for (const char* n : {"10", "100", "1000"})
          columns += std::string(", id * 2654435761 % 4294967296 % ") + n + " = 0 AS in" + n;
        run("CREATE UNLOGGED TABLE points AS SELECT id,"
            " ST_SetSRID(ST_MakePoint(longitude, latitude), 4326)::geography AS place" + columns + " FROM loaded");
        run("CREATE INDEX ON points USING gist (place)");
        run("VACUUM ANALYZE points");
        for (const char* n : {"1", "10", "100", "1000"}) {
          const std::string filter = std::string(n) == "1" ? "" : std::string(" WHERE in") + n;
          // The outer sort puts ties into the order of their ids.
          const std::string sql = "SELECT * FROM (SELECT id, " + meters + " AS meters FROM points" + filter
              + " ORDER BY place <-> " + place + " LIMIT $3) AS nearest ORDER BY meters, id";
          PQclear(check(PQprepare(database, (std::string("nearest") + n).c_str(), sql.c_str(), 0, nullptr)));
        }
        const std::string sql = "SELECT id, " + meters + " AS meters FROM points WHERE ST_DWithin(place, "
            + place + ", $3, false) ORDER BY meters, id";
        PQclear(check(PQprepare(database, "within", sql.c_str(), 0, nullptr)));
      },
      [&](const Task& task, const std::vector<uint8_t>&, const Point& query, std::vector<Hit>& hits) {
        char longitude[40], latitude[40], last[40];
        std::snprintf(longitude, sizeof longitude, "%.17g", query.longitude);
        std::snprintf(latitude, sizeof latitude, "%.17g", query.latitude);
        if (task.count > 0) std::snprintf(last, sizeof last, "%d", task.count);
        else std::snprintf(last, sizeof last, "%.17g", task.radius_meters);
        const char* values[] = {longitude, latitude, last};
        const std::string name = task.count > 0 ? "nearest" + std::to_string(task.one_in) : "within";
        PGresult* result =
            check(PQexecPrepared(database, name.c_str(), 3, values, nullptr, nullptr, 1));
        hits.clear();
        for (int row = 0; row < PQntuples(result); ++row) {
          uint32_t index;
          uint64_t bits;
          std::memcpy(&index, PQgetvalue(result, row, 0), sizeof index);
          std::memcpy(&bits, PQgetvalue(result, row, 1), sizeof bits);
          bits = be64toh(bits);
          double meters;
          std::memcpy(&meters, &bits, sizeof meters);
          hits.push_back({meters, ntohl(index)});
        }
        PQclear(result);
      });
  PQfinish(database);
}
