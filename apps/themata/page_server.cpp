#include "page_server.hpp"

#include <fmt/core.h>
#include <httplib.h>

#include <chrono>
#include <future>
#include <optional>
#include <string_view>
#include <thread>
#include <utility>

#include "themata/io/error.hpp"

namespace themata::cli {

namespace {

using httplib::Request;
using httplib::Response;

constexpr const char* host = "127.0.0.1";
constexpr int n_waiting = 128;         ///< connections that may wait
constexpr std::size_t n_threads = 64;  ///< a connection that says nothing keeps one for `patience`
constexpr std::time_t patience = 2;    ///< seconds
constexpr auto pause = std::chrono::milliseconds(50), grace = std::chrono::milliseconds(500);
enum Status {
  ok = 200,
  nothing = 204,
  bad_request = 400,
  forbidden = 403,
  not_found = 404,
  bad_method = 405,
  failed = 500
};

/// 0 to 15; nothing for a character that is no hexadecimal digit.
std::optional<int> digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return std::nullopt;
}

/// A part of an address without percent-escapes; nothing if one is not complete.
std::optional<std::string> decoded(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      result += text[i];
      continue;
    }
    const auto high = i + 2 < text.size() ? digit_of(text[i + 1]) : std::nullopt;
    const auto low = high ? digit_of(text[i + 2]) : std::nullopt;
    if (!low) return std::nullopt;
    result += static_cast<char>(*high * 16 + *low);
    i += 2;
  }
  return result;
}

void say(Response& response, Status status, const std::string& text) {
  response.status = status;
  response.set_content(text + "\n", "text/plain; charset=utf-8");
}

void send_json(Response& response, const std::string& text) {
  response.status = ok;
  response.set_content(text, "application/json");
}

}  // namespace

struct PageServer::Parts {
  explicit Parts(const ServedReport& of) : report(of) {}

  /// Why a request is not answered; nothing if it is. Its body is never read.
  bool refuses(const Request& request, Response& response) const {
    const std::string name = request.get_header_value("Host");
    const auto is_ours = [&](const std::string& own) {
      return name == fmt::format("{}:{}", own, port) || (port == 80 && name == own);
    };
    if (request.has_header("Range"))  // the library would cut a text for each of thousands of parts: no text
      response.status = bad_request;
    else if (request.get_header_value_count("Host") != 1 || !(is_ours(host) || is_ours("localhost")))
      say(response, forbidden, fmt::format("this server is {}:{} alone", host, port));
    else if (request.method != "GET" && request.method != "HEAD") {
      response.set_header("Allow", "GET, HEAD");
      say(response, bad_method, "expected GET or HEAD");
    } else
      return false;
    return true;
  }

  /// @param target  path and query as they came
  void answer(std::string_view target, Response& response) const {
    constexpr std::string_view one = "/document/", many = "/documents?query=";
    const bool is_one = target.starts_with(one);
    if (target == "/") {
      response.status = ok;
      response.set_content(report.page(), "text/html; charset=utf-8");
    } else if (target == "/favicon.ico")
      response.status = nothing;
    else if (is_one || target.starts_with(many)) {
      const auto text = decoded(target.substr(is_one ? one.size() : many.size()));
      if (!text) return say(response, bad_request, "an escape of the address is not complete");
      if (!is_one) return send_json(response, report.documents(*text));
      const auto entry = report.document(*text);
      if (!entry) return say(response, not_found, "no document has this id or number");
      send_json(response, *entry);
    } else
      say(response, not_found, "expected /, /document/ID or /documents?query=TEXT");
  }

  void handle(const Request& request, Response& response) const {
    try {
      if (!refuses(request, response)) answer(request.target, response);
    } catch (const std::exception& error) {  // a damaged corpus: other documents may still be read
      say(response, failed, error.what());
    }
  }

  const ServedReport& report;
  int port = 0;
  httplib::Server server;
};

PageServer::PageServer(const ServedReport& report, std::uint16_t port)
    : parts_(std::make_shared<Parts>(report)) {
  httplib::Server& server = parts_->server;
  server.new_task_queue = [] { return new httplib::ThreadPool(n_threads); };  // NOLINT: the server owns it
  server.set_keep_alive_max_count(1).set_keep_alive_timeout(patience);
  server.set_read_timeout(patience).set_write_timeout(patience);
  server.set_default_headers({{"X-Content-Type-Options", "nosniff"},
                              {"Cross-Origin-Resource-Policy", "same-origin"},
                              {"Content-Security-Policy", "frame-ancestors 'none'"},
                              {"Referrer-Policy", "no-referrer"},
                              {"Cache-Control", "no-store"}});
  // The library's default would let a second server share the port.
  int opened = -1;
  server.set_socket_options([&opened](socket_t socket) {
    const int yes = 1;
    ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
    opened = socket;
  });
  server.set_pre_routing_handler([parts = parts_.get()](const Request& request, Response& response) {
    parts->handle(request, response);
    return httplib::Server::HandlerResponse::Handled;
  });
  if (port == 0)
    parts_->port = server.bind_to_any_port(host);
  else
    parts_->port = server.bind_to_port(host, port) ? port : -1;
  if (parts_->port > 0) ::listen(opened, n_waiting);  // again: the library lets 5 wait
  server.set_socket_options(nullptr);
  if (parts_->port < 0)
    throw ResourceError(
        fmt::format("port {} of {} is taken or not allowed; expected a free one from 1024 to "
                    "65535, or no `port` for any",
                    port, host));
}

PageServer::~PageServer() = default;

std::string PageServer::address() const { return fmt::format("http://{}:{}/", host, parts_->port); }

bool PageServer::run(const std::function<bool()>& is_over) {
  std::packaged_task<bool()> listen([parts = parts_] { return parts->server.listen_after_bind(); });
  std::future<bool> listening = listen.get_future();
  std::thread thread(std::move(listen));
  while (!is_over() && listening.wait_for(pause) == std::future_status::timeout) continue;
  const bool was_asked = is_over();
  parts_->server.stop();
  if (listening.wait_for(grace) == std::future_status::timeout) {
    thread.detach();
    return false;
  }
  thread.join();
  if (!was_asked) throw ResourceError("the system lets no more connections in; start the server again");
  return true;
}

}  // namespace themata::cli
