#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "themata/report/served_report.hpp"

namespace themata::cli {

/// Serves a report to this machine alone: it listens on 127.0.0.1, answers GET and HEAD, and refuses requests
/// that name another host, so that no page from elsewhere can read it under a name of its own (DNS
/// rebinding). `/` is the page, `/document/KEY` and `/documents?query=TEXT` are ServedReport's JSON.
class PageServer {
 public:
  /// @param report  must outlive the server
  /// @param port  0: any that is free
  /// @throws ResourceError if the port is taken
  PageServer(const ServedReport& report, std::uint16_t port);
  ~PageServer();

  std::string address() const;  ///< http://127.0.0.1:PORT/
  /// Answers until `is_over`, which is asked 20 times a second. @returns false if half a second later a
  /// connection is still open: then end the program at once.
  /// @throws ResourceError if the system lets no more connections in
  bool run(const std::function<bool()>& is_over);

 private:
  struct Parts;
  std::shared_ptr<Parts> parts_;
};

}  // namespace themata::cli
