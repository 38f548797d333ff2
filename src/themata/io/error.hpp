#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace themata {

/// The program's exit status for an error. Documented in docs/guide/exit-codes.md.
enum class ExitCode : int {
  done = 0,
  check_failed = 1,
  wrong_usage = 2,
  bad_input = 3,
  out_of_resources = 4,
  interrupted = 130
};

/// The base of every error that a user can meet. Its text is one line: what, where, what was expected.
class Error : public std::runtime_error {
 public:
  Error(ExitCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  ExitCode code() const noexcept { return code_; }

 private:
  ExitCode code_;
};

/// A check that the program was asked to make of itself has failed.
struct CheckError : Error {
  explicit CheckError(const std::string& message) : Error(ExitCode::check_failed, message) {}
};

/// An invalid option, or an invalid combination of options.
struct UsageError : Error {
  explicit UsageError(const std::string& message) : Error(ExitCode::wrong_usage, message) {}
};

/// A file with wrong content. Prints as "FILE:LINE: MESSAGE", or "FILE: MESSAGE" if line is 0.
struct InputError : Error {
  InputError(const std::string& file, std::uint64_t line, const std::string& message)
      : Error(ExitCode::bad_input,
              line == 0 ? file + ": " + message : file + ":" + std::to_string(line) + ": " + message) {}
};

/// The machine lacks something that the work needs: memory, disk, permission to write.
struct ResourceError : Error {
  explicit ResourceError(const std::string& message) : Error(ExitCode::out_of_resources, message) {}
};

}  // namespace themata
