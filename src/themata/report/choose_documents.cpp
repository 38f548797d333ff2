#include <algorithm>
#include <set>

#include "themata/random/stream.hpp"
#include "themata/report/documents.hpp"

namespace themata::report_parts {

namespace {

constexpr std::uint64_t seed = 2026;           ///< of the sample, so that equal fits have equal pages
constexpr std::size_t most_topics_shown = 10;  ///< shown of a document
constexpr double least_share = 0.01;           ///< of a topic that is shown
constexpr std::size_t least_leading = 3;       ///< documents per topic, however many topics there are

bool before(const TopicDocument& a, const TopicDocument& b) {
  if (a.share != b.share) return a.share > b.share;
  return a.tokens != b.tokens ? a.tokens > b.tokens : a.document < b.document;
}

/// Cuts the lists so that they have about `most` different documents together.
void cut(TopicDocuments& found, std::size_t most) {
  std::set<std::size_t> different;
  std::size_t longest = 0;
  for (const auto& top : found.top) {
    longest = std::max(longest, top.size());
    for (const TopicDocument& each : top) different.insert(each.document);
  }
  if (different.size() <= most) return;
  const std::size_t each = std::max(least_leading, longest * most / different.size());
  for (auto& top : found.top)
    if (top.size() > each) top.erase(top.begin() + static_cast<std::ptrdiff_t>(each), top.end());
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

/// The topics to show of a document, largest proportion first: the largest, and those that it leads.
std::vector<std::uint32_t> topics_of(const ReportSource& source, std::size_t d,
                                     const std::set<std::uint32_t>& led) {
  const auto topics = source.shares->counts().columns_of(d), tokens = source.shares->counts().counts_of(d);
  std::vector<std::pair<double, std::uint32_t>> shares;
  for (std::size_t i = 0; i < topics.size(); ++i) {
    const auto k = static_cast<std::uint32_t>(topics[i]);
    shares.emplace_back(-source.shares->share(d, k, tokens[i]), k);
  }
  std::ranges::sort(shares);
  std::vector<std::uint32_t> result;
  for (std::size_t i = 0; i < shares.size(); ++i)
    if ((i < most_topics_shown && -shares[i].first >= least_share) || led.contains(shares[i].second))
      result.push_back(shares[i].second);
  return result;
}

}  // namespace

TopicDocuments find_topic_documents(const ReportSource& source) {
  TopicDocuments result{std::vector<std::vector<TopicDocument>>(source.n_topics()),
                        std::vector<std::size_t>(source.n_topics(), 0)};
  const std::size_t n_top = source.options.limits.documents;
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
  cut(result, source.options.limits.leading);
  return result;
}

PageDocument sampled_document(const ReportSource& source, std::size_t d) {
  return {d, true, topics_of(source, d, {})};
}

DocumentChoice choose_documents(const ReportSource& source, const TopicDocuments& found) {
  DocumentChoice choice;
  Mentions order;
  std::map<std::size_t, std::set<std::uint32_t>> led;
  for (std::uint32_t k = 0; k < found.top.size(); ++k) {
    choice.places.emplace_back();
    for (const TopicDocument& each : found.top[k]) {
      choice.places.back().push_back(order.number(each.document));
      led[each.document].insert(k);
    }
  }
  const std::size_t all = source.corpus().n_documents();
  choice.has_all = all <= source.options.limits.sampled;
  std::vector<std::size_t> sample;
  if (choice.has_all)
    for (std::size_t d = 0; d < all; ++d) sample.push_back(d);
  else
    sample = sample_of(source.corpus(), source.options.limits.sampled);
  choice.n_sampled = sample.size();
  for (const std::size_t d : sample) order.number(d);
  const std::set<std::size_t> sampled(sample.begin(), sample.end());
  for (const std::size_t d : order.things())
    choice.documents.push_back({d, sampled.contains(d), topics_of(source, d, led[d])});
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
