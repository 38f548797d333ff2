#include "themata/report/budget.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace themata::report_parts {

namespace {

constexpr std::size_t words_of_all_topics = 9000;
constexpr std::size_t many_topics = 1000, more_topics = 1500, most_topics = 3000;

/// Words that a topic has at least.
std::size_t least_words(std::size_t n_topics) {
  if (n_topics <= more_topics) return 10;
  return n_topics <= most_topics ? 8 : 5;
}

}  // namespace

TopicBudget topic_budget(const ReportSource& source) {
  const std::size_t topics = source.n_topics();
  const bool is_tree = source.shown.draw.rates() != nullptr && !source.shown.given.parents.empty();
  const std::size_t share = words_of_all_topics / std::max<std::size_t>(1, topics);
  return {.shown = is_tree ? topics : std::min(topics, source.options.limits.topics),
          .words = std::min(source.options.limits.words, std::max(least_words(topics), share)),
          .related = topics > many_topics ? 3U : 5U};
}

std::size_t words_of_other(std::size_t n_topics) { return n_topics > many_topics ? 5 : 10; }

std::vector<std::string> left_out_text(const ReportSource& source, const LeftOut& left_out) {
  const TopicBudget budget = topic_budget(source);
  const ReportLimits& limits = source.options.limits;
  std::vector<std::string> lines;
  if (budget.shown < source.n_topics())
    lines.push_back(fmt::format("the {} smallest topics", source.n_topics() - budget.shown));
  if (budget.words < limits.words)
    lines.push_back(fmt::format("all but the {} best words of a topic in each order (of {})", budget.words,
                                limits.words));
  if (left_out.leading < limits.documents)
    lines.push_back(
        fmt::format("all but {} of the {} leading documents of a topic", left_out.leading, limits.documents));
  if (left_out.documents > 0)
    lines.push_back(fmt::format("the {} of {} {}", source.texts ? "texts" : "words", left_out.documents,
                                left_out.documents == 1 ? "document" : "documents"));
  if (left_out.fields < budget.shown)
    lines.push_back(fmt::format("shares by metadata of all but the first {} topics", left_out.fields));
  return lines;
}

}  // namespace themata::report_parts
