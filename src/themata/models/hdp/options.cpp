#include "themata/models/hdp/options.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "themata/io/error.hpp"
#include "themata/models/option_fields.hpp"

namespace themata::hdp {

namespace {

std::vector<FieldOf<Options>> topic_fields() {
  FieldOf<Options> most = max_topics_field<Options>();
  most.field.help = "Exit code 4 above N topics (default: 65535); `weights` gem: the flag topic (1000)";
  return joined<Options>(
      {{
           topics_field<Options>("Number of topics at the start (default: from the size of the corpus)"),
           {{.name = "start-sweeps",
             .most = range::most_whole,
             .help = "First sweeps, with equal topic weights (default: half the burn-in, at most 100)",
             .earlier = 0},
            &Options::start_sweeps},
           start_field<Options>("One topic per document, or one random topic per token"),
           most,
       },
       start_from_fields<Options>()});
}

std::vector<FieldOf<Options>> prior_fields() {
  return {
      weight_field<Options>(
          {"alpha", "Concentration of a document's topics; larger: more topics per document"},
          &Options::alpha),
      weight_field<Options>({"beta", "Prior weight of each word type in a topic"}, &Options::beta),
      weight_field<Options>({"gamma", "Global concentration; larger: more topics"}, &Options::gamma),
      beta_weights_field<Options>(),
      learn_field<Options>(
          {"alpha", "beta", "gamma", "pi"},
          "What to learn, separated by commas, or none (default: alpha,beta,gamma if not given)"),
      prior_field<Options>({"alpha-prior", "Gamma prior of a learned alpha: SHAPE,RATE"},
                           &Options::alpha_prior, {"alpha"}),
      prior_field<Options>({"beta-prior", "Gamma prior of a learned beta: SHAPE,RATE"}, &Options::beta_prior,
                           {"beta"}),
      prior_field<Options>({"gamma-prior", "Gamma prior of a learned gamma: SHAPE,RATE"},
                           &Options::gamma_prior, {"gamma"}),
  };
}

std::vector<FieldOf<Options>> sampler_fields() {
  return joined<Options>(
      {{sampler_field<Options>({"block-collapsed", "partially-collapsed", "collapsed", "sparse-collapsed",
                                "ad-lda", "light-collapsed", "direct-assignment", "sub-cluster"},
                               "How topics are drawn; ad-lda, light-collapsed: APPROXIMATE"),
        {{.name = "weights",
          .group = OptionGroup::sampler,
          .choices = {"sticks", "gem"},
          .help = "Topic weights without truncation, or stick-breaking up to topic `max-topics`",
          .chooses_sampler = true},
         &Options::weights}},
       token_fields<Options>()});
}

std::vector<FieldOf<Options>> table_fields() {
  return joined<Options>(
      {{{{.name = "table-topics",
          .group = OptionGroup::tables,
          .most = range::most_whole,
          .help = "Every N sweeps, also draw the topics of whole tables of tokens; 0: never (default: 10)",
          .chooses_sampler = true,
          .earlier = 0},
         &Options::table_topics}},
       split_merge_fields<Options>()});
}

/// Direct assignment draws the weights of topics with the topics themselves.
bool can_start_apart(const Options& options) { return options.sampler != "direct-assignment"; }

/// Whether whole tables' topics are drawn where nothing is said of them: with the default sampler.
bool usually_draws_tables(const Options& options) {
  return options.sampler == "block-collapsed" && options.weights != "gem" && options.phi != "spike-slab";
}

/// Moves of whole tables need weights that follow from the tables.
void check_table_moves(const Options& options) {
  if (options.table_topics == 0 && options.split_merge == 0) return;
  const char* option = options.table_topics > 0 ? "table-topics" : "split-merge";
  if (options.weights == "gem")
    throw UsageError(
        fmt::format("`{}` and `weights` gem cannot be combined: tables have no order of topics", option));
  if (options.phi == "spike-slab")
    throw UsageError(fmt::format(
        "`{}` and `phi` spike-slab cannot be combined: moves of tables need Dirichlet topics", option));
}

}  // namespace

const FieldTable<Options>& option_table() {
  static const FieldTable<Options> table(
      joined<Options>({topic_fields(), prior_fields(), sampler_fields(), table_fields()}));
  return table;
}

Options with_defaults(Options options, std::uint64_t burn_in) {
  choose_sampler(options, "block-collapsed");
  if (options.learn.empty()) options.learn = options.phi == "spike-slab" ? "alpha,gamma" : "alpha,beta,gamma";
  constexpr std::uint64_t most_start = 100;  // sweeps, after which topics hardly separate further
  if (options.start_sweeps == automatic)
    options.start_sweeps =
        can_start_apart(options) && options.start_from.empty() ? std::min(burn_in / 2, most_start) : 0;
  // Each costs about as much as a sweep. By then births and deaths of topics have taken place.
  constexpr std::uint64_t usual_table_topics = 10;
  if (options.table_topics == automatic)
    options.table_topics = usually_draws_tables(options) ? usual_table_topics : 0;
  constexpr std::uint64_t most_sticks = 1000, most_slots = 65535;
  if (options.max_topics == automatic)
    options.max_topics = options.weights == "gem" ? most_sticks : most_slots;
  return options;
}

std::uint64_t topics_at_start(const Corpus& corpus) {
  // A sweep of random topics costs tokens times topics. At this product a hundred of them take about a
  // minute on two threads; beyond it a chain begins with fewer, and moves of tables open the others.
  constexpr double most_cost = 3e9;
  const auto tokens = static_cast<double>(std::max<std::uint64_t>(corpus.n_tokens(), 1));
  const double wanted = std::max(1.5 * std::sqrt(tokens), 10.0);
  const double affordable = std::max(most_cost / tokens, 100.0);
  return static_cast<std::uint64_t>(std::min(wanted, affordable));
}

std::uint64_t topics_to_expect(const Corpus& corpus, std::uint64_t begun) {
  // Chains of minutes came to 3.4 to 4.5 on AP, 2.3 on KOS, 2.3 and 3.5 on arXiv and Debian, still growing.
  // Where few could be afforded at the start, they stay few for long: of 100 topics 107 after 200 sweeps of
  // 77 million tokens.
  constexpr double per_root_of_tokens = 3.5;
  const double of_tokens = per_root_of_tokens * std::sqrt(static_cast<double>(corpus.n_tokens()));
  return std::min(static_cast<std::uint64_t>(of_tokens),
                  many_topics(std::max(begun, topics_at_start(corpus))));
}

void check(const Options& options) {
  check_sampler(options, options.learn);
  const bool draws_weights = options.sampler == "direct-assignment" || options.sampler == "sub-cluster";
  if (draws_weights && options.weights == "gem")
    throw UsageError(fmt::format(
        "`sampler` {} and `weights` gem cannot be combined: this sampler creates topics as needed",
        options.sampler));
  if (options.phi == "spike-slab" && !options.beta_weights.empty())
    throw UsageError("`phi` spike-slab cannot be combined with `beta-weights`");
  if (options.start_sweeps > 0 && !can_start_apart(options))
    throw UsageError(fmt::format(
        "`start-sweeps` and `sampler` {} cannot be combined: it draws topics and weights together",
        options.sampler));
  check_table_moves(options);
}

}  // namespace themata::hdp
