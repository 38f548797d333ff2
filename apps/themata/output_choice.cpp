#include "output_choice.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "themata/io/error.hpp"
#include "themata/io/place.hpp"
#include "themata/io/stream.hpp"
#include "themata/store/output_path.hpp"

namespace themata::cli {

namespace {

/// Of standard output while it is an output file; "" if it is none.
std::string& name_of_stream() {
  static std::string name;
  return name;
}

}  // namespace

bool is_standard_output(const std::string& asked) {
  return asked == "-" || asked == "/dev/stdout" || asked == "/dev/fd/1" || asked == "/proc/self/fd/1";
}

bool is_stream_named(const std::string& asked) { return is_standard_output(asked) || is_stream(asked); }

void add_table_format(CLI::App& subcommand, std::string& format) {
  subcommand
      .add_option("--format", format,
                  "tsv, jsonl or npz (default: as the ending of the file says, otherwise tsv)")
      ->check(CLI::IsMember({"tsv", "jsonl", "npz"}).description(""))
      ->type_name("FORMAT");
}

std::string chosen_format(const std::string& given, const std::string& output) {
  if (!given.empty()) return given;
  const std::string ending = std::filesystem::path(output).extension().string();
  return ending == ".jsonl" || ending == ".npz" ? ending.substr(1) : "tsv";
}

void refuse_stream_of_matrices(const std::filesystem::path& output, const std::string& format) {
  if (format == "npz") static_cast<void>(Place(output).with_ending(""));
}

std::filesystem::path chosen_output(const std::string& asked) {
  std::filesystem::path path = output_path(asked == "-" ? "/dev/stdout" : asked);
  if (!is_standard_output(path.string())) return path;
  std::fflush(stdout);
  const int kept = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
  if (kept < 0 || ::dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
    throw ResourceError(fmt::format("standard output cannot be written: {}", std::strerror(errno)));
  return name_of_stream() = fmt::format("/dev/fd/{}", kept);
}

std::string as_asked(std::string message) {
  const std::string& name = name_of_stream();
  for (std::size_t at = 0; !name.empty() && (at = message.find(name, at)) != std::string::npos;)
    message.replace(at, name.size(), "standard output");
  return message;
}

}  // namespace themata::cli
