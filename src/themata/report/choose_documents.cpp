#include <algorithm>
#include <set>

#include "themata/random/stream.hpp"
#include "themata/report/budget.hpp"
#include "themata/report/documents.hpp"

namespace themata::report_parts {

namespace {

constexpr std::uint64_t seed = 2026;           ///< of the sample, so that equal fits have equal pages
constexpr std::size_t most_topics_shown = 10;  ///< shown of a document
constexpr std::size_t many_documents = 1000,
                      topics_of_many = 4;  ///< the same of one of more leading documents
constexpr double least_share = 0.01;       ///< of a topic that is shown
constexpr std::size_t bytes_of_topic = 1200, bytes_of_document = 400;  ///< about what they take in a page

bool before(const TopicDocument& a, const TopicDocument& b) {
  if (a.share != b.share) return a.share > b.share;
  return a.tokens != b.tokens ? a.tokens > b.tokens : a.document < b.document;
}

/// How many different documents the lists have, of each the first `most`.
std::size_t count_different(const TopicDocuments& found, std::size_t most) {
  std::set<std::size_t> different;
  for (const auto& top : found.top)
    for (std::size_t i = 0; i < std::min(most, top.size()); ++i) different.insert(top[i].document);
  return different.size();
}

/// Cuts the lists so that they have at most `limit` different documents together, or one each.
void cut(TopicDocuments& found, std::size_t limit) {
  while (found.most > 1 && count_different(found, found.most) > limit) --found.most;
  for (auto& top : found.top)
    if (top.size() > found.most) top.erase(top.begin() + static_cast<std::ptrdiff_t>(found.most), top.end());
}

/// Documents with tokens drawn without replacement, ascending (Knuth's algorithm S).
std::vector<std::size_t> sample_of(const Corpus& corpus, std::size_t n) {
  Stream stream(chain_key(seed, 1), Purpose::rating, 0, 0);
  std::size_t left = corpus.n_documents() - count_empty(corpus);
  std::vector<std::size_t> sample;
  for (std::size_t d = 0; d < corpus.n_documents() && sample.size() < n; ++d) {
    if (corpus.length(d) == 0) continue;
    if (stream.below(static_cast<std::uint32_t>(left)) < n - sample.size()) sample.push_back(d);
    --left;
  }
  return sample;
}

/// What documents lead, and how many of its topics each shows.
struct Leading {
  std::set<std::uint32_t> topics = {};
  std::size_t shown = most_topics_shown;
};

/// The topics to show of a document, largest proportion first: the largest, and those that it leads.
std::vector<std::uint32_t> topics_of(const ReportSource& source, std::size_t d, const Leading& led) {
  const auto topics = source.shares->counts().columns_of(d), tokens = source.shares->counts().counts_of(d);
  std::vector<std::pair<double, std::uint32_t>> shares;
  for (std::size_t i = 0; i < topics.size(); ++i) {
    const auto k = static_cast<std::uint32_t>(topics[i]);
    shares.emplace_back(-source.shares->share(d, k, tokens[i]), k);
  }
  std::ranges::sort(shares);
  std::vector<std::uint32_t> result;
  for (std::size_t i = 0; i < shares.size(); ++i)
    if ((i < led.shown && -shares[i].first >= least_share) || led.topics.contains(shares[i].second))
      result.push_back(shares[i].second);
  return result;
}

/// Whether all documents are as many as were asked for, or few enough for the page.
bool takes_all(const ReportSource& source) {
  const ReportLimits& limits = source.options.limits;
  const std::size_t all = source.corpus().n_documents();
  if (limits.sampled || all > limits.whole) return all <= limits.sampled.value_or(0);
  std::size_t bytes = source.n_topics() * bytes_of_topic + all * bytes_of_document;
  for (std::size_t d = 0; d < all; ++d) bytes += about_bytes(source, d);
  return bytes <= limits.page;
}

}  // namespace

TopicDocuments find_topic_documents(const ReportSource& source) {
  TopicDocuments result{std::vector<std::vector<TopicDocument>>(source.n_topics()),
                        std::vector<std::size_t>(source.n_topics(), 0), source.options.limits.documents};
  const std::size_t n_top = result.most;
  const SparseCounts& counts = source.shares->counts();
  for (std::size_t d = 0; d < counts.n_rows(); ++d) {
    const auto topics = counts.columns_of(d), tokens = counts.counts_of(d);
    for (std::size_t i = 0; i < topics.size(); ++i) {
      const auto k = static_cast<std::size_t>(topics[i]);
      ++result.n_documents[k];
      std::vector<TopicDocument>& heap = result.top[k];  // its front is the one to remove first
      heap.push_back({d, source.shares->share(d, k, tokens[i]), tokens[i]});
      std::push_heap(heap.begin(), heap.end(), before);
      if (heap.size() <= n_top) continue;
      std::pop_heap(heap.begin(), heap.end(), before);
      heap.pop_back();
    }
  }
  for (auto& heap : result.top) std::sort_heap(heap.begin(), heap.end(), before);
  for (std::size_t k = topic_budget(source).shown; k < result.top.size(); ++k) result.top[k].clear();
  cut(result, source.options.limits.leading);
  return result;
}

PageDocument sampled_document(const ReportSource& source, std::size_t d) {
  return {d, true, topics_of(source, d, {})};
}

DocumentChoice choose_documents(const ReportSource& source, const TopicDocuments& found) {
  DocumentChoice choice;
  Mentions order;
  std::map<std::size_t, Leading> led;
  for (std::uint32_t k = 0; k < found.top.size(); ++k) {
    choice.places.emplace_back();
    for (const TopicDocument& each : found.top[k]) {
      choice.places.back().push_back(order.number(each.document));
      led[each.document].topics.insert(k);
    }
  }
  const std::size_t all = source.corpus().n_documents(), leading = order.things().size();
  const ReportLimits& limits = source.options.limits;
  choice.has_all = takes_all(source);
  std::vector<std::size_t> sample;
  if (choice.has_all)
    for (std::size_t d = 0; d < all; ++d) sample.push_back(d);
  else
    sample = sample_of(source.corpus(), limits.sampled.value_or(limits.usually_sampled));
  choice.n_sampled = sample.size();
  for (const std::size_t d : sample) order.number(d);
  const std::set<std::size_t> sampled(sample.begin(), sample.end());
  for (const std::size_t d : order.things()) {
    if (leading > many_documents && !sampled.contains(d)) led[d].shown = topics_of_many;
    choice.documents.push_back({d, sampled.contains(d), topics_of(source, d, led[d])});
  }
  return choice;
}

PageRows read_rows(const ReportSource& source, const DocumentChoice& choice) {
  std::map<std::size_t, std::size_t> wanted;
  for (std::size_t i = 0; i < choice.documents.size(); ++i) wanted[choice.documents[i].document] = i;
  PageRows rows;
  rows.of_page.resize(choice.documents.size());
  FieldScan scan(source.corpus().n_documents());
  for_each_document(source.shown.corpus, [&](std::size_t d, DocumentRow&& row) {
    scan.add(d, row.metadata);
    if (const auto found = wanted.find(d); found != wanted.end())
      rows.of_page[found->second] = std::move(row);
  });
  rows.fields = scan.groups(source.corpus());
  return rows;
}

}  // namespace themata::report_parts
