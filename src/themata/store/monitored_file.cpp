#include "themata/store/monitored_file.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "themata/io/atomic_file.hpp"
#include "themata/io/error.hpp"
#include "themata/io/format.hpp"
#include "themata/io/json.hpp"

namespace themata {
using nlohmann::json;

namespace {

std::vector<std::string> column_names(const MonitoredChoice& choice) {
  const std::size_t topics = choice.n_topics();
  std::vector<std::string> names{"sweep"};
  for (std::size_t i = 1; i <= topics; ++i) names.push_back(fmt::format("tokens.{}", i));
  for (std::size_t j = 1; j <= choice.n_words(); ++j)
    for (std::size_t i = 1; i <= topics; ++i) names.push_back(fmt::format("phi.{}.{}", i, j));
  for (std::size_t i = 1; i <= topics; ++i)
    for (std::size_t d = 1; d <= choice.documents.size(); ++d)
      names.push_back(fmt::format("theta.{}.{}", d, i));
  return names;
}

/// Why a choice read from a file does not fit the corpus; "" if it does.
std::string find_fault(const MonitoredChoice& choice, std::size_t n_types, std::size_t n_documents) {
  if (choice.from == 0 || choice.words.empty()) return "it monitors no sweep or no topic";
  for (const std::vector<std::uint32_t>& list : choice.words) {
    if (list.size() != choice.n_words()) return "its topics differ in their number of words";
    for (const std::uint32_t v : list)
      if (v >= n_types) return fmt::format("it has word type {}; the corpus has {} types", v, n_types);
  }
  for (const std::uint32_t d : choice.documents)
    if (d >= n_documents) return fmt::format("it has document {} of {} documents", d, n_documents);
  return "";
}

}  // namespace

Place monitored_path(const Place& fit, std::uint32_t chain) {
  return fit / fmt::format("monitored-{}.csv", chain);
}

Place monitored_choice_path(const Place& fit, std::uint32_t chain) {
  return fit / fmt::format("monitored-{}.json", chain);
}

std::string monitored_header(const MonitoredChoice& choice) { return listed(column_names(choice), ","); }

void write_monitored_choice(const Place& path, const MonitoredChoice& choice) {
  const json text = {{"from", choice.from}, {"words", choice.words}, {"documents", choice.documents}};
  write_file_atomically(path, dump_json(text) + "\n");
}

MonitoredChoice read_monitored_choice(const Place& path, std::size_t n_types, std::size_t n_documents) {
  MonitoredChoice choice;
  try {
    const json text = parse_json<json>(read_text(path));
    text.at("from").get_to(choice.from);
    text.at("words").get_to(choice.words);
    text.at("documents").get_to(choice.documents);
  } catch (const json::exception& error) {
    throw InputError(path.string(), 0, fmt::format("is damaged: {}", error.what()));
  }
  const std::string fault = find_fault(choice, n_types, n_documents);
  if (!fault.empty()) throw InputError(path.string(), 0, "is damaged: " + fault);
  return choice;
}

Trace read_monitored(const Place& path, const MonitoredChoice& choice) {
  Trace trace = read_trace(path);
  if (trace.names != column_names(choice))
    throw InputError(path.string(), 0, "is damaged: its columns are not those that the fit monitors");
  return trace;
}

}  // namespace themata
