#include "themata/align/unclear_topics.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "themata/io/error.hpp"
#include "themata/io/format.hpp"
#include "themata/models/same_topics.hpp"

namespace themata {

namespace {

constexpr std::size_t least_draws = 2, one_in = 10, most_named = 10;

std::string names_of(const std::vector<std::size_t>& topics) {
  if (topics.size() == 1) return fmt::format("topic {}", topics.front());
  if (topics.size() > most_named) {
    const std::vector<std::size_t> named(topics.begin(), topics.begin() + most_named);
    return fmt::format("topics {} and {} more", listed(named, ", "), topics.size() - most_named);
  }
  const std::vector<std::size_t> first(topics.begin(), topics.end() - 1);
  return fmt::format("topics {} and {}", listed(first, ", "), topics.back());
}

}  // namespace

void UnclearTopics::add(std::span<const std::uint16_t> topics) {
  ++draws_;
  for (const std::uint16_t k : topics) ++counts_.at(k);
}

std::vector<std::size_t> UnclearTopics::topics() const {
  std::vector<std::size_t> often;
  for (std::size_t k = 0; k < counts_.size(); ++k)
    if (counts_[k] >= least_draws && one_in * counts_[k] >= draws_) often.push_back(k);
  return often;
}

std::string UnclearTopics::text(std::span<const std::size_t> among) const {
  std::vector<std::size_t> said = topics();
  if (!among.empty())
    std::erase_if(said, [&](std::size_t k) { return std::ranges::find(among, k) == among.end(); });
  if (said.empty()) return "";
  std::size_t most = 0;
  for (const std::size_t k : said) most = std::max(most, counts_[k]);
  const bool is_one = said.size() == 1;
  return fmt::format(
      "{} cannot be told apart from {} in {}{} of {} kept draws, so what is said of {} is of several "
      "topics at once; fewer topics may come apart",
      names_of(said), is_one ? "another topic" : "other topics", is_one ? "" : "up to ", most, draws_,
      is_one ? "it" : "them");
}

UnclearTopics unclear_topics(const FitFolder& fit, std::uint32_t chain) {
  const std::vector<std::uint64_t> sweeps = fit.kept_sweeps(chain);
  if (sweeps.empty()) return {};
  const Draw shown = fit.summarized_draw(chain);
  const GivenPriors given = given_of(fit, shown);
  UnclearTopics topics(shown.n_topics());
  for (const std::uint64_t sweep : sweeps) {
    Draw draw = fit.draw(chain, sweep);
    if (draw.z.size() != shown.z.size() || draw.n_topics() != shown.n_topics())
      throw InputError(draw_path(fit.path, chain, sweep).string(), 0,
                       "is damaged: it does not match the other draws of this fit");
    topics.add(numbered_as(std::move(draw), shown, given).unclear);
  }
  return topics;
}

}  // namespace themata
