#include "themata/diagnose/inefficiency.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numeric>

#include "themata/diagnose/spectrum.hpp"
#include "themata/evaluate/quantile.hpp"
#include "themata/io/atomic_file.hpp"
#include "themata/io/error.hpp"
#include "themata/io/plain_text.hpp"
#include "themata/store/fit_checksums.hpp"
#include "themata/store/monitored_file.hpp"

namespace themata {

namespace {

constexpr const char* header = "name\ttopic\tword\tdocument\tmean\tsd\tinefficiency\teffective_size";
constexpr std::size_t n_fields = 8;
constexpr std::size_t factor_field = 6;

Place inefficiency_path(const Place& fit, std::uint32_t chain) {
  return fit / fmt::format("inefficiency-{}.tsv", chain);
}

/// The content of the columns topic, word and document.
struct Described {
  std::size_t topic;  ///< from 0, among the monitored topics
  std::string word = "-", document = "-";
};

/// Descriptions of the columns after `sweep`, in their order.
std::vector<Described> describe(const MonitoredChoice& choice, const std::vector<std::string>& vocabulary) {
  std::vector<Described> columns;
  for (std::size_t i = 0; i < choice.n_topics(); ++i) columns.push_back({i});
  for (std::size_t j = 0; j < choice.n_words(); ++j)
    for (std::size_t i = 0; i < choice.n_topics(); ++i)
      columns.push_back({i, one_line(vocabulary[choice.words[i][j]])});
  for (std::size_t i = 0; i < choice.n_topics(); ++i)
    for (const std::uint32_t d : choice.documents) columns.push_back({i, "-", std::to_string(d)});
  return columns;
}

struct Moments {
  double mean = 0, sd = 0;
};

/// @return  sd is 0 for a single value
Moments moments_of(const std::vector<double>& values) {
  const auto n = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  double squares = 0;
  for (const double x : values) squares += (x - mean) * (x - mean);
  return {mean, values.size() > 1 ? std::sqrt(squares / (n - 1)) : 0};
}

/// The number of each monitored topic in the fit's other files; "-" if the summarized draw does not have the
/// topic.
std::vector<std::string> topic_numbers(const FitFolder& fit, std::uint32_t chain, std::size_t n_topics) {
  const Draw shown = fit.summarized_draw(chain);
  std::vector<std::string> numbers(n_topics, "-");
  // Topics of LDA keep their numbers, so an older draw has the same topics as the newest state.
  const bool fixed_topics = !shown.finds_topics();
  std::vector<std::uint16_t> places = shown.monitored;
  if (places.empty() && fixed_topics) {
    places = fit.checkpoint(chain).monitored;
    for (std::uint16_t& k : places)
      k = static_cast<std::uint16_t>(std::ranges::find(shown.order, k) - shown.order.begin());
  }
  for (std::size_t i = 0; i < std::min(n_topics, places.size()); ++i)
    if (places[i] != Draw::no_topic) numbers[i] = std::to_string(places[i]);
  return numbers;
}

/// The factor from one line of the file.
struct Line {
  std::string kind;
  double factor = 0;
};

Line parse_line(const std::string& text, const Place& path, std::uint64_t number) {
  std::array<std::string_view, n_fields> fields;
  std::string_view rest = text;
  std::size_t n = 0;
  for (; n < n_fields; ++n) {
    const std::size_t tab = rest.find('\t');
    fields[n] = rest.substr(0, tab);
    rest = tab == std::string_view::npos ? std::string_view() : rest.substr(tab + 1);
    if (tab == std::string_view::npos) break;
  }
  const std::string_view field = fields[factor_field];
  Line line{std::string(fields[0].substr(0, fields[0].find('.'))), 0};
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), line.factor);
  if (n + 1 != n_fields || error != std::errc() || end != field.data() + field.size())
    throw InputError(path.string(), number,
                     InputFault{"", fmt::format("{} fields, one of them a factor", n_fields)});
  return line;
}

InefficiencySummary summary_of(const std::string& kind, std::vector<double> factors) {
  InefficiencySummary summary{.kind = kind, .n_moved = 0, .n_still = 0};
  const std::size_t n = factors.size();
  std::erase_if(factors, [](double x) { return !std::isfinite(x); });
  summary.n_moved = factors.size();
  summary.n_still = n - factors.size();
  if (factors.empty()) return summary;
  std::ranges::sort(factors);
  summary.median = quantile_of(factors, 0.5);
  summary.lower_quartile = quantile_of(factors, 0.25);
  summary.upper_quartile = quantile_of(factors, 0.75);
  summary.highest = factors.back();
  const Moments moments = moments_of(factors);
  summary.mean = moments.mean;
  summary.sd = moments.sd;
  return summary;
}

}  // namespace

void write_inefficiency(const FitFolder& fit, const CorpusFolder& corpus, std::uint32_t chain) {
  const Place path = inefficiency_path(fit.path, chain);
  remove(path);
  if (!exists(monitored_path(fit.path, chain))) return;
  require_all_whole(fit.manifest, fit.path, fmt::format("monitored-{}.", chain));
  const MonitoredChoice choice = read_monitored_choice(monitored_choice_path(fit.path, chain),
                                                       corpus.corpus.n_types(), corpus.corpus.n_documents());
  const Trace rows = read_monitored(monitored_path(fit.path, chain), choice);
  if (rows.n_rows() == 0) return;
  const std::vector<Described> columns = describe(choice, corpus.vocabulary);
  const std::vector<std::string> numbers = topic_numbers(fit, chain, choice.n_topics());
  const std::vector<std::uint16_t> last = fit.checkpoint(chain).monitored;
  std::string text = fmt::format("{}\n", header);
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const Described& column = columns[c];
    if (column.topic < last.size() && last[column.topic] == Draw::no_topic) continue;  // the topic has died
    const std::vector<double>& series = rows.columns[c + 1];
    const Moments moments = moments_of(series);
    text += fmt::format("{}\t{}\t{}\t{}\t{:.9g}\t{:.9g}\t{:.6g}\t{:.6g}\n", rows.names[c + 1],
                        numbers[column.topic], column.word, column.document, moments.mean, moments.sd,
                        inefficiency_factor(series), effective_size(series));
  }
  write_file_atomically(path, text);
}

std::vector<InefficiencySummary> inefficiency_summaries(const FitFolder& fit, std::uint32_t chain) {
  const Place path = inefficiency_path(fit.path, chain);
  std::vector<InefficiencySummary> summaries;
  if (!exists(path)) return summaries;
  require_all_whole(fit.manifest, fit.path, fmt::format("inefficiency-{}.", chain));
  const std::vector<std::string> rows = read_lines(path);
  std::vector<Line> lines;
  for (std::size_t i = 1; i < rows.size(); ++i) lines.push_back(parse_line(rows[i], path, i + 1));
  for (const char* kind : {"phi", "theta", "tokens"}) {
    std::vector<double> factors;
    for (const Line& line : lines)
      if (line.kind == kind) factors.push_back(line.factor);
    if (!factors.empty()) summaries.push_back(summary_of(kind, std::move(factors)));
  }
  return summaries;
}

nlohmann::json to_json(const InefficiencySummary& s) {
  nlohmann::json facts = {{"n_moved", s.n_moved}, {"n_still", s.n_still}};
  if (s.n_moved > 0)
    facts.update({{"median", s.median},
                  {"lower_quartile", s.lower_quartile},
                  {"upper_quartile", s.upper_quartile},
                  {"highest", s.highest},
                  {"mean", s.mean},
                  {"sd", s.sd}});
  return facts;
}

std::string inefficiency_line(const InefficiencySummary& s) {
  const std::string still = s.n_still > 0 ? fmt::format("; {} more are constant", s.n_still) : "";
  if (s.n_moved == 0) return fmt::format("{}: all of {} quantities are constant", s.kind, s.n_still);
  return fmt::format(
      "{}: median {:.2f}, quartiles {:.2f} and {:.2f}, highest {:.1f}, mean {:.2f} (sd {:.1f}), "
      "of {} quantities{}",
      s.kind, s.median, s.lower_quartile, s.upper_quartile, s.highest, s.mean, s.sd, s.n_moved, still);
}

}  // namespace themata
