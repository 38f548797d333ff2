#include "themata/store/output_path.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <system_error>

#include "themata/io/error.hpp"
#include "themata/io/stream.hpp"

namespace themata {

namespace fs = std::filesystem;

namespace {

bool is_made_by_us(const fs::path& folder) {
  std::error_code ignored;
  return fs::exists(folder / "manifest.json", ignored) || fs::exists(folder / "grid.json", ignored);
}

}  // namespace

bool has_a_name_of_ours(const fs::path& file) {
  constexpr std::array<std::string_view, 12> names{
      "manifest.json", "grid.json", "documents.jsonl", "vocabulary.txt",  "labels.txt",      "tree.tsv",
      "phrases.tsv",   "sweep.tsv", "sweep.svg",       "topic-count.tsv", "topic-names.txt", ".lock"};
  constexpr std::array<std::string_view, 5> beginnings{"trace-", "monitored-", "inefficiency-", "topics-",
                                                       "labels-"};
  const std::string name = file.filename().string(), ending = file.extension().string();
  const bool is_score = file.parent_path().filename() == "scores" && ending == ".json";
  return is_score || std::ranges::find(names, name) != names.end() || ending == ".npy" || ending == ".npz" ||
         std::ranges::any_of(beginnings, [&](std::string_view start) { return name.starts_with(start); });
}

fs::path output_path(const fs::path& asked) {
  if (asked.empty())
    throw UsageError("`output` is empty; expected the name of a file to write",
                     {"output", "", "the name of a file to write"});
  if (is_stream(asked)) {
    check_stream(asked);
    return asked;
  }
  std::error_code error, ignored;
  const bool is_link = fs::is_symlink(asked, ignored);
  fs::path path = is_link ? fs::weakly_canonical(asked, error) : asked;
  if (error)
    throw UsageError(fmt::format("{}: is a broken link; name another `output`", asked.string()),
                     {"output", asked.string(), "the name of a file to write"});
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) return path;
  if (!fs::is_regular_file(status) && !fs::is_directory(status))
    throw UsageError(fmt::format("{}: is a device; expected the name of a file to write", asked.string()),
                     {"output", asked.string(), "the name of a file to write"});
  const fs::path folder = fs::absolute(path).lexically_normal().parent_path();
  if ((is_made_by_us(folder) || is_made_by_us(folder.parent_path())) &&
      has_a_name_of_ours(fs::absolute(path).lexically_normal()))
    throw UsageError(fmt::format("{}: is part of {}; name another `output`", asked.string(), folder.string()),
                     {"output", asked.string(), "a file outside of this folder"});
  return path;
}

}  // namespace themata
