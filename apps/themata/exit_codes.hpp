#pragma once

#include <string>

#include "themata/io/error.hpp"

namespace themata::cli {

/// The program's exit status. Documented in docs/guide/exit-codes.md.
enum class ExitCode : int {
  done = 0,
  check_failed = 1,
  wrong_usage = 2,
  bad_input = 3,
  out_of_resources = 4,
  interrupted = 130
};

/// The work was stopped by a signal. The text says what was saved, and how to continue.
struct Interrupted : Error {
  explicit Interrupted(const std::string& message) : Error(message) {}
};

}  // namespace themata::cli
