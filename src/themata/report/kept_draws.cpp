#include "themata/report/kept_draws.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "themata/diagnose/rank_diagnostics.hpp"
#include "themata/evaluate/quantile.hpp"
#include "themata/random/distributions.hpp"
#include "themata/random/stream.hpp"

namespace themata::report_parts {

namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t most_matched_topics = 2000;  ///< assignments take time that grows with their cube
constexpr std::uint64_t most_tokens_read = 2'000'000'000, least_draws = 10;  ///< of all draws together
constexpr std::uint64_t most_tokens_held = 400'000'000;
constexpr double tail = 0.05;

Numbering numbering_of(const AlignedDraw& draw) {
  Numbering numbering{std::vector<std::size_t>(draw.matches.size(), Numbering::missing),
                      std::vector<std::size_t>(draw.draw.n_topics(), Numbering::missing)};
  for (std::size_t k = 0; k < draw.matches.size(); ++k)
    if (const auto& match = draw.matches[k]) {
      numbering.theirs[k] = match->topic;
      numbering.shown[match->topic] = k;
    }
  return numbering;
}

/// Whether the kept draws give intervals, and can be aligned in reasonable time.
bool can_use(const ReportSource& source) {
  return source.shown.fit.kept_sweeps(source.shown.draw.chain).size() >= least_draws_for_rhat &&
         !(source.shown.draw.finds_topics() && source.n_topics() > most_matched_topics);
}

/// Which of the kept draws are read.
std::vector<std::size_t> draws_to_read(const ReportSource& source, std::size_t kept, DrawStorage storage) {
  const bool is_held = storage == DrawStorage::held;
  const std::uint64_t tokens = std::max<std::uint64_t>(1, source.corpus().n_tokens()),
                      least = is_held ? least_draws_for_rhat : least_draws,
                      affordable = std::max(least, (is_held ? most_tokens_held : most_tokens_read) / tokens);
  return thinned(kept, std::min<std::size_t>(source.options.limits.draws, affordable));
}

template <class Lists>
std::vector<std::size_t> positions_of(const Lists& lists, const auto& size_of) {
  std::vector<std::size_t> first{0};
  for (const auto& list : lists) first.push_back(first.back() + size_of(list));
  return first;
}

/// A draw of phi_kv given the draw of the model: one cell of a Dirichlet distribution is Beta.
double drawn_probability(const WordScores& scores, std::size_t k, double mean, Stream& stream) {
  if (scores.knows_phi() || mean <= 0 || mean >= 1) return mean;
  const double total = scores.concentration(k);
  return std::exp(draw_log_beta(stream, mean * total, (1 - mean) * total));
}

/// Takes draws one after the other, and fills the summary.
class Reader {
 public:
  Reader(const ReportSource& source, const KeptRequest& request, KeptSummary& summary)
      : source_(source), request_(request), summary_(summary) {}

  void add(std::size_t s, const KeptDraw& kept) {
    const Draw& draw = kept.aligned.draw;
    if (!request_.words.empty()) add_topics(s, kept.aligned, kept.numbering);
    for (std::size_t i = 0; i < request_.documents.size(); ++i) add_document(s, i, kept);
    count_same_topics(draw, kept.numbering);
    for (std::size_t f = 0; f < request_.fields.size(); ++f)
      add_field(s, f, kept.shares->counts(), kept.numbering);
  }

 private:
  void add_topics(std::size_t s, const AlignedDraw& aligned, const Numbering& numbering) {
    const Draw& draw = aligned.draw;
    const SparseCounts counts =
        with_candidates(topic_word_counts({source_.corpus(), draw.z, draw.n_topics()}), draw);
    const WordScores scores = word_scores(counts, draw, aligned.chain.given.word_prior);
    for (std::size_t k = 0; k < source_.n_topics(); ++k) {
      const std::size_t theirs = numbering.theirs[k];
      if (theirs == Numbering::missing) continue;
      summary_.shares.set(k, s, scores.share(theirs));
      if (k >= request_.words.size()) continue;
      Stream stream(chain_key(0, draw.chain), Purpose::effect, draw.sweep,
                    source_.corpus().n_documents() + k);  // after those of the documents
      const auto& words = request_.words[k];
      for (std::size_t i = 0; i < words.size(); ++i) {
        const std::size_t cell = summary_.first_word[k] + i;
        const double mean = scores.probability(theirs, words[i], counts.count(theirs, words[i]));
        summary_.words.set(cell, s, mean);
        summary_.drawn_words.set(cell, s, drawn_probability(scores, theirs, mean, stream));
      }
    }
  }

  /// E(theta) and a draw of theta, both given the draw.
  void add_document(std::size_t s, std::size_t i, const KeptDraw& kept) {
    const PageDocument& document = request_.documents[i];
    const Draw& draw = kept.aligned.draw;
    const DocumentProportions& shares = *kept.shares;
    std::vector<std::pair<std::uint16_t, std::size_t>> places;  // number in the draw, place in the document
    for (std::size_t j = 0; j < document.topics.size(); ++j)
      if (const std::size_t theirs = kept.numbering.theirs[document.topics[j]]; theirs != Numbering::missing)
        places.emplace_back(static_cast<std::uint16_t>(theirs), j);
    std::ranges::sort(places);
    std::vector<std::uint16_t> topics;
    topics.reserve(places.size());
    for (const auto& [theirs, j] : places) topics.push_back(theirs);
    std::vector<double> theta(topics.size());
    Stream stream(chain_key(0, draw.chain), Purpose::effect, draw.sweep, document.document);
    shares.draw(document.document, topics, stream, theta);
    for (std::size_t t = 0; t < places.size(); ++t) {
      const std::size_t cell = summary_.first_share[i] + places[t].second;
      const std::int32_t tokens = shares.counts().count(document.document, topics[t]);
      summary_.documents.set(cell, s, shares.share(document.document, topics[t], tokens));
      summary_.drawn_documents.set(cell, s, theta[t]);
    }
  }

  void count_same_topics(const Draw& draw, const Numbering& numbering) {
    for (std::size_t i = 0; i < request_.documents.size(); ++i) {
      const std::size_t begin = source_.corpus().offsets()[request_.documents[i].document];
      std::vector<std::uint16_t>& same = summary_.same_topic[i];
      for (std::size_t t = 0; t < same.size(); ++t)
        same[t] = static_cast<std::uint16_t>(
            same[t] + (numbering.shown[draw.z[begin + t]] == source_.shown.draw.z[begin + t] ? 1 : 0));
    }
  }

  void add_field(std::size_t s, std::size_t f, const SparseCounts& counts, const Numbering& numbering) {
    const FieldGroups& field = request_.fields[f];
    const std::vector<double> shares = field_shares(field, counts, numbering.shown, request_.field_topics);
    for (std::size_t cell = 0; cell < shares.size(); ++cell)
      if (numbering.theirs[cell % request_.field_topics] != Numbering::missing && !std::isnan(shares[cell]))
        summary_.fields[f].set(cell, s, shares[cell]);
  }

  const ReportSource& source_;
  const KeptRequest& request_;
  KeptSummary& summary_;
};

}  // namespace

DrawSeries::DrawSeries(std::size_t cells, std::size_t draws)
    : draws_(draws), values_(cells * draws, std::numeric_limits<float>::quiet_NaN()) {}

void DrawSeries::set(std::size_t cell, std::size_t draw, double value) {
  values_[cell * draws_ + draw] = static_cast<float>(value);
}

double DrawSeries::found(std::size_t cell) const {
  const auto n = std::ranges::count_if(row(cell), [](float value) { return !std::isnan(value); });
  return draws_ == 0 ? 0 : static_cast<double>(n) / static_cast<double>(draws_);
}

std::optional<Interval> DrawSeries::interval(std::size_t cell) const {
  if (draws_ == 0) return std::nullopt;
  std::vector<double> values;
  for (const float value : row(cell))
    if (!std::isnan(value)) values.push_back(value);
  if (values.size() < least_draws_for_rhat || 2 * values.size() < draws_) return std::nullopt;
  std::ranges::sort(values);
  const double sum = std::accumulate(values.begin(), values.end(), 0.0);
  return Interval{sum / static_cast<double>(values.size()), quantile_of(values, tail),
                  quantile_of(values, 1 - tail)};
}

namespace {

/// The mean of expectations with the interval of draws.
std::optional<Interval> joined(const std::optional<Interval>& mean, const std::optional<Interval>& drawn) {
  if (!mean || !drawn) return std::nullopt;
  return Interval{mean->mean, drawn->low, drawn->high};
}

}  // namespace

std::optional<Interval> KeptSummary::word_probability(std::size_t cell) const {
  return joined(words.interval(cell), drawn_words.interval(cell));
}

std::optional<Interval> KeptSummary::document_share(std::size_t i, std::size_t j) const {
  const std::size_t cell = first_share[i] + j;
  return joined(documents.interval(cell), drawn_documents.interval(cell));
}

namespace {

/// Room for the numbers of so many draws.
KeptSummary summary_for(const ReportSource& source, const KeptRequest& request, std::size_t draws) {
  KeptSummary summary;
  summary.draws = draws;
  summary.is_matched = source.shown.draw.finds_topics();
  summary.first_word = positions_of(request.words, [](const auto& words) { return words.size(); });
  summary.first_share =
      positions_of(request.documents, [](const PageDocument& document) { return document.topics.size(); });
  summary.shares = DrawSeries(source.n_topics(), draws);
  summary.words = DrawSeries(summary.first_word.back(), draws);
  summary.drawn_words = DrawSeries(summary.first_word.back(), draws);
  summary.documents = DrawSeries(summary.first_share.back(), draws);
  summary.drawn_documents = DrawSeries(summary.first_share.back(), draws);
  for (const PageDocument& document : request.documents)
    summary.same_topic.emplace_back(source.corpus().length(document.document), 0);
  for (const FieldGroups& field : request.fields)
    summary.fields.emplace_back(field.n_groups() * request.field_topics, draws);
  return summary;
}

}  // namespace

KeptDraw::KeptDraw(AlignedDraw read)
    : aligned(std::move(read)),
      numbering(numbering_of(aligned)),
      shares(aligned.draw.model->proportions(aligned.context())) {}

KeptDraws::KeptDraws(const ReportSource& source, DrawStorage storage) {
  if (!can_use(source)) return;
  draws_.emplace(source.shown.fit, source.shown.draw.chain, source.pool);
  for (const std::size_t place : draws_to_read(source, draws_->sources().size(), storage))
    sources_.push_back(draws_->sources()[place]);
  if (storage == DrawStorage::forgotten) return;
  for (const AlignedDraws::Source& each : sources_)
    held_.push_back(std::make_unique<const KeptDraw>(draws_->read(each)));
}

void KeptDraws::for_each(const std::function<void(std::size_t s, const KeptDraw& draw)>& visit) const {
  for (std::size_t s = 0; s < sources_.size(); ++s)
    if (held_.empty())
      visit(s, KeptDraw(draws_->read(sources_[s])));
    else
      visit(s, *held_[s]);
}

KeptSummary summarize_kept(const ReportSource& source, const KeptDraws& draws, const KeptRequest& request) {
  KeptSummary summary = summary_for(source, request, draws.size());
  Reader reader(source, request, summary);
  draws.for_each([&](std::size_t s, const KeptDraw& draw) { reader.add(s, draw); });
  return summary;
}

std::vector<double> field_shares(const FieldGroups& field, const SparseCounts& counts,
                                 std::span<const std::size_t> number, std::size_t n_topics) {
  std::vector<double> sums(field.n_groups() * n_topics, 0);
  for (std::size_t d = 0; d < counts.n_rows(); ++d) {
    if (field.group[d] == FieldGroups::no_group) continue;
    const auto topics = counts.columns_of(d), tokens = counts.counts_of(d);
    for (std::size_t i = 0; i < topics.size(); ++i) {
      const std::size_t k = number[static_cast<std::size_t>(topics[i])];
      if (k < n_topics) sums[field.group[d] * n_topics + k] += tokens[i];
    }
  }
  for (std::size_t cell = 0; cell < sums.size(); ++cell) {
    const std::uint64_t all = field.tokens[cell / n_topics];
    sums[cell] = all == 0 ? unknown : sums[cell] / static_cast<double>(all);
  }
  return sums;
}

void add_interval(nlohmann::json& row, const std::optional<Interval>& interval, int places) {
  row.push_back(interval ? nlohmann::json(rounded(interval->low, places)) : nlohmann::json());
  row.push_back(interval ? nlohmann::json(rounded(interval->high, places)) : nlohmann::json());
}

}  // namespace themata::report_parts
