#include "themata/run/monitor.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <numeric>

#include "themata/io/error.hpp"
#include "themata/random/stream.hpp"

namespace themata {

namespace {

/// Slots with tokens, largest first; not the flag, which is no topic but stands for many.
std::vector<std::uint16_t> topics_by_size(const AnyChain& chain) {
  const std::vector<std::int64_t> sizes = chain.topic_sizes();
  std::vector<std::uint16_t> slots;
  for (std::size_t k = 0; k < sizes.size(); ++k)
    if (sizes[k] > 0 && !chain.stands_for_many(k)) slots.push_back(static_cast<std::uint16_t>(k));
  std::ranges::stable_sort(slots, [&](std::uint16_t a, std::uint16_t b) { return sizes[a] > sizes[b]; });
  return slots;
}

/// So many of a list in equal steps from its first to its last.
std::vector<std::uint16_t> in_equal_steps(const std::vector<std::uint16_t>& list, std::size_t wanted) {
  const std::size_t n = std::min(wanted, list.size());
  std::vector<std::uint16_t> chosen;
  for (std::size_t i = 0; i < n; ++i) chosen.push_back(list[n == 1 ? 0 : i * (list.size() - 1) / (n - 1)]);
  return chosen;
}

/// Documents with tokens, so many of them at random without repetition, ascending. All chains of a fit have
/// the same.
std::vector<std::uint32_t> draw_documents(const Corpus& corpus, std::uint64_t seed, std::uint64_t wanted) {
  std::vector<std::uint32_t> documents;
  for (std::size_t d = 0; d < corpus.n_documents(); ++d)
    if (corpus.length(d) > 0) documents.push_back(static_cast<std::uint32_t>(d));
  const std::size_t n = std::min<std::size_t>(wanted, documents.size());
  Stream stream(chain_key(seed, 0), Purpose::monitor, 0, 0);
  for (std::size_t i = 0; i < n; ++i)
    std::swap(documents[i], documents[i + stream.below(static_cast<std::uint32_t>(documents.size() - i))]);
  documents.resize(n);
  std::ranges::sort(documents);
  return documents;
}

/// The W word types with the largest E(phi_kv | z); ties by their place in the vocabulary.
std::vector<std::uint32_t> top_words(const MonitoredWords& means, std::size_t n_types, std::size_t wanted) {
  std::vector<double> mean(n_types);
  for (std::size_t v = 0; v < n_types; ++v) mean[v] = means.of(v);
  std::vector<std::uint32_t> types(n_types);
  std::iota(types.begin(), types.end(), 0U);
  const auto end = types.begin() + static_cast<std::ptrdiff_t>(std::min(wanted, n_types));
  std::partial_sort(types.begin(), end, types.end(), [&](std::uint32_t a, std::uint32_t b) {
    return mean[a] != mean[b] ? mean[a] > mean[b] : a < b;
  });
  types.erase(end, types.end());
  return types;
}

/// The name of the topic in a slot; 0 where topics have none.
std::uint64_t name_of(const AnyChain& chain, std::uint16_t slot) {
  const std::span<const std::uint64_t> names = chain.topic_names();
  return slot < names.size() ? names[slot] : 0;
}

}  // namespace

Monitor::Monitor(const MonitorPlace& place, const Draw* begun, const AnyChain& chain) : place_(place) {
  const bool chosen =
      place_.options.monitors() && begun != nullptr && begun->sweep >= place_.options.monitor_from;
  // Rows that a killed run wrote after its last saved state are of sweeps that are yet to come
  if (!chosen) {
    for (const auto& path :
         {monitored_path(place_.fit, place_.chain), monitored_choice_path(place_.fit, place_.chain)})
      remove(path);
    return;
  }
  choice_ = read_monitored_choice(monitored_choice_path(place_.fit, place_.chain), place_.corpus.n_types(),
                                  place_.corpus.n_documents());
  slots_ = begun->monitored;
  if (slots_.size() != choice_.n_topics())
    throw InputError(checkpoint_path(place_.fit, place_.chain).string(), 0,
                     InputFault{fmt::format("is damaged: it monitors {} topics", slots_.size()),
                                fmt::format("{}", choice_.n_topics())});
  for (const std::uint16_t slot : slots_) names_.push_back(name_of(chain, slot));
  open(begun->sweep);
}

void Monitor::open(std::uint64_t sweeps_done) {
  rows_.emplace(monitored_path(place_.fit, place_.chain), RowFile::Layout{place_.comments, 0}, sweeps_done);
  rows_->write_header(monitored_header(choice_));
}

void Monitor::choose(const AnyChain& chain, std::uint64_t sweep) {
  const FitOptions& options = place_.options;
  slots_ = in_equal_steps(topics_by_size(chain), options.monitor_topics);
  choice_ = {sweep, {}, draw_documents(place_.corpus, options.seed, options.monitor_documents)};
  const auto made = chain.words();
  MonitoredWords& means = *made;
  for (const std::uint16_t slot : slots_) {
    means.turn_to(slot);
    choice_.words.push_back(top_words(means, place_.corpus.n_types(), options.monitor_words));
    names_.push_back(name_of(chain, slot));
  }
  write_monitored_choice(monitored_choice_path(place_.fit, place_.chain), choice_);
  open(sweep - 1);
}

void Monitor::find_topics(const AnyChain& chain) {
  const std::span<const std::uint64_t> names = chain.topic_names();
  if (names.empty()) return;
  const std::vector<std::int64_t> sizes = chain.topic_sizes();
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    if (slots_[i] == Draw::no_topic) continue;
    const auto found = static_cast<std::size_t>(std::ranges::find(names, names_[i]) - names.begin());
    const bool alive = found < names.size() && sizes[found] > 0;
    slots_[i] = alive ? static_cast<std::uint16_t>(found) : Draw::no_topic;
  }
}

std::string Monitor::row(const AnyChain& chain, std::uint64_t sweep) const {
  const std::size_t topics = slots_.size();
  std::vector<double> phi(choice_.n_words() * topics), theta(topics * choice_.documents.size());
  std::string text = fmt::format("{}", sweep);
  const auto made_words = chain.words();
  MonitoredWords& words = *made_words;
  for (std::size_t i = 0; i < topics; ++i) {
    words.turn_to(slots_[i]);
    fmt::format_to(std::back_inserter(text), ",{}", words.size());
    for (std::size_t j = 0; j < choice_.n_words(); ++j) phi[j * topics + i] = words.of(choice_.words[i][j]);
  }
  const auto made_documents = chain.documents();
  MonitoredDocuments& documents = *made_documents;
  for (std::size_t d = 0; d < choice_.documents.size(); ++d) {
    documents.turn_to(choice_.documents[d]);
    for (std::size_t i = 0; i < topics; ++i)
      theta[i * choice_.documents.size() + d] = documents.of(slots_[i]);
  }
  for (const auto* values : {&phi, &theta})
    for (const double value : *values) fmt::format_to(std::back_inserter(text), ",{}", value);
  return text;
}

void Monitor::observe(const AnyChain& chain, std::uint64_t sweep) {
  if (!place_.options.monitors() || sweep < place_.options.monitor_from) return;
  if (rows_)
    find_topics(chain);
  else
    choose(chain, sweep);
  rows_->write_row(row(chain, sweep));
}

void Monitor::sync() {
  if (rows_) rows_->sync();
}

}  // namespace themata
