#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "themata/align/compare.hpp"
#include "themata/store/fit_folder.hpp"

namespace themata {

/// How much of a fit the report contains.
struct ReportLimits {
  std::size_t topics = 4000;  ///< the largest ones; labels in a tree are all there
  std::size_t words = 30;     ///< words per topic, for each way to choose them; fewer of more than 300 topics
  std::size_t documents = 20;  ///< leading documents per topic; fewer where they come to more than `leading`
  std::size_t leading = 3000;  ///< leading documents of all topics; one of each topic in any case
  /// Further documents, drawn at random, with their texts or words whatever those take; all if there are no
  /// more than that. Nothing: all if there are at most `whole` and `page` has room for them, else
  /// `usually_sampled`, with their texts or words as far as they fit.
  std::optional<std::size_t> sampled = {};
  std::size_t whole = 2000, usually_sampled = 300;
  std::size_t bytes = 2'000'000;  ///< for texts or words of leading documents, as many as have room
  std::size_t page = 4'700'000;   ///< bytes of the page up to which texts or words of documents are added
  std::size_t text = 4000;        ///< UTF-16 code units of a document's text
  std::size_t draws = 100;        ///< kept draws, evenly spaced, that intervals are taken over
  std::size_t trace_points =
      400;  ///< points per chain; longer traces are thinned evenly, keeping the last point
};

/// What a report shows beside one fit.
struct ReportOptions {
  ReportLimits limits = {};
  std::optional<RunChoice> other = {};  ///< a fit to compare with, of one chain
};

/// Everything that the report's page shows. Indices count from 0; shares are from 0 to 1. An interval (low,
/// high) is equal-tailed, 90%, over at most `limits.draws` kept draws of the chain that is shown. Both are
/// null if there are fewer than least_draws_for_rhat of them, or if topics come and go and the topic has no
/// match in half of them. A mean is over the same draws where there is an interval, else it is of the shown
/// draw. Intervals of documents' shares and of words' probabilities are of proportions drawn given each draw,
/// theta_d and phi_k, so that they have what few tokens leave open; a topic's share is a sum of tokens.
///   version    2
///   facts      {"title", "model", "heading", "status", "engine", "exact", "verdict", "unsettled",
///              "fixed_topics", "corpus", "hash", "chain", "sweep", "burn_in", "topics", "topics_90",
///              "topics_99": how many topics hold 90% and 99% of the tokens, "rates", "tree", "documents",
///              "empty", "types", "tokens", "options": {...}, "chains": [...], "interval": .9,
///              "interval_draws", "aligned": "numbers" or "matched" (draw by draw with the topics shown),
///              "served": whether a server has all documents, "sampled_documents": null if the page has
///              all, "has_text", "fields": [...], "npmi_window": tokens, 0 for documents, "words": how
///              many of a topic's words are exact in each order, "left_out": [what the page leaves out to
///              stay small, in words, ...], "extra": [[label, text], ...]}
///   charts     [[column of the trace, title], ...]
///   traces     [{"chain", "sweep": [...], "values": {"lp__": [...], "topics": [...], ...}}]; null for nan
///              and infinity
///   diagnosis  {"verdict": "settled", "nearly" (settled, but R-hat is above rhat_limit), "unclear" (settled,
///              but topics run into each other), "unsettled" or "unknown", "text",
///              "rows": [{"name", "mean", "sd", "rhat", "ess_bulk", "ess_tail"}],
///              "shows", "does_not_show"}
///   quality    {"npmi": {"mean", "sd" over topics}, "exclusivity", "diversity", "effective_topics",
///              "words"}, or null
///   vocabulary [[word, tokens], ...] the words used by topics and documents; "words" below are indices into
///              it
///   topics     [{"number", "name", "auto_name": its best words by FREX, "tokens", "documents", "share",
///              "share_low", "share_high", "found": proportion of draws with a match, "words": [[word,
///              count, frequency rank, exclusivity rank, probability, low, high], ...], "top": [[document,
///              share, tokens, low, high], ...], "nearest": [[topic, distance], ...], "correlated": [[topic,
///              r], ...], "chains": [...], "npmi", "exclusivity", "mask"}], ranks as in WordRanks; labels in
///              a tree also have "place", "depth", "parent", "documents_below"
///   map        {"x", "y", "distance", "explained"} (align/scaling.hpp) of the largest topics
///   tree       {"leaves", "merges": [[a, b, height, size], ...]} (align/linkage.hpp)
///   documents  [{"id", "length", "topics": [[topic, share, low, high], ...], "metadata", "sampled", "cut",
///              "text", "tokens": [[start, end, topic, certainty], ...] in UTF-16 code units, or "words":
///              [[word, topic, certainty, count], ...] of a corpus without texts; neither where there is no
///              room}]: certainty is the (mean) proportion of draws in which the token has this topic
///   by_field   [{"field", "kind", "groups", "documents", "tokens", "topics": [[[mean, low, high], ...],
///              ...]}]
///   comparison of both fits (align/compare.hpp), or null
/// With many topics, only the first `limits.topics` have an entry, words have fewer ones, and so on, so that
/// the page stays below 5 MB; facts.left_out says so.
/// A topic's words contain its facts.words best by FREX for every exclusivity weight 0, .1, ..., 1, so
/// that the page can order them exactly.
/// @throws InputError if a draw, a trace or the corpus is damaged; UsageError as compare
nlohmann::json report_data(const ShownFit& shown, const ReportOptions& options = {});

/// The page: one self-contained HTML document. Text of the corpus cannot break out of its data block.
std::string report_page(const nlohmann::json& data);
/// The bytes of the page with such data.
std::size_t page_size(const nlohmann::json& data);

/// The same for a server (report/served_report.hpp): a page that may ask where it came from, and nobody else.
std::string served_page(const nlohmann::json& data);

}  // namespace themata
