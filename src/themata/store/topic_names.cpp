#include "themata/store/topic_names.hpp"

#include <fmt/core.h>

#include <charconv>
#include <optional>
#include <string_view>
#include <utility>

#include "themata/io/lines.hpp"
#include "themata/io/plain_text.hpp"

namespace themata {

namespace {

constexpr const char* form = "a topic's number, a tab and its name";

std::optional<std::size_t> number_in(std::string_view text) {
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// A name that can be printed in one line. @throws InputError
std::string checked_name(const LineReader& reader, std::string_view text) {
  const std::size_t first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) reader.refuse(InputFault{"has an empty name", form});
  std::string name(text.substr(first, text.find_last_not_of(' ') - first + 1));
  if (one_line(name) != name)
    reader.refuse(InputFault{"has a tab or another control character in the name", form});
  if (name.size() > longest_topic_name)
    reader.refuse(InputFault{fmt::format("has a name of {} bytes", name.size()),
                             fmt::format("at most {}", longest_topic_name)});
  return name;
}

}  // namespace

std::vector<std::string> read_topic_names(const std::string& path, std::size_t n_topics,
                                          std::vector<std::string> names) {
  names.resize(n_topics);
  std::vector<std::uint64_t> lines(n_topics, 0);  // where each topic was named
  LineReader reader(path);
  bool any = false;
  for (std::string_view line; reader.next(line);) {
    if (line.empty() || (reader.line() == 1 && line == "topic\tname")) continue;
    const std::size_t tab = line.find('\t');
    const std::optional<std::size_t> topic = number_in(line.substr(0, tab));
    if (tab == std::string_view::npos || !topic)
      reader.refuse(InputFault{"does not begin with a number and a tab", form});
    if (*topic >= n_topics)
      reader.refuse(InputFault{
          fmt::format("names topic {}", *topic),
          n_topics == 0 ? "no topic: the fit has none" : fmt::format("a topic from 0 to {}", n_topics - 1)});
    if (lines[*topic] > 0)
      reader.refuse(InputFault{fmt::format("names topic {} again, after line {}", *topic, lines[*topic]),
                               "one line per topic"});
    names[*topic] = checked_name(reader, line.substr(tab + 1));
    lines[*topic] = reader.line();
    any = true;
  }
  if (!any) throw InputError(path, 0, InputFault{"has no names", std::string("lines of ") + form});
  return names;
}

ShownFit with_names(ShownFit shown, const std::string& path) {
  if (!path.empty())
    shown.given.topic_names =
        read_topic_names(path, shown.draw.n_topics(), std::move(shown.given.topic_names));
  return shown;
}

}  // namespace themata
