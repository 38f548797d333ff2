#include "themata/evaluate/window_counts.hpp"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <utility>

namespace themata {

namespace {

/// Consecutive windows of a document: [begin, end).
struct Run {
  std::size_t begin = 0, end = 0;
};

/// The shape of one document's windows.
struct Slide {
  std::size_t size = 0;       ///< tokens per window
  std::size_t n_windows = 0;  ///< at least 1

  Slide(std::size_t length, std::size_t window)
      : size(window == 0 || window > length ? length : window), n_windows(length - size + 1) {}
  /// The first window that contains the token at `position`, and the one after the last such window.
  std::size_t first_with(std::size_t position) const { return position < size ? 0 : position - size + 1; }
  std::size_t first_without(std::size_t position) const { return std::min(position + 1, n_windows); }
};

/// Appends the runs of windows that contain a word. @param positions  its tokens, ascending, at least one
void add_exact_runs(std::span<const std::size_t> positions, const Slide& slide, std::vector<Run>& runs) {
  const std::size_t own = runs.size();
  for (const std::size_t position : positions) {
    const Run run{slide.first_with(position), slide.first_without(position)};
    if (runs.size() > own && run.begin <= runs.back().end)
      runs.back().end = run.end;
    else
      runs.push_back(run);
  }
}

/// Appends the runs in which gensim's WordOccurrenceAccumulator counts a word: a run begins where a token
/// enters (in the first window, or from the right), and ends where any of its tokens leaves.
void add_gensim_runs(std::span<const std::size_t> positions, const Slide& slide, std::vector<Run>& runs) {
  bool present = positions.front() < slide.size;
  Run run;
  auto entering = std::ranges::lower_bound(positions, slide.size);
  const auto enter_until = [&](std::size_t window) {
    for (; entering != positions.end() && slide.first_with(*entering) <= window; ++entering)
      if (!std::exchange(present, true)) run.begin = slide.first_with(*entering);
  };
  for (const std::size_t leaving : positions) {
    const std::size_t window = leaving + 1;  // the first window without this token
    if (window >= slide.n_windows) break;
    enter_until(window - 1);
    const bool replaced = entering != positions.end() && slide.first_with(*entering) == window;
    if (present && !replaced) {
      runs.push_back({run.begin, window});
      present = false;
    }
    enter_until(window);
  }
  enter_until(slide.n_windows);
  if (present) runs.push_back({run.begin, slide.n_windows});
}

std::uint64_t length_of(std::span<const Run> runs) {
  std::uint64_t sum = 0;
  for (const Run& run : runs) sum += run.end - run.begin;
  return sum;
}

/// The number of windows that contain two words.
std::uint64_t overlap(std::span<const Run> a, std::span<const Run> b) {
  std::uint64_t sum = 0;
  auto i = a.begin();
  auto j = b.begin();
  while (i != a.end() && j != b.end()) {
    const std::size_t begin = std::max(i->begin, j->begin), end = std::min(i->end, j->end);
    if (begin < end) sum += end - begin;
    if (i->end < j->end)
      ++i;
    else
      ++j;
  }
  return sum;
}

/// Counts the windows of documents one after the other.
class DocumentScan {
 public:
  DocumentScan(const WatchedWords& watched, std::span<const Windows> kinds)
      : watched_(watched), places_(watched.n_words()) {
    for (const Windows& windows : kinds) {
      kinds_.push_back({windows, {}, {}, {}});
      kinds_.back().tally.words.resize(watched.n_words());
      kinds_.back().tally.pairs.resize(watched.n_pairs());
    }
  }

  const WindowTally& tally(std::size_t kind) const { return kinds_[kind].tally; }

  void add(std::span<const std::uint32_t> tokens) {
    find_words(tokens);
    for (Kind& kind : kinds_) find_runs(kind, tokens.size());
    for (std::size_t i = 0; i < present_.size(); ++i)
      places_[present_[i].word] = static_cast<std::uint32_t>(i + 1);
    for (std::size_t i = 0; i < present_.size(); ++i) count_pairs(i);
    for (const Present& each : present_) places_[each.word] = 0;
  }

 private:
  /// A watched word of the document, and the range of its tokens in positions_.
  struct Present {
    std::uint32_t word;
    std::size_t begin, end;
  };

  /// The counts for one kind of windows.
  struct Kind {
    Windows windows;
    WindowTally tally;
    std::vector<Run> runs;
    std::vector<std::size_t> first_run;  ///< by index in present_, plus one more

    std::span<const Run> runs_of(std::size_t i) const {
      return std::span(runs).subspan(first_run[i], first_run[i + 1] - first_run[i]);
    }
  };

  /// Finds all tokens of watched words, ordered by word, then position.
  void find_words(std::span<const std::uint32_t> tokens) {
    hits_.clear();
    present_.clear();
    positions_.clear();
    for (std::size_t i = 0; i < tokens.size(); ++i)
      if (const std::uint32_t word = watched_.number(tokens[i]); word != WatchedWords::none)
        hits_.emplace_back(word, i);
    std::sort(hits_.begin(), hits_.end());
    for (const auto& [word, position] : hits_) {
      if (present_.empty() || present_.back().word != word)
        present_.push_back({word, positions_.size(), positions_.size()});
      positions_.push_back(position);
      ++present_.back().end;
    }
  }

  void find_runs(Kind& kind, std::size_t length) const {
    const Slide slide(length, kind.windows.size);
    kind.tally.windows += slide.n_windows;
    kind.runs.clear();
    kind.first_run.assign(1, 0);
    for (const Present& each : present_) {
      const auto positions = std::span(positions_).subspan(each.begin, each.end - each.begin);
      if (kind.windows.counts == WindowCounts::gensim)
        add_gensim_runs(positions, slide, kind.runs);
      else
        add_exact_runs(positions, slide, kind.runs);
      kind.first_run.push_back(kind.runs.size());
      kind.tally.words[each.word] += length_of(kind.runs_of(kind.first_run.size() - 2));
    }
  }

  /// Adds the pairs of the i-th word of the document with later words. It goes through the shorter of two
  /// lists: the word's partners and the document's words.
  void count_pairs(std::size_t i) {
    const auto partners = watched_.partners(present_[i].word);
    const std::size_t behind = present_.size() - i - 1;
    constexpr std::size_t search = 8;  // cost of finding a word among partners, relative to reading one place
    if (partners.size() <= behind * search)
      look_for_partners(i, partners);
    else
      look_among_partners(i, partners);
  }

  void look_for_partners(std::size_t i, std::span<const std::uint32_t> partners) {
    const std::size_t first = watched_.first_pair(present_[i].word);
    for (std::size_t p = 0; p < partners.size(); ++p)
      if (const std::uint32_t place = places_[partners[p]]; place > 0) add_pair(first + p, i, place - 1);
  }

  void look_among_partners(std::size_t i, std::span<const std::uint32_t> partners) {
    const std::size_t first = watched_.first_pair(present_[i].word);
    auto partner = partners.begin();
    for (std::size_t j = i + 1; j < present_.size(); ++j) {
      partner = std::lower_bound(partner, partners.end(), present_[j].word);
      if (partner == partners.end()) return;
      if (*partner == present_[j].word)
        add_pair(first + static_cast<std::size_t>(partner - partners.begin()), i, j);
    }
  }

  void add_pair(std::size_t pair, std::size_t i, std::size_t j) {
    for (Kind& kind : kinds_) kind.tally.pairs[pair] += overlap(kind.runs_of(i), kind.runs_of(j));
  }

  const WatchedWords& watched_;
  std::vector<Kind> kinds_;
  std::vector<std::pair<std::uint32_t, std::size_t>> hits_;
  std::vector<std::size_t> positions_;
  std::vector<Present> present_;
  std::vector<std::uint32_t>
      places_;  ///< by word: 1 + its index in present_, or 0 if the document does not have it
};

void add_to(std::vector<std::uint64_t>& sums, const std::vector<std::uint64_t>& parts) {
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += parts[i];
}

WindowTally sum_of(const std::vector<DocumentScan>& scans, std::size_t kind) {
  WindowTally sum = scans.front().tally(kind);
  for (std::size_t i = 1; i < scans.size(); ++i) {
    sum.windows += scans[i].tally(kind).windows;
    add_to(sum.words, scans[i].tally(kind).words);
    add_to(sum.pairs, scans[i].tally(kind).pairs);
  }
  return sum;
}

}  // namespace

WatchedWords::WatchedWords(const std::vector<std::vector<std::uint32_t>>& lists, std::uint32_t n_types)
    : numbers_(n_types, none) {
  for (const auto& list : lists)
    for (const std::uint32_t type : list) numbers_[type] = 0;
  std::uint32_t n_words = 0;
  for (std::uint32_t& number : numbers_)
    if (number != none) number = n_words++;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (const auto& list : lists)
    for (std::size_t i = 0; i < list.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        pairs.push_back(std::minmax({numbers_[list[i]], numbers_[list[j]]}));
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  first_pair_.assign(n_words + std::size_t{1}, pairs.size());
  partners_.resize(pairs.size());
  for (std::size_t i = pairs.size(); i-- > 0;) {
    partners_[i] = pairs[i].second;
    first_pair_[pairs[i].first] = i;
  }
  for (std::size_t word = n_words; word-- > 0;)  // for words without a partner of higher number
    first_pair_[word] = std::min(first_pair_[word], first_pair_[word + 1]);
}

std::size_t WatchedWords::pair(std::uint32_t a, std::uint32_t b) const {
  const auto [low, high] = std::minmax(a, b);
  const auto others = partners(low);
  const auto found = std::ranges::lower_bound(others, high);
  assert(found != others.end() && *found == high);
  return first_pair_[low] + static_cast<std::size_t>(found - others.begin());
}

std::vector<WindowTally> count_windows(const Corpus& corpus, const WatchedWords& watched,
                                       std::span<const Windows> kinds, Pool& pool) {
  constexpr std::size_t block = 64;  // documents that a thread takes at a time
  std::vector<DocumentScan> scans(static_cast<std::size_t>(pool.threads()), DocumentScan(watched, kinds));
  std::atomic<std::size_t> next{0};
  pool.for_each(scans.size(), [&](std::size_t i) {
    for (std::size_t first = 0; (first = next.fetch_add(block)) < corpus.n_documents();)
      for (std::size_t d = first; d < std::min(first + block, corpus.n_documents()); ++d)
        scans[i].add(corpus.document(d));
  });
  std::vector<WindowTally> tallies;
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) tallies.push_back(sum_of(scans, kind));
  return tallies;
}

}  // namespace themata
