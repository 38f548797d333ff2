#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

namespace themata {

/// What would help after an error. How it is done is for each program to say: the command line names a
/// subcommand.
enum class Remedy {
  resume_fit,
  extend_fit,  ///< it is complete: more sweeps
  make_corpus,
  make_fit,
  make_corpus_or_fit,
  show_import_options,
  make_rating_tasks
};

struct Suggestion {
  Remedy remedy;
  std::string folder;  ///< the folder of the fit or the corpus that it is about; else empty
};

/// The base of every error that a user can meet. Its text is one line: what, where, what was expected.
class Error : public std::runtime_error {
 public:
  explicit Error(const std::string& message, std::optional<Suggestion> suggestion = std::nullopt)
      : std::runtime_error(message), suggestion_(std::move(suggestion)) {}
  const std::optional<Suggestion>& suggestion() const noexcept { return suggestion_; }

 private:
  std::optional<Suggestion> suggestion_;
};

/// A check that the program was asked to make of itself has failed.
struct CheckError : Error {
  explicit CheckError(const std::string& message) : Error(message) {}
};

/// An option whose value cannot be used.
struct OptionFault {
  std::string option, value, expected;
};

/// An invalid option, or an invalid combination of options. The text has the names of options between
/// backticks, which the command line shows as `--name`.
struct UsageError : Error {
  explicit UsageError(const std::string& message) : Error(message) {}
  explicit UsageError(OptionFault fault)
      : Error("`" + fault.option + "` is " + fault.value + "; expected " + fault.expected),
        fault_(std::move(fault)) {}
  /// With a text of its own, where the value alone would not explain what is wrong.
  UsageError(const std::string& message, OptionFault fault) : Error(message), fault_(std::move(fault)) {}

  /// Where one option alone is at fault.
  const std::optional<OptionFault>& fault() const { return fault_; }

 private:
  std::optional<OptionFault> fault_;
};

/// What is wrong with a file, and what was expected instead. The text is "PROBLEM; expected EXPECTED"; each
/// of the two may be all there is to say.
struct InputFault {
  std::string problem, expected = {};

  std::string text() const {
    if (expected.empty()) return problem;
    return (problem.empty() ? "expected " : problem + "; expected ") + expected;
  }
};

/// A file with wrong content. Prints as "FILE:LINE: PROBLEM; expected EXPECTED", without ":LINE" if line is
/// 0.
struct InputError : Error {
  InputError(const std::string& file, std::uint64_t line, InputFault fault,
             std::optional<Suggestion> suggestion = std::nullopt)
      : Error(message(file, line, fault), std::move(suggestion)),
        file_(file),
        line_(line),
        fault_(std::move(fault)) {}
  InputError(const std::string& file, std::uint64_t line, const std::string& problem,
             std::optional<Suggestion> suggestion = std::nullopt)
      : InputError(file, line, InputFault{problem}, std::move(suggestion)) {}

  const std::string& file() const { return file_; }
  std::uint64_t line() const { return line_; }  ///< from 1; 0 where it is the file as a whole
  const std::string& problem() const { return fault_.problem; }    ///< what is wrong
  const std::string& expected() const { return fault_.expected; }  ///< instead of it; may be empty

 private:
  static std::string message(std::string text, std::uint64_t line, const InputFault& fault) {
    if (line != 0) text.append(1, ':').append(std::to_string(line));
    return text.append(": ").append(fault.text());
  }
  std::string file_;
  std::uint64_t line_;
  InputFault fault_;
};

/// The machine lacks something that the work needs: memory, disk, permission to write.
struct ResourceError : Error {
  explicit ResourceError(const std::string& message, std::optional<Suggestion> suggestion = std::nullopt)
      : Error(message, std::move(suggestion)) {}
};

}  // namespace themata
