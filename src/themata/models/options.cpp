#include "themata/models/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <limits>
#include <sstream>

#include "themata/io/error.hpp"

namespace themata {

namespace {

constexpr double most_whole = 4294967295.0;  // a sweep and a seed fit the counter of the random streams
constexpr double above_zero = 1e-12;
constexpr double largest_prior = 1e6;  ///< beyond it counts are lost beside the prior in single precision
constexpr double below_one = 1 - above_zero;
constexpr double any = std::numeric_limits<double>::max();

std::vector<std::string> split_list(const std::string& text) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, ',');) parts.push_back(part);
  return parts;
}

using O = FitOptions;

// One row per option, its help below.
// clang-format off
/// What is fitted.
std::vector<FitField> model_fields() {
  return {
      {"model", &O::model, 0, 0, {"lda", "hdp", "franchise", "labeled-lda", "lida", "ftm", "sstm", "hpc", "pcm", "dmm", "dp-dmm"},
       "Model; lda, sstm, pcm, dmm have --topics topics; hdp, franchise, ftm, lida, dp-dmm infer them"},
      {"topics", &O::topics, 1, 65535, {}, "lda, sstm, pcm, dmm: number of topics; hdp, lida, ftm: number at the start"},
      {"start", &O::start, 0, 0, {"documents", "tokens"},
       "lda without seeds, hdp: one topic per document, or one random topic per token"},
      {"alpha", &O::alpha, above_zero, largest_prior, {},
       "Prior weight of EACH topic in a document; hdp, franchise: document concentration"},
      {"beta", &O::beta, above_zero, largest_prior, {},
       "Prior weight of each word type in a topic; not for hpc, pcm"},
      {"gamma", &O::gamma, above_zero, largest_prior, {},
       "hdp, franchise: global concentration; lida, sstm: mean number of words of a topic"},
      {"discount", &O::discount, 0, below_one, {},
       "franchise: discount of topics; above 0 there are many rare topics, by a power law"},
      {"document-discount", &O::document_discount, 0, below_one, {},
       "franchise: discount of a document's tables; above 0 documents have many rare topics"},
      {"alpha-weights", &O::alpha_weights, 0, 0, {},
       "lda, labeled-lda: file with one number per topic, which multiplies --alpha"},
      {"beta-weights", &O::beta_weights, 0, 0, {},
       "lda, hdp, labeled-lda, franchise, dmm, dp-dmm: file of words and numbers for --beta"},
      {"seeds", &O::seeds, 0, 0, {},
       "lda, labeled-lda: file with one line of words per topic, which the prior then favors"},
      {"seed-weight", &O::seed_weight, above_zero, largest_prior, {},
       "lda, labeled-lda: pseudo-tokens of a seed word per token of that word in the corpus"},
      {"background-topics", &O::background_topics, 0, 60000, {},
       "labeled-lda: number of topics without a label, which every document may use"},
      {"unlabeled", &O::unlabelled, 0, 0, {"refuse", "set-aside"},
       "hpc: documents without labels are an error, or are set aside in FIT/set-aside"},
      {"learn", &O::learn, 0, 0, {},
       "Hyperparameters to learn, comma-separated; masks, dmm, dp-dmm: also none; not hpc, pcm"},
      {"prior-shape", &O::prior_shape, above_zero, any, {},
       "Shape of the Gamma prior of learned hyperparameters; not for hpc, pcm"},
      {"prior-rate", &O::prior_rate, above_zero, any, {},
       "Rate of the Gamma prior of learned hyperparameters; not for hpc, pcm"},
  };
}

/// Hyperparameters of masks.
std::vector<FitField> mask_fields() {
  return {
      {"eta", &O::eta, above_zero, largest_prior, {},
       "lida, ftm: mean number of topics that a document may use"},
      {"delta", &O::delta, -below_one, largest_prior, {},
       "lida, ftm: above minus --sigma; larger: fewer documents share a topic"},
      {"sigma", &O::sigma, 0, below_one, {},
       "lida, ftm: above 0 there are many topics with few documents, by a power law"},
      {"xi", &O::xi, -below_one, largest_prior, {},
       "lida, sstm: above minus --zeta; larger: fewer topics share a word"},
      {"zeta", &O::zeta, 0, below_one, {},
       "lida, sstm: above 0 there are many words with few topics, by a power law"},
      {"vocabulary", &O::vocabulary, 0, 0, {"unbounded", "finite"},
       "lida, sstm: topics may have words without tokens (unbounded), or only the corpus's words"},
      {"most-discount", &O::most_discount, above_zero, below_one, {},
       "lida, ftm, sstm: upper bound of a learned sigma or zeta"},
  };
}

/// By which sampler.
std::vector<FitField> sampler_fields() {
  return {
      {"sampler", &O::sampler, 0, 0,
       {"block-collapsed", "partially-collapsed", "collapsed", "sparse-collapsed", "ad-lda", "light-collapsed",
        "direct-assignment", "sub-cluster", "table-gibbs", "split", "hmc"},
       "How topics are drawn (default: by model); ad-lda, light-collapsed: APPROXIMATE"},
      {"z", &O::z, 0, 0, {"dense", "sparse", "doubly-sparse", "light", "auto"},
       "lda, labeled-lda, hdp, partially-collapsed: how topics of tokens are drawn given Phi"},
      {"phi", &O::phi, 0, 0, {"dirichlet", "polya-urn", "spike-slab"},
       "lda, labeled-lda, hdp, partially-collapsed: how Phi is drawn; polya-urn: APPROXIMATE"},
      {"pi", &O::pi, above_zero, below_one, {},
       "--phi spike-slab: probability that a word type is switched on in a topic"},
      {"weights", &O::weights, 0, 0, {"sticks", "gem"},
       "hdp: topic weights without truncation, or stick-breaking up to topic --max-topics"},
      {"max-topics", &O::max_topics, 16, 65535, {},
       "hdp, franchise, lida, ftm, dp-dmm: exit code 4 above N topics; default: 65535, gem 1000"},
      {"blocks", &O::blocks, 0, 1024, {},
       "block-collapsed or --z dense: number of blocks of the vocabulary; 0: from the corpus"},
      {"partitions", &O::partitions, 1, 1024, {},
       "ad-lda: number of parts of the documents that are drawn at once; APPROXIMATE above 1"},
  };
}

/// Moves of whole tables.
std::vector<FitField> table_fields() {
  return {
      {"restarts", &O::restarts, 1, 10000, {},
       "franchise: number of starts by sequential prediction; the most probable one is used"},
      {"table-topics", &O::table_topics, 0, most_whole, {},
       "hdp: every N sweeps, also draw the topics of whole tables of tokens; 0: never"},
      {"split-merge", &O::split_merge, 0, 1'000'000, {},
       "hdp, franchise: number of proposals per sweep to split a topic or to merge two"},
      {"split-merge-sweeps", &O::split_merge_sweeps, 0, most_whole, {},
       "hdp, franchise: only the first N sweeps make such proposals; 0: all sweeps"},
      {"split-merge-tables", &O::split_merge_tables, 0, 0, {"uniform", "by-size"},
       "hdp, franchise: how the two first tables of a proposal are drawn"},
      {"split-merge-allocation", &O::split_merge_allocation, 0, 0, {"sequential", "parallel"},
       "hdp, franchise: tables are split one after the other, or all at once on all threads"},
      {"split-merge-scans", &O::split_merge_scans, 0, 1000, {},
       "hdp, franchise: Gibbs scans before the scan that proposes; 0: split in one pass"},
  };
}

/// What is watched beside the trace.
std::vector<FitField> monitor_fields() {
  return {
      {"monitor-words", &O::monitor_words, 0, most_whole, {},
       "Number of top words per monitored topic whose probabilities are written; 0: none"},
      {"monitor-documents", &O::monitor_documents, 0, most_whole, {},
       "Number of random documents whose topic proportions are written; 0: none"},
      {"monitor-topics", &O::monitor_topics, 1, 65535, {},
       "Number of topics to monitor, from the largest to the smallest in equal steps"},
      {"monitor-from", &O::monitor_from, 0, most_whole, {},
       "First monitored sweep; 0: the first one after burn-in"},
  };
}

/// How long, how often, on how many threads.
std::vector<FitField> run_fields() {
  return {
      {"sweeps", &O::sweeps, 1, most_whole, {},
       "Number of passes over the corpus"},
      {"burn-in", &O::burn_in, 0, most_whole, {},
       "Number of sweeps before the first draw that may be kept; default: half of them"},
      {"thin", &O::thin, 1, most_whole, {},
       "Number of sweeps between kept draws; default: such that --keep draws are kept"},
      {"keep", &O::keep, 0, 100000, {},
       "Number of draws to keep, the last ones; 0: none"},
      {"chains", &O::chains, 1, 1000, {},
       "Number of independent chains; they run one after the other, each on all threads"},
      {"threads", &O::threads, 0, 1024, {},
       "Number of threads; the result does not depend on it; 0: all cores"},
      {"seed", &O::seed, 0, most_whole, {},
       "Seed of the random numbers"},
      {"time-limit", &O::time_limit, 0, any, {},
       "Seconds of sampling for all chains together, including the start; 0: no limit"},
      {"trace-every", &O::trace_every, 1, most_whole, {},
       "Number of sweeps between rows of the trace"},
      {"checkpoint-every", &O::checkpoint_every, 0, any, {},
       "Seconds between saved states; 0: save after every sweep"},
  };
}

// clang-format on

const std::vector<FitField>& table() {
  static const std::vector<FitField> fields = [] {
    std::vector<FitField> all = model_fields();
    for (const auto& more : {mask_fields(), sampler_fields(), table_fields(), run_fields(), monitor_fields()})
      all.insert(all.end(), more.begin(), more.end());
    return all;
  }();
  return fields;
}

void check_number(const FitField& field, double value) {
  if (value >= field.least && value <= field.most) return;
  const std::string most = field.most == any ? "infinity" : fmt::format("{:.0f}", field.most);
  const std::string above = field.most == any             ? "above 0"
                            : field.most == largest_prior ? fmt::format("above 0, up to {}", most)
                                                          : fmt::format("above 0 and below {}", most);
  const std::string range = field.least == above_zero   ? above
                            : field.least == -below_one ? fmt::format("above -1, up to {}", most)
                            : field.most == below_one   ? "from 0, and below 1"
                                                        : fmt::format("from {:g} to {}", field.least, most);
  throw UsageError(fmt::format("--{} is {:g}; expected a number {}", field.name, value, range));
}

void check_field(const FitOptions& options, const FitField& field) {
  if (const auto* whole = std::get_if<std::uint64_t FitOptions::*>(&field.place)) {
    const bool left_open =
        options.**whole == FitOptions::automatic && FitOptions().**whole == FitOptions::automatic;
    if (!left_open) check_number(field, static_cast<double>(options.**whole));
  } else if (const auto* real = std::get_if<double FitOptions::*>(&field.place)) {
    check_number(field, options.**real);
  } else {
    const std::string& text = options.*std::get<std::string FitOptions::*>(field.place);
    if (field.choices.empty() || text.empty()) return;
    if (std::find(field.choices.begin(), field.choices.end(), text) == field.choices.end())
      throw UsageError(
          fmt::format("--{} is '{}'; expected {}", field.name, text, fmt::join(field.choices, ", or ")));
  }
}

/// A concentration of the franchise and the discount that is beside it.
struct Law {
  std::string_view concentration, discount;
  double concentration_value, discount_value;
};

std::array<Law, 2> laws_of(const FitOptions& options) {
  return {Law{"alpha", "document-discount", options.alpha, options.document_discount},
          Law{"gamma", "discount", options.gamma, options.discount}};
}

/// A discount lets its concentration be below 0, but a Gamma law of the concentration does not, nor would every discount.
void check_laws(const FitOptions& options) {
  for (const Law& law : laws_of(options)) {
    const bool learned = options.learns(law.concentration) || options.learns(law.discount);
    const double least = learned ? 0 : -law.discount_value;
    if (law.concentration_value > least && law.concentration_value <= largest_prior) continue;
    const std::string why = learned                  ? ", because it or its discount is learned"
                            : law.discount_value > 0 ? fmt::format(" (minus --{})", law.discount)
                                                     : "";
    throw UsageError(fmt::format("--{} is {:g}; expected a number above {:g}{}, up to {:.0f}",
                                 law.concentration, law.concentration_value, least == 0 ? 0.0 : least, why,
                                 largest_prior));
  }
}

void check_fields(const FitOptions& options) {
  for (const FitField& field : table()) {
    const bool of_a_law = options.is_franchise() && (field.name == "alpha" || field.name == "gamma");
    if (!of_a_law) check_field(options, field);
  }
  if (options.is_franchise()) check_laws(options);
}

/// A concentration of a model with masks may be below 0, but not below minus the discount beside it.
void check_mask_laws(const FitOptions& options) {
  const auto check = [](std::string_view name, double value, std::string_view discount,
                        double discount_value) {
    if (value > -discount_value) return;
    throw UsageError(fmt::format("--{} is {:g}; expected a number above {:g} (minus --{}), up to {:.0f}",
                                 name, value, discount_value > 0 ? -discount_value : 0.0, discount,
                                 largest_prior));
  };
  if (options.masks_topics()) check("delta", options.delta, "sigma", options.sigma);
  if (options.masks_words()) check("xi", options.xi, "zeta", options.zeta);
  const auto below_most = [&](std::string_view name, double value) {
    if (options.learns(name) && !(value < options.most_discount))
      throw UsageError(
          fmt::format("--{} is {:g}; expected a number below {:g} (--most-discount), because it is learned",
                      name, value, options.most_discount));
  };
  below_most("sigma", options.sigma);
  below_most("zeta", options.zeta);
}

/// Options of the models with masks alone, and what those models have no use for.
void check_masks(const FitOptions& options) {
  const FitOptions plain;
  const auto only = [&](std::string_view option, bool is_set, bool has_it, const char* models) {
    if (is_set && !has_it)
      throw UsageError(fmt::format("--{} belongs to --model {}, not to {}", option, models, options.model));
  };
  const bool topics = options.masks_topics(), words = options.masks_words();
  only("eta", options.eta != plain.eta, topics, "lida or ftm");
  only("delta", options.delta != plain.delta, topics, "lida or ftm");
  only("sigma", options.sigma != plain.sigma, topics, "lida or ftm");
  only("xi", options.xi != plain.xi, words, "lida or sstm");
  only("zeta", options.zeta != plain.zeta, words, "lida or sstm");
  only("vocabulary", options.vocabulary != plain.vocabulary, words, "lida or sstm");
  only("most-discount", options.most_discount != plain.most_discount, topics || words, "lida, ftm or sstm");
  if (!options.has_masks()) return;
  check_mask_laws(options);
  if (options.sampler != "block-collapsed" && options.sampler != "collapsed")
    throw UsageError(fmt::format(
        "--sampler {} cannot sample models with masks; --model {} has block-collapsed or collapsed",
        options.sampler, options.model));
  if (!options.beta_weights.empty())
    throw UsageError(fmt::format("--beta-weights and --model {} cannot be combined", options.model));
}

std::vector<std::string> learnable(const FitOptions& options) {
  if (options.has_masks()) {
    std::vector<std::string> names{"alpha", "beta"};
    if (options.masks_topics()) names.insert(names.end(), {"eta", "delta", "sigma"});
    if (options.masks_words()) names.insert(names.end(), {"gamma", "xi", "zeta"});
    names.emplace_back("none");
    return names;
  }
  if (options.is_lda()) return {"alpha", "asymmetric-alpha", "beta"};
  if (options.is_dmm()) return {"alpha", "beta", "none"};
  if (options.is_franchise()) return {"alpha", "beta", "gamma", "discount", "document-discount"};
  return {"alpha", "beta", "gamma"};
}

void check_learn(const FitOptions& options) {
  std::vector<std::string> possible = learnable(options);
  if (options.phi == "spike-slab") possible.emplace_back("pi");
  for (const std::string& what : split_list(options.learn))
    if (std::find(possible.begin(), possible.end(), what) == possible.end())
      throw UsageError(fmt::format("--learn has '{}'; expected hyperparameters that model {} can learn: {}",
                                   what, options.model, fmt::join(possible, ", ")));
  if (options.learns("none") && options.learn != "none")
    throw UsageError(
        fmt::format("--learn is '{}'; expected either none or a list of hyperparameters", options.learn));
  if (options.learns("alpha") && options.learns("asymmetric-alpha"))
    throw UsageError("--learn has both alpha and asymmetric-alpha; expected one of them");
}

/// Options that only some models have a use for.
void check_model(const FitOptions& options) {
  const auto refuse = [&](const char* option, const char* models) {
    throw UsageError(fmt::format("--{} belongs to --model {}, not to {}", option, models, options.model));
  };
  if (!options.is_lda() && !options.alpha_weights.empty()) refuse("alpha-weights", "lda or labeled-lda");
  if (!options.is_lda() && !options.seeds.empty()) refuse("seeds", "lda or labeled-lda");
  if (!options.is_lda() && options.model != "hdp" && options.start != FitOptions().start)
    refuse("start", "lda or hdp");
  if (options.sampler == "light-collapsed" && (options.model == "labeled-lda" || !options.seeds.empty()))
    throw UsageError(
        "--sampler light-collapsed cannot be combined with --seeds or labels; choose an exact sampler");
  const bool spike = options.phi == "spike-slab";
  if (spike && options.learns("beta"))
    throw UsageError("--learn beta and --phi spike-slab cannot be combined");
  if (spike && !(options.beta_weights.empty() && options.seeds.empty()))
    throw UsageError("--phi spike-slab cannot be combined with --beta-weights or --seeds");
  if (options.model != "labeled-lda" && options.background_topics > 0)
    refuse("background-topics", "labeled-lda");
  if (options.is_franchise()) {
    if (options.topics != FitOptions().topics)
      throw UsageError(
          "--topics cannot be used with --model franchise, which starts without topics and finds their "
          "number");
    return;
  }
  if (options.discount != 0) refuse("discount", "franchise");
  if (options.document_discount != 0) refuse("document-discount", "franchise");
  if (options.restarts != 1) refuse("restarts", "franchise");
}

/// Models with rates draw their laws themselves, and have none of the others' weights.
void check_rates(const FitOptions& options) {
  const bool own_sampler = options.sampler == "split" || options.sampler == "hmc";
  if (own_sampler != options.has_rates())
    throw UsageError(
        own_sampler ? fmt::format("--sampler {} belongs to --model hpc or pcm, not to {}", options.sampler,
                                  options.model)
                    : fmt::format("--sampler {} cannot sample Poisson models; --model {} has split or hmc",
                                  options.sampler, options.model));
  const FitOptions plain;
  if (options.model != "hpc" && options.unlabelled != plain.unlabelled)
    throw UsageError(fmt::format("--unlabeled belongs to --model hpc, not to {}", options.model));
  if (!options.has_rates()) return;
  const auto refuse = [&](std::string_view option, bool is_set) {
    if (is_set)
      throw UsageError(
          fmt::format("--{} cannot be used with --model {}, which learns all its hyperparameters", option,
                      options.model));
  };
  refuse("alpha", options.alpha != plain.alpha);
  refuse("beta", options.beta != plain.beta);
  refuse("gamma", options.gamma != plain.gamma);
  refuse("learn", !options.learn.empty());
  refuse("beta-weights", !options.beta_weights.empty());
  refuse("prior-shape", options.prior_shape != plain.prior_shape);
  refuse("prior-rate", options.prior_rate != plain.prior_rate);
}

/// Of the franchise one sampler, and it of none else.
void check_sampler(const FitOptions& options) {
  constexpr std::string_view own = "table-gibbs";
  if (options.is_franchise() != (options.sampler == own))
    throw UsageError(
        options.is_franchise()
            ? fmt::format("--sampler {} cannot sample tables; --model franchise has {}", options.sampler, own)
            : fmt::format("--sampler {} belongs to --model franchise, not to {}", own, options.model));
}

/// A document of the mixture has one topic, which one sampler draws.
void check_mixture(const FitOptions& options) {
  if (!options.is_dmm()) return;
  if (options.sampler != "collapsed")
    throw UsageError(fmt::format("--sampler {} draws a topic per token; --model {} has collapsed",
                                 options.sampler, options.model));
  if (options.model == "dp-dmm" && options.topics != FitOptions().topics)
    throw UsageError("--topics belongs to models that start from topics; --model dp-dmm finds its own");
}

/// Samplers that draw weights too, and so fit no other form of them.
bool is_of_the_hdp(std::string_view sampler) {
  return sampler == "direct-assignment" || sampler == "sub-cluster";
}

void check_weights(const FitOptions& options) {
  const bool own_sampler = is_of_the_hdp(options.sampler), gem = options.weights == "gem";
  if (options.model != "hdp" && (own_sampler || gem))
    throw UsageError(fmt::format("{} belongs to --model hdp, not to {}",
                                 gem ? "--weights gem" : "--sampler " + options.sampler, options.model));
  if (own_sampler && gem)
    throw UsageError(fmt::format(
        "--sampler {} and --weights gem cannot be combined: this sampler creates topics as needed",
        options.sampler));
}

/// A chain begins with no more topics than it may have.
void check_first_topics(const FitOptions& options) {
  const std::uint64_t most = resolved(options).max_topics;
  if ((options.model == "hdp" || options.masks_topics()) && options.topics > most)
    throw UsageError(
        fmt::format("--topics is {}; expected at most {}, the value of --max-topics", options.topics, most));
}

/// Moves of whole tables need an HDP whose weights follow from its tables.
void check_table_moves(const FitOptions& options) {
  const FitOptions plain;
  const bool moves = options.table_topics > 0 || options.split_merge > 0;
  const char* option = options.table_topics > 0 ? "table-topics" : "split-merge";
  if (options.table_topics > 0 && options.is_franchise())
    throw UsageError(
        "--table-topics belongs to --model hdp; --model franchise always draws the topics of tables");
  if (moves && (options.is_lda() || options.is_dmm() || options.has_masks() || options.has_rates()))
    throw UsageError(fmt::format("--{} belongs to --model hdp{}, not to {}", option,
                                 options.table_topics > 0 ? "" : " or franchise", options.model));
  if (moves && options.weights == "gem")
    throw UsageError(
        fmt::format("--{} and --weights gem cannot be combined: tables have no order of topics", option));
  if (moves && options.phi == "spike-slab")
    throw UsageError(fmt::format(
        "--{} and --phi spike-slab cannot be combined: moves of tables need Dirichlet topics", option));
  if (options.split_merge == 0 && (options.split_merge_sweeps != plain.split_merge_sweeps ||
                                   options.split_merge_tables != plain.split_merge_tables ||
                                   options.split_merge_allocation != plain.split_merge_allocation ||
                                   options.split_merge_scans != plain.split_merge_scans))
    throw UsageError(
        "--split-merge-sweeps, --split-merge-tables, --split-merge-allocation and --split-merge-scans need "
        "--split-merge, the number of proposals per sweep");
}

std::string implied_sampler(const FitOptions& options) {
  if (!options.sampler.empty()) return options.sampler;
  if (!(options.z.empty() && options.phi.empty())) return "partially-collapsed";
  if (options.has_rates()) return "split";
  if (options.is_dmm()) return "collapsed";
  return options.is_franchise() ? "table-gibbs" : "block-collapsed";
}

/// The command-line name, except that fit folders keep the former spelling of one.
std::string manifest_key(const FitField& field) {
  return field.name == "unlabeled" ? "unlabelled" : std::string(field.name);
}

}  // namespace

std::span<const FitField> fit_fields() { return table(); }

bool FitOptions::learns(std::string_view what) const {
  const std::vector<std::string> parts = split_list(learn);
  return std::find(parts.begin(), parts.end(), what) != parts.end();
}

bool FitOptions::exact() const {
  return sampler == "ad-lda" ? partitions == 1 : sampler != "light-collapsed" && phi != "polya-urn";
}

void check_options(const FitOptions& asked) {
  FitOptions options = asked;
  options.sampler = implied_sampler(asked);
  check_fields(options);
  if (!options.has_rates()) check_learn(options);
  check_model(options);
  check_sampler(options);
  check_rates(options);
  check_mixture(options);
  check_weights(options);
  check_table_moves(options);
  check_masks(options);
  if (!(options.z.empty() && options.phi.empty()) && options.sampler != "partially-collapsed")
    throw UsageError(
        fmt::format("--z and --phi belong to --sampler partially-collapsed, not to {}", options.sampler));
  if (options.z == "doubly-sparse" && options.phi == "spike-slab")
    throw UsageError("--z doubly-sparse and --phi spike-slab cannot be combined; expected --z sparse");
  if (options.burn_in != FitOptions::automatic && options.burn_in > options.sweeps)
    throw UsageError(fmt::format("--burn-in is {}; expected at most {}, the value of --sweeps",
                                 options.burn_in, options.sweeps));
}

void check_new_options(const FitOptions& options) {
  check_options(options);
  if (options.model == "hpc" && options.topics != FitOptions().topics)
    throw UsageError("--topics cannot be used with --model hpc, whose topics are the labels");
  check_first_topics(options);
  const FitOptions known = resolved(options);
  if (known.monitors() && known.monitor_from > known.sweeps)
    throw UsageError(
        fmt::format("the first monitored sweep (--monitor-from, or the one after --burn-in) is {}; "
                    "expected at most {}, the value of --sweeps",
                    known.monitor_from, known.sweeps));
}

nlohmann::json to_json(const FitOptions& options) {
  nlohmann::json json = nlohmann::json::object();
  for (const FitField& field : table())
    std::visit([&](auto place) { json[manifest_key(field)] = options.*place; }, field.place);
  return json;
}

FitOptions fit_options_from_json(const nlohmann::json& json, const std::string& file) {
  FitOptions options;
  if (!json.is_object()) throw InputError(file, 0, "is damaged: its options are not a JSON object");
  for (const FitField& field : table()) try {
      const auto value = json.find(manifest_key(field));
      if (value == json.end()) continue;  // a fit of an earlier version, which had no such option
      std::visit([&](auto place) { value->get_to(options.*place); }, field.place);
    } catch (const nlohmann::json::exception& error) {
      throw InputError(file, 0,
                       fmt::format("the option '{}' is damaged: {}", manifest_key(field), error.what()));
    }
  options.sampler = implied_sampler(options);
  return options;
}

FitOptions resolved(FitOptions options) {
  options.sampler = implied_sampler(options);
  if (options.learn.empty() && options.has_masks())
    options.learn = fmt::format("alpha,beta{}{}", options.masks_topics() ? ",eta,delta" : "",
                                options.masks_words() ? ",gamma,xi" : "");
  if (options.learn.empty() && options.is_dmm()) options.learn = "alpha,beta";
  if (options.max_topics == FitOptions::automatic)
    options.max_topics = options.weights == "gem" ? 1000 : 65535;
  if (options.burn_in == FitOptions::automatic) options.burn_in = options.sweeps / 2;
  if (options.monitors() && options.monitor_from == 0) options.monitor_from = options.burn_in + 1;
  const std::uint64_t room = options.sweeps - options.burn_in;
  if (options.thin == FitOptions::automatic)
    options.thin = std::max<std::uint64_t>(1, options.keep > 0 ? room / options.keep : room);
  return options;
}

std::vector<std::uint64_t> kept_schedule(const FitOptions& options) {
  std::vector<std::uint64_t> sweeps;
  const std::uint64_t possible = (options.sweeps - options.burn_in) / options.thin;
  const std::uint64_t first = possible > options.keep ? possible - options.keep + 1 : 1;
  for (std::uint64_t i = first; i <= possible && options.keep > 0; ++i)
    sweeps.push_back(options.burn_in + i * options.thin);
  return sweeps;
}

}  // namespace themata
