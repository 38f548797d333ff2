#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <vector>

#include "themata/align/aligned_draws.hpp"
#include "themata/report/fields.hpp"
#include "themata/report/report_source.hpp"

namespace themata::report_parts {

/// What a number is over draws: its mean, and its 5% and 95% quantiles (linear between order statistics).
struct Interval {
  double mean = 0, low = 0, high = 0;
};

/// Numbers of several draws, NaN where a draw has none.
class DrawSeries {
 public:
  DrawSeries() = default;
  DrawSeries(std::size_t cells, std::size_t draws);
  void set(std::size_t cell, std::size_t draw, double value);
  /// Nothing if fewer than least_draws_for_rhat or half of the draws have a number.
  std::optional<Interval> interval(std::size_t cell) const;
  double found(std::size_t cell) const;  ///< proportion of the draws that have a number

 private:
  std::span<const float> row(std::size_t cell) const {
    return std::span(values_).subspan(cell * draws_, draws_);
  }
  std::size_t draws_ = 0;
  std::vector<float> values_;  ///< cells x draws
};

/// Where the shown topics are in another draw.
struct Numbering {
  std::vector<std::size_t> theirs;  ///< by shown topic; `missing` for none
  std::vector<std::size_t> shown;   ///< by their topic; `missing` for none
  static constexpr std::size_t missing = std::numeric_limits<std::size_t>::max();
};

/// A kept draw of the chain that is shown, with what documents need of it.
struct KeptDraw {
  explicit KeptDraw(AlignedDraw read);

  AlignedDraw aligned;
  Numbering numbering;
  std::unique_ptr<const DocumentProportions> shares;
};

/// What happens to a kept draw after it was read.
enum class DrawStorage {
  forgotten,  ///< it is read anew each time
  held        ///< it stays in memory, z and m_dk; the fewer draws, the more tokens there are
};

/// The kept draws that a report is made from, evenly spaced. None if there are too few for intervals, or too
/// many topics to match.
class KeptDraws {
 public:
  /// @param source  must outlive the draws
  KeptDraws(const ReportSource& source, DrawStorage storage);

  std::size_t size() const { return sources_.size(); }
  /// Visits the draws in order.
  void for_each(const std::function<void(std::size_t s, const KeptDraw& draw)>& visit) const;

 private:
  std::optional<AlignedDraws> draws_;
  std::vector<AlignedDraws::Source> sources_;
  std::vector<std::unique_ptr<const KeptDraw>> held_;
};

/// A document that the page has.
struct PageDocument {
  std::size_t document;
  bool sampled;                       ///< otherwise it is there because it leads a topic
  std::vector<std::uint32_t> topics;  ///< those shown, largest proportion first
};

/// The numbers to follow over the kept draws.
struct KeptRequest {
  std::vector<std::vector<std::uint32_t>> words;  ///< of the first topics; none: nothing of any
  std::span<const PageDocument> documents;
  std::span<const FieldGroups> fields;
  std::size_t field_topics;  ///< the first topics, of which fields have shares
};

/// The kept draws of the chain that is shown, as far as the page needs them.
struct KeptSummary {
  std::size_t draws = 0;    ///< used; 0 if there are too few, or too many topics to match
  bool is_matched = false;  ///< topics come and go, and were matched with those shown
  DrawSeries shares;        ///< by topic: n_k / N
  std::vector<std::size_t> first_word;
  /// From first_word[k] on, of the request's words of topic k: E(phi_kv), and draws of phi_kv, given each
  /// draw.
  DrawSeries words, drawn_words;
  std::vector<std::size_t> first_share;
  /// From first_share[i] on, of the topics of document i: E(theta_dk), and draws of theta_dk, given each
  /// draw.
  DrawSeries documents, drawn_documents;
  std::vector<std::vector<std::uint16_t>> same_topic;  ///< by document and token: draws with the topic shown
  std::vector<DrawSeries>
      fields;  ///< cell group * field_topics + k: topic k's proportion of the group's tokens

  /// A cell of `words`: the mean, with an interval of what its tokens leave open, too.
  std::optional<Interval> word_probability(std::size_t cell) const;
  /// The j-th topic of document i: the mean, with an interval of what its tokens leave open, too.
  std::optional<Interval> document_share(std::size_t i, std::size_t j) const;
};

KeptSummary summarize_kept(const ReportSource& source, const KeptDraws& draws, const KeptRequest& request);

/// The shares of topics in the tokens of groups of documents: group * n_topics + k. NaN without tokens.
/// @param counts  m_dk
/// @param number  which of the shown topics each column of counts is; n_topics or more for none
std::vector<double> field_shares(const FieldGroups& field, const SparseCounts& counts,
                                 std::span<const std::size_t> number, std::size_t n_topics);

/// Appends low and high, or two nulls.
void add_interval(nlohmann::json& row, const std::optional<Interval>& interval, int places = 4);

}  // namespace themata::report_parts
