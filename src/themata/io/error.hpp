#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

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

/// An option whose value cannot be used.
struct OptionFault {
  std::string option, value, expected;
};

/// An invalid option, or an invalid combination of options. The text has the names of options between backticks, which
/// the command line shows as `--name`.
struct UsageError : Error {
  explicit UsageError(const std::string& message) : Error(ExitCode::wrong_usage, message) {}
  explicit UsageError(OptionFault fault)
      : Error(ExitCode::wrong_usage,
              "`" + fault.option + "` is " + fault.value + "; expected " + fault.expected),
        fault_(std::move(fault)) {}

  /// Where one option alone is at fault.
  const std::optional<OptionFault>& fault() const { return fault_; }

 private:
  std::optional<OptionFault> fault_;
};

/// A file with wrong content. Prints as "FILE:LINE: MESSAGE", or "FILE: MESSAGE" if line is 0.
struct InputError : Error {
  InputError(const std::string& file, std::uint64_t line, const std::string& message)
      : Error(ExitCode::bad_input,
              line == 0 ? file + ": " + message : file + ":" + std::to_string(line) + ": " + message),
        file_(file),
        line_(line),
        problem_(message) {}

  const std::string& file() const { return file_; }
  std::uint64_t line() const { return line_; }             ///< from 1; 0 where it is the file as a whole
  const std::string& problem() const { return problem_; }  ///< what is wrong, and what was expected

 private:
  std::string file_;
  std::uint64_t line_;
  std::string problem_;
};

/// The machine lacks something that the work needs: memory, disk, permission to write.
struct ResourceError : Error {
  explicit ResourceError(const std::string& message) : Error(ExitCode::out_of_resources, message) {}
};

}  // namespace themata
