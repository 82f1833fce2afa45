// Redis GEOSEARCH over a socket on loopback (the port in PEER_PORT); a time is one command and its reply. Redis
// keeps points as 52-bit geohashes, about half a metre, so its metres cannot agree. GEOSEARCH wants a radius:
// nearest neighbours come from a guessed one, doubled until it holds enough. There is no filter.
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include "common.hpp"

class Connection {
  int socket_ = ::socket(AF_INET, SOCK_STREAM, 0);
  char buffer_[1 << 16];
  size_t read_ = 0, filled_ = 0;

 public:
  explicit Connection(int port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) {
      std::fprintf(stderr, "cannot connect to port %d\n", port);
      std::exit(1);
    }
    const int yes = 1;
    ::setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  }

  void send(const std::string& text) {
    for (size_t sent = 0; sent < text.size();) {
      const ssize_t count = ::write(socket_, text.data() + sent, text.size() - sent);
      if (count <= 0) std::exit(1);
      sent += count;
    }
  }

  char next() {
    if (read_ == filled_) {
      const ssize_t count = ::read(socket_, buffer_, sizeof buffer_);
      if (count <= 0) std::exit(1);
      filled_ = count, read_ = 0;
    }
    return buffer_[read_++];
  }

  // A line of the protocol: its kind, and the number after it.
  std::pair<char, long> line() {
    const char kind = next();
    std::string text;
    for (char c; (c = next()) != '\r';) text += c;
    next();
    if (kind == '-') {
      std::fprintf(stderr, "redis: %s\n", text.c_str());
      std::exit(1);
    }
    return {kind, std::atol(text.c_str())};
  }

  const char* bulk(char (&into)[64]) {
    const long size = line().second;
    for (long i = 0; i < size; ++i) into[i] = next();
    into[size] = 0;
    next(), next();
    return into;
  }
};

static std::string command(const std::vector<std::string>& words) {
  std::string text = "*" + std::to_string(words.size()) + "\r\n";
  for (const auto& word : words) text += "$" + std::to_string(word.size()) + "\r\n" + word + "\r\n";
  return text;
}

static std::string decimal(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", value);
  return text;
}

int main(int argc, char** argv) {
  const char* port = std::getenv("PEER_PORT");
  Connection redis(std::atoi(port ? port : "6379"));
  // Redis takes 6372797.560856 m for the radius of the Earth.
  const double scale = kRadius / 6372797.560856;
  double guess = 100;
  std::string last_task;
  measure(
      "redis", argc, argv,
      [&](const std::vector<Point>& points) {
        redis.send(command({"DEL", "points"}));
        redis.line();
        for (size_t i = 0; i < points.size();) {
          std::vector<std::string> words = {"GEOADD", "points"};
          for (const size_t end = std::min(points.size(), i + 1000); i < end; ++i) {
            words.push_back(decimal(points[i].longitude));
            words.push_back(decimal(points[i].latitude));
            words.push_back(std::to_string(i));
          }
          redis.send(command(words));
          redis.line();
        }
      },
      [&](const Task& task, const std::vector<uint8_t>&, const Point& query, std::vector<Hit>& hits) {
        if (task.label != last_task) guess = 100, last_task = task.label;
        std::vector<std::string> words = {
            "GEOSEARCH", "points", "FROMLONLAT", decimal(query.longitude), decimal(query.latitude),
            "BYRADIUS", "", "m", "ASC"};
        if (task.count > 0) words.insert(words.end(), {"COUNT", std::to_string(task.count)});
        words.push_back("WITHDIST");
        for (double radius = task.count == 0 ? task.radius_meters : guess;; radius *= 2) {
          words[6] = decimal(radius / scale);
          redis.send(command(words));
          hits.clear();
          const long count = redis.line().second;
          for (long i = 0; i < count; ++i) {
            char index[64], meters[64];
            redis.line();
            redis.bulk(index);
            redis.bulk(meters);
            hits.push_back({std::strtod(meters, nullptr) * scale, uint32_t(std::atol(index))});
          }
          if (count >= task.count || radius > M_PI * kRadius) break;
        }
        if (task.count > 0 && !hits.empty()) guess = 0.9 * guess + 0.1 * 1.2 * std::max(hits.back().meters, 1.0);
      },
      [](const Task& task) { return task.one_in == 1; });
}
