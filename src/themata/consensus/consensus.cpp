#include "themata/consensus/consensus.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <numeric>
#include <utility>

#include "themata/io/atomic_file.hpp"
#include "themata/io/error.hpp"
#include "themata/io/output_file.hpp"
#include "themata/io/plural.hpp"
#include "themata/models/registry.hpp"
#include "themata/store/draw_file.hpp"
#include "themata/store/fit_checksums.hpp"
#include "themata/store/given_folder.hpp"
#include "themata/store/manifest.hpp"
#include "themata/summaries/summaries.hpp"
#include "themata/version.hpp"

namespace themata {
namespace fs = std::filesystem;

namespace {

/// A chain that lacks a topic has no prior weight of it, but weights must be above 0.
constexpr double least_alpha = 1e-9;

/// The consensus topic of each topic of a draw; the number of groups for those that do not come back.
std::vector<std::uint16_t> numbers_in(const SourceDraw& source, const RecurringTopics& recurring) {
  const auto rest = static_cast<std::uint16_t>(recurring.groups.size());
  std::vector<std::uint16_t> numbers;
  for (const std::uint32_t k : source.topics) {
    const std::uint32_t group = k == RecurringTopics::none ? k : recurring.group_of[k];
    numbers.push_back(group == RecurringTopics::none ? rest : static_cast<std::uint16_t>(group));
  }
  return numbers;
}

/// A draw in which topics are those that come back.
Draw as_consensus(const Draw& draw, const std::vector<std::uint16_t>& numbers, std::size_t n_topics) {
  const std::vector<double> own = draw.prior_weights();
  std::vector<double> alpha(n_topics, 0);
  for (std::size_t k = 0; k < own.size(); ++k) alpha[numbers[k]] += own[k];
  alpha.back() += draw.model->rest().value_or(0);
  for (double& a : alpha) a = std::max(a, least_alpha);
  Draw result(consensus_draw(std::move(alpha), draw.model->beta()));
  result.z.resize(draw.z.size());
  for (std::size_t i = 0; i < draw.z.size(); ++i) result.z[i] = numbers[draw.z[i]];
  result.seconds = draw.seconds;
  return result;
}

/// Mean shares of topics, and how they vary within and between chains.
class ShareMoments {
 public:
  void add(const SourceDraw& source, std::vector<double> shares) {
    const bool is_new = chains_.empty() || source.fit != fit_ || source.chain != chain_;
    fit_ = source.fit, chain_ = source.chain;
    if (is_new) chains_.emplace_back();
    chains_.back().push_back(std::move(shares));
  }

  void put(std::vector<ConsensusTopic>& topics) const {
    for (std::size_t k = 0; k < topics.size(); ++k) {
      std::vector<double> means;
      double within = 0, freedom = 0;
      for (const auto& draws : chains_) {
        double mean = 0;
        for (const auto& shares : draws) mean += shares[k] / static_cast<double>(draws.size());
        for (const auto& shares : draws) within += (shares[k] - mean) * (shares[k] - mean);
        freedom += static_cast<double>(draws.size()) - 1;
        means.push_back(mean);
      }
      const auto n = static_cast<double>(means.size());
      topics[k].share = std::accumulate(means.begin(), means.end(), 0.0) / n;
      topics[k].sd_within = freedom > 0 ? std::sqrt(within / freedom) : 0;
      double between = 0;
      for (const double mean : means) between += (mean - topics[k].share) * (mean - topics[k].share);
      topics[k].sd_between = n > 1 ? std::sqrt(between / (n - 1)) : 0;
    }
  }

 private:
  std::size_t fit_ = 0;
  std::uint32_t chain_ = 0;
  std::vector<std::vector<std::vector<double>>> chains_;  ///< by chain, draw and topic
};

nlohmann::json sources_json(const SourceChains& chains) {
  nlohmann::json sources = nlohmann::json::array();
  for (const FitFolder& fit : chains.fits) {
    sources.push_back(
        {{"fit", fit.path.in_memory() ? "" : fs::absolute(fit.path.path()).lexically_normal().string()},
         {"model", fit.model()},
         {"options", fit.manifest.at("options")}});
  }
  return sources;
}

nlohmann::json topics_json(const Consensus& consensus) {
  nlohmann::json topics = nlohmann::json::array();
  for (const ConsensusTopic& topic : consensus.topics)
    topics.push_back({{"chains", topic.chains},
                      {"recurrence", topic.recurrence.mean},
                      {"recurrence_low", topic.recurrence.low},
                      {"recurrence_high", topic.recurrence.high},
                      {"share", topic.share},
                      {"sd_within", topic.sd_within},
                      {"sd_between", topic.sd_between}});
  return topics;
}

nlohmann::json consensus_json(const SourceChains& chains, const Consensus& consensus) {
  nlohmann::json cuts = nlohmann::json::array();
  for (const CutScore& score : consensus.cuts)
    cuts.push_back({{"height", score.height},
                    {"information", score.agreement.information},
                    {"agreement", score.agreement.adjusted}});
  return {{"text", describe(consensus)},
          {"sources", sources_json(chains)},
          {"chains", consensus.chains},
          {"least_chains", consensus.recurring.least_chains},
          {"cut", consensus.recurring.cut},
          {"agreement", consensus.agreement ? nlohmann::json(*consensus.agreement) : nlohmann::json()},
          {"cuts", cuts},
          {"share", consensus.recurring.share},
          {"topics", topics_json(consensus)}};
}

/// The worst verdict of the fits holds of the consensus too; but that chains differ is what it is for.
nlohmann::json verdict_of_sources(const SourceChains& chains, const Consensus& consensus) {
  constexpr std::array order{"yes", "chains-differ", "unknown", "drifting", "improving"};
  std::size_t worst = 0;
  std::string text;
  for (const FitFolder& fit : chains.fits) {
    const nlohmann::json verdict = fit.manifest.value("verdict", nlohmann::json::object());
    const auto* const place = std::ranges::find(order, verdict.value("settled", "unknown"));
    const auto rank = std::min(static_cast<std::size_t>(place - order.begin()), order.size() - 1);
    if (text.empty() || rank > worst) text = verdict.value("text", "");
    worst = std::max(worst, rank);
  }
  const bool is_settled = worst < 2;
  return {{"settled", is_settled ? "yes" : order[worst]},
          {"text", fmt::format("{}.{}", describe(consensus), is_settled ? "" : " Its chains: " + text)},
          {"best_chain", 1}};
}

nlohmann::json manifest_of(const SourceChains& chains, const Consensus& consensus) {
  const std::size_t n_topics = consensus.recurring.groups.size() + 1;
  FitOptions options = default_options(consensus_model().info().name);
  give(options, "topics", std::to_string(n_topics));
  give(options, "learn", "none");
  options.sweeps = consensus.draws;
  options.burn_in = 0;
  options.thin = 1;
  options.keep = consensus.draws;
  options.chains = 1;
  nlohmann::json manifest = {{"format", "themata-fit"},
                             {"version", 1},
                             {"engine", version()},
                             {"status", "running"},
                             {"corpus", chains.fits.front().manifest.at("corpus")},
                             {"options", to_json(with_defaults(options))},
                             {"exact", std::ranges::all_of(chains.fits, [](const FitFolder& fit) {
                                return fit.manifest.value("exact", true);
                              })}};
  manifest["corpus"]["path"] = written_path(chains.corpus.path);
  manifest["consensus"] = consensus_json(chains, consensus);
  return manifest;
}

/// consensus.tsv: how each topic is found in the chains.
void write_table(const Consensus& consensus, const Place& folder) {
  OutputFile file(folder / "consensus.tsv");
  file.print(
      "topic\tchains\tof\trecurrence\trecurrence_low\trecurrence_high\tshare\tsd_within\tsd_between\n");
  for (std::size_t k = 0; k < consensus.topics.size(); ++k) {
    const ConsensusTopic& topic = consensus.topics[k];
    file.print("{}\t{}\t{}\t{:.3f}\t{:.3f}\t{:.3f}\t{:.5f}\t{:.5f}\t{:.5f}\n", k, topic.chains,
               consensus.chains, topic.recurrence.mean, topic.recurrence.low, topic.recurrence.high,
               topic.share, topic.sd_within, topic.sd_between);
  }
  file.commit();
}

}  // namespace

Consensus find_consensus(const SourceChains& chains, const ConsensusOptions& options, Pool& pool) {
  Consensus consensus;
  consensus.chains = chains.topics.n_chains;
  consensus.draws = chains.draws.size();
  CostMatrix distances = distances_of(chains.topics, pool);
  CutScore cut{.height = options.cut.value_or(0)};
  if (!options.cut) {
    consensus.cuts = score_cuts(chains.topics, distances, options.least_share, pool);
    cut = best_cut(consensus.cuts);
  }
  const std::vector<Merge> tree = average_linkage(std::move(distances));
  const std::size_t least = least_chains(consensus.chains, options.least_share);
  consensus.recurring = cut_tree(chains.topics, tree, cut.height, least);
  if (!options.cut) consensus.agreement = cut.agreement.adjusted;
  if (consensus.recurring.groups.size() >= Draw::no_topic)
    throw ResourceError("more topics come back than a draw can have");
  for (const RecurringTopic& group : consensus.recurring.groups)
    consensus.topics.push_back(
        {.chains = group.chains, .recurrence = recurrence_of(group.chains, consensus.chains)});
  ShareMoments moments;
  const auto n_tokens = static_cast<double>(std::max<std::size_t>(1, chains.corpus.corpus.n_tokens()));
  for (const SourceDraw& source : chains.draws) {
    const std::vector<std::uint16_t> numbers = numbers_in(source, consensus.recurring);
    std::vector<double> shares(consensus.topics.size() + 1, 0);
    for (std::size_t k = 0; k < numbers.size(); ++k)
      shares[numbers[k]] += static_cast<double>(source.tokens[k]);
    for (double& share : shares) share /= n_tokens;
    moments.add(source, std::move(shares));
  }
  moments.put(consensus.topics);
  return consensus;
}

void write_consensus(const SourceChains& chains, const Consensus& consensus, const Place& output,
                     Pool& pool) {
  StagedFolder staged(output);
  const Place& folder = staged.staging();
  create_folder(folder / "draws");
  create_folder(folder / "checkpoint");
  if (chains.corpus.path.in_memory()) copy_files(chains.corpus.path, folder / "corpus");
  nlohmann::json manifest = manifest_of(chains, consensus);
  const std::size_t n_topics = consensus.recurring.groups.size() + 1;
  GivenPriors given;
  given.topic_names.resize(n_topics);
  given.topic_names.back() = "what does not come back";
  const Corpus& corpus = chains.corpus.corpus;
  write_given(folder, given, {n_topics, corpus.n_types(), corpus.n_documents()});
  std::uint64_t sweep = 0;
  std::string hash;
  double seconds = 0;
  for_each_source(chains, [&](const SourceDraw& source, const Draw& draw) {
    Draw joined = as_consensus(draw, numbers_in(source, consensus.recurring), n_topics);
    joined.sweep = ++sweep;
    seconds = std::max(seconds, joined.seconds);
    hash = state_hash(joined);
    write_draw(draw_path(folder, 1, sweep), joined);
  });
  manifest["chains"] = nlohmann::json::array({{{"chain", 1},
                                               {"sweep", sweep},
                                               {"draws", sweep},
                                               {"seconds", seconds},
                                               {"state_hash", hash},
                                               {"topics", n_topics},
                                               {"log_posterior", 0}}});
  manifest["checksums"] = checksums_of_given(folder);
  write_table(consensus, folder);
  write_file_atomically(folder / "manifest.json", with_own_checksum(manifest));
  write_summaries(open_fit(folder), chains.corpus, pool);
  manifest["ended_by"] = "sweeps";
  manifest["verdict"] = verdict_of_sources(chains, consensus);
  manifest["status"] = "complete";
  update_checksums(manifest, folder);
  write_file_atomically(folder / "manifest.json", with_own_checksum(manifest));
  staged.commit();
}

std::string describe(const Consensus& consensus) {
  const std::size_t n = consensus.recurring.groups.size();
  return fmt::format("{} {} back in {} or more of {} chains, with {:.0f}% of the tokens",
                     count_of(n, "topic"), noun(n, "comes", "come"), consensus.recurring.least_chains,
                     consensus.chains, 100 * consensus.recurring.share);
}

}  // namespace themata
