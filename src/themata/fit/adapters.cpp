#include "themata/fit/adapters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include "themata/fit/told.hpp"
#include "themata/io/checksum.hpp"

namespace themata {

namespace {

/// Of --sampler sub-cluster, a sweep: they cost about as much as the sweep itself.
constexpr std::size_t split_proposals = 2;

admixture::SamplerChoice sampler_of(const FitOptions& options) {
  using admixture::Sampler;
  admixture::SamplerChoice choice;
  choice.partitions = static_cast<std::uint32_t>(options.partitions);
  if (options.sampler == "partially-collapsed") choice.sampler = Sampler::partially_collapsed;
  if (options.sampler == "collapsed") choice.sampler = Sampler::collapsed;
  if (options.sampler == "sparse-collapsed") choice.sampler = Sampler::sparse_collapsed;
  if (options.sampler == "ad-lda") choice.sampler = Sampler::ad_lda;
  if (options.sampler == "light-collapsed") choice.sampler = Sampler::light_collapsed;
  if (options.z == "sparse") choice.scan = admixture::TopicScan::sparse;
  if (options.z == "doubly-sparse") choice.scan = admixture::TopicScan::doubly_sparse;
  if (options.z == "light") choice.scan = admixture::TopicScan::light;
  if (options.z == "auto") choice.scan = admixture::TopicScan::automatic;
  if (options.phi == "polya-urn") choice.phi = admixture::PhiDraw::polya_urn;
  if (options.phi == "spike-slab") choice.phi = admixture::PhiDraw::spike_slab;
  choice.learn_pi = options.learns("pi");
  return choice;
}

seating::SplitMerge split_merge_of(const FitOptions& options) {
  seating::SplitMerge move;
  move.proposals = options.split_merge;
  move.scans = static_cast<int>(options.split_merge_scans);
  if (options.split_merge_allocation == "parallel")
    move.allocation = seating::SplitMerge::Allocation::parallel;
  if (options.split_merge_tables == "by-size") move.pick = seating::SplitMerge::Pick::by_size;
  return move;
}

std::uint64_t split_merge_until(const FitOptions& options) {
  return options.split_merge_sweeps > 0 ? options.split_merge_sweeps : UINT64_MAX;
}

admixture::Start start_of(const FitOptions& options) {
  return options.start == "tokens" ? admixture::Start::tokens : admixture::Start::documents;
}

double pi_of(const FitOptions& options) { return options.phi == "spike-slab" ? options.pi : 1; }

bool uses_blocks(const FitOptions& options) {
  return options.sampler == "block-collapsed" ||
         (options.sampler == "partially-collapsed" && options.z == "dense");
}

}  // namespace

std::uint32_t block_count(const FitOptions& options, const Corpus& corpus) {
  if (!uses_blocks(options)) return 1;
  return options.blocks > 0 ? static_cast<std::uint32_t>(options.blocks) : admixture::default_blocks(corpus);
}

lda::Model make_lda(const FitOptions& options, const GivenPriors& given, std::uint32_t blocks) {
  lda::Settings settings;
  settings.given = to_lda(given);
  settings.pi = pi_of(options);
  settings.topics = options.topics;
  settings.start = start_of(options);
  settings.alpha = options.alpha;
  settings.beta = options.beta;
  if (options.learns("alpha")) settings.learn_alpha = lda::LearnAlpha::symmetric;
  if (options.learns("asymmetric-alpha")) settings.learn_alpha = lda::LearnAlpha::asymmetric;
  settings.learn_beta = options.learns("beta");
  settings.alpha_prior = settings.beta_prior = {options.prior_shape, options.prior_rate};
  settings.sampler = sampler_of(options);
  settings.blocks = blocks;
  return lda::Model(settings);
}

hdp::Model make_hdp(const FitOptions& options, const GivenPriors& given, std::uint32_t blocks) {
  hdp::Settings settings;
  settings.word_prior = given.word_prior;
  settings.pi = pi_of(options);
  settings.initial_topics = options.topics;
  settings.start = start_of(options);
  settings.max_topics = options.max_topics;
  settings.alpha = options.alpha;
  settings.beta = options.beta;
  settings.gamma = options.gamma;
  settings.learn_alpha = options.learns("alpha");
  settings.learn_beta = options.learns("beta");
  settings.learn_gamma = options.learns("gamma");
  settings.alpha_prior = settings.beta_prior =
      settings.gamma_prior = {options.prior_shape, options.prior_rate};
  if (options.weights == "gem") settings.weights = hdp::Weights::gem;
  if (options.sampler == "direct-assignment") settings.weights = hdp::Weights::direct;
  if (options.sampler == "sub-cluster") settings.split_proposals = split_proposals;
  settings.table_moves = {options.table_topics, split_merge_of(options), split_merge_until(options)};
  settings.sampler = sampler_of(options);
  settings.blocks = blocks;
  return hdp::Model(settings);
}

franchise::Model make_franchise(const FitOptions& options, const GivenPriors& given) {
  franchise::Settings settings;
  settings.word_prior = given.word_prior;
  settings.max_topics = options.max_topics;
  settings.documents = {options.alpha, options.document_discount};
  settings.topics = {options.gamma, options.discount};
  settings.beta = options.beta;
  settings.learn_alpha = options.learns("alpha");
  settings.learn_beta = options.learns("beta");
  settings.learn_gamma = options.learns("gamma");
  settings.learn_document_discount = options.learns("document-discount");
  settings.learn_discount = options.learns("discount");
  settings.alpha_prior = settings.beta_prior =
      settings.gamma_prior = {options.prior_shape, options.prior_rate};
  settings.restarts = static_cast<std::uint32_t>(options.restarts);
  settings.split_merge = split_merge_of(options);
  settings.split_merge_until = split_merge_until(options);
  return franchise::Model(settings);
}

icdp::Model make_icdp(const FitOptions& options, std::uint32_t blocks) {
  icdp::Settings settings;
  settings.masks = !options.masks_words()    ? icdp::Masks::topics
                   : !options.masks_topics() ? icdp::Masks::words
                                             : icdp::Masks::both;
  settings.topics = options.topics;
  settings.alpha = options.alpha;
  settings.beta = options.beta;
  settings.topic_law = {options.eta, options.delta, options.sigma};
  settings.word_law = {options.gamma, options.xi, options.zeta};
  settings.finite_vocabulary = options.vocabulary == "finite";
  settings.learn_alpha = options.learns("alpha");
  settings.learn_beta = options.learns("beta");
  settings.learn_eta = options.learns("eta");
  settings.learn_delta = options.learns("delta");
  settings.learn_sigma = options.learns("sigma");
  settings.learn_gamma = options.learns("gamma");
  settings.learn_xi = options.learns("xi");
  settings.learn_zeta = options.learns("zeta");
  settings.prior = {options.prior_shape, options.prior_rate};
  settings.most_discount = options.most_discount;
  settings.blocks = blocks;
  settings.collapsed = options.sampler == "collapsed";
  return icdp::Model(settings);
}

hpc::Model make_hpc(const FitOptions& options, const GivenPriors& given) {
  hpc::Settings settings;
  settings.tree = given.parents.empty() ? hpc::Tree::flat(static_cast<std::uint32_t>(options.topics))
                                        : hpc::Tree(given.parents);
  settings.labelled = options.model == "hpc";
  settings.hmc = options.sampler == "hmc";
  if (settings.labelled)
    for (const auto& labels : given.allowed) {
      settings.labels.topics.insert(settings.labels.topics.end(), labels.begin(), labels.end());
      settings.labels.begin.push_back(settings.labels.topics.size());
    }
  return hpc::Model(std::move(settings));
}

Draw to_draw(const lda::State& state, const Corpus& corpus) {
  Draw draw;
  draw.z = admixture::to_corpus_order(corpus, state.mix.layout, state.mix.topics);
  draw.alpha = state.alpha;
  draw.beta = state.mix.beta;
  draw.pi = state.mix.pi;
  return draw;
}

Draw to_draw(const hdp::State& state, const Corpus& corpus) {
  Draw draw;
  draw.z = admixture::to_corpus_order(corpus, state.mix.layout, state.mix.topics);
  draw.alpha = {state.alpha};
  draw.beta = state.mix.beta;
  draw.gamma = state.gamma;
  draw.pi = state.mix.pi;
  draw.psi = state.psi;
  return draw;
}

Draw to_draw(const franchise::State& state, const Corpus& corpus) {
  Draw draw;
  draw.z = admixture::to_corpus_order(corpus, state.mix.layout, state.mix.topics);
  draw.seat = state.tables.seat;
  draw.alpha = {state.documents.concentration};
  draw.document_discount = state.documents.discount;
  draw.gamma = state.topics.concentration;
  draw.discount = state.topics.discount;
  draw.beta = state.mix.beta;
  draw.psi = state.psi;
  return draw;
}

Draw to_draw(const icdp::State& state, const Corpus& corpus) {
  Draw draw;
  icdp::Saved saved = icdp::saved_of(state, corpus);
  draw.z = std::move(saved.z);
  draw.alpha = {saved.alpha};
  draw.beta = saved.beta;
  draw.gamma = saved.word_law.mass;
  draw.psi = state.psi;
  draw.psi.resize(saved.lanes);
  draw.masks = {std::move(saved.topics_of_documents),
                std::move(saved.words_of_topics),
                saved.topic_law.mass,
                saved.topic_law.concentration,
                saved.topic_law.discount,
                saved.word_law.concentration,
                saved.word_law.discount};
  return draw;
}

Draw to_draw(const hpc::Model& model, const hpc::State& state) {
  const auto branches = model.settings().tree.branch_nodes();
  Draw draw;
  draw.z = state.topics;
  draw.rates = DrawRates{.log_rates = state.log_rates,
                         .variances = state.variances,
                         .branch_nodes = {branches.begin(), branches.end()},
                         .label_begin = state.labels.begin,
                         .labels = state.labels.topics,
                         .affinities = state.affinities,
                         .psi = state.laws.psi,
                         .gamma = state.laws.gamma,
                         .nu = state.laws.nu,
                         .sigma = state.laws.sigma,
                         .lambda = state.laws.lambda,
                         .eta = state.laws.eta};
  return draw;
}

lda::State to_state(const lda::Model& model, const Draw& draw, const Corpus& corpus, Pool& pool) {
  lda::State state = model.restore(corpus, draw.z, draw.alpha, draw.beta, pool);
  state.mix.pi = draw.pi;
  return state;
}

hdp::State to_state(const hdp::Model& model, const Draw& draw, const Corpus& corpus, Pool& pool) {
  hdp::State state = model.restore(corpus, {draw.z, draw.psi, draw.alpha.at(0), draw.beta, draw.gamma}, pool);
  state.mix.pi = draw.pi;
  return state;
}

franchise::State to_state(const franchise::Model& model, const Draw& draw, const Corpus& corpus, Pool& pool) {
  return model.restore(corpus,
                       {draw.z,
                        draw.seat,
                        draw.psi,
                        draw.beta,
                        {draw.alpha.at(0), draw.document_discount},
                        {draw.gamma, draw.discount}},
                       pool);
}

icdp::State to_state(const icdp::Model& model, const Draw& draw, const Corpus& corpus, Pool& pool) {
  const DrawMasks& masks = draw.masks.value();
  return model.restore(corpus,
                       {draw.z,
                        masks.topics_of_documents,
                        masks.words_of_topics,
                        draw.psi.size(),
                        draw.alpha.at(0),
                        draw.beta,
                        {masks.eta, masks.delta, masks.sigma},
                        {draw.gamma, masks.xi, masks.zeta}},
                       pool);
}

hpc::State to_state(const hpc::Model& model, const Draw& draw, const Corpus& corpus, Pool& pool) {
  const DrawRates& rates = draw.rates.value();
  return model.restore(corpus,
                       {draw.z,
                        rates.log_rates,
                        rates.variances,
                        rates.affinities,
                        {rates.psi, rates.gamma, rates.nu, rates.sigma, rates.lambda, rates.eta}},
                       pool);
}

std::size_t topics_of_masks(const icdp::State& state) {
  return static_cast<std::size_t>(
      std::ranges::count_if(state.mix.prior, [](double weight) { return weight > 0; }));
}

MonitoredState monitored_state(const lda::State& state) { return {.mix = &state.mix}; }
MonitoredState monitored_state(const hdp::State& state) { return {.mix = &state.mix, .names = state.names}; }
MonitoredState monitored_state(const hpc::State& state) { return {.rates = &state}; }
MonitoredState monitored_state(const icdp::State& state) {
  return {.mix = &state.mix, .names = state.names, .topic_mask = &state.documents, .word_mask = &state.words};
}
MonitoredState monitored_state(const franchise::State& state) {
  return {.mix = &state.mix,
          .names = state.names,
          .tables = &state.tables,
          .law = state.documents,
          .psi = state.psi};
}

namespace {

void add_masks(Checksum& sum, const DrawMasks& masks) {
  for (const double x : {masks.eta, masks.delta, masks.sigma, masks.xi, masks.zeta}) sum.add(&x, sizeof x);
  const auto add = [&](const auto& lists) {
    for (const auto& list : lists) {
      const std::uint64_t size = list.size();
      sum.add(&size, sizeof size);
      sum.add(std::span(list));
    }
  };
  add(masks.topics_of_documents);
  add(masks.words_of_topics);
}

void add_rates(Checksum& sum, const DrawRates& rates) {
  sum.add(std::span<const float>(rates.log_rates));
  sum.add(std::span<const float>(rates.variances));
  sum.add(std::span<const double>(rates.affinities));
  sum.add(std::span<const double>(rates.eta));
  for (const double x : {rates.psi, rates.gamma, rates.nu, rates.sigma, rates.lambda}) sum.add(&x, sizeof x);
}

}  // namespace

std::string state_hash(const Draw& draw) {
  Checksum sum;
  sum.add(std::span<const std::uint16_t>(draw.z));
  sum.add(std::span<const double>(draw.alpha));
  sum.add(&draw.beta, sizeof draw.beta);
  sum.add(&draw.gamma, sizeof draw.gamma);
  sum.add(std::span<const double>(draw.psi));
  if (draw.pi < 1) sum.add(&draw.pi, sizeof draw.pi);
  if (!draw.seat.empty()) {
    sum.add(std::span<const std::uint32_t>(draw.seat));
    sum.add(&draw.discount, sizeof draw.discount);
    sum.add(&draw.document_discount, sizeof draw.document_discount);
  }
  if (draw.masks) add_masks(sum, *draw.masks);
  if (draw.rates) add_rates(sum, *draw.rates);
  return sum.text();
}

namespace {

constexpr std::size_t most_traced_sizes = 5;

/// The tokens of the largest topics, which do not depend on what topics are called. @param topics  that there may be
void add_sizes(Named& named, const MonitoredState& state, std::size_t topics) {
  std::vector<std::int64_t> sizes = topic_sizes(state);
  const std::size_t n = std::min({most_traced_sizes, topics, sizes.size()});
  std::partial_sort(sizes.begin(), sizes.begin() + static_cast<std::ptrdiff_t>(n), sizes.end(),
                    std::greater<>());
  for (std::size_t i = 0; i < n; ++i)
    named.emplace_back(fmt::format("size.{}", i + 1), static_cast<double>(sizes[i]));
}

/// What splits and merges were tried in the sweep, and accepted.
void add_tried(Named& named, const seating::SplitMergeTally& tried) {
  named.emplace_back("splits", static_cast<double>(tried.splits));
  named.emplace_back("splits_accepted", static_cast<double>(tried.splits_accepted));
  named.emplace_back("merges", static_cast<double>(tried.merges));
  named.emplace_back("merges_accepted", static_cast<double>(tried.merges_accepted));
}

Named with_the_rest(Named named, const admixture::State& mix, const Corpus& corpus, Pool& pool) {
  if (mix.pi < 1) named.emplace_back("pi", mix.pi);
  const admixture::Sparsity zeros = admixture::sparsity(mix, corpus, pool);
  named.emplace_back("word_topic_zeros", zeros.word_topic);
  named.emplace_back("document_topic_zeros", zeros.document_topic);
  return named;
}

}  // namespace

Named traced_values(const lda::Model&, const lda::State& state, const Corpus& corpus, Pool& pool) {
  const double total = std::accumulate(state.alpha.begin(), state.alpha.end(), 0.0);
  const double mean = total / static_cast<double>(state.alpha.size());
  Named values{{"alpha", mean}, {"beta", state.mix.beta}};
  add_sizes(values, monitored_state(state), state.alpha.size());
  return with_the_rest(std::move(values), state.mix, corpus, pool);
}

Named traced_values(const hdp::Model& model, const hdp::State& state, const Corpus& corpus, Pool& pool) {
  Named values{{"alpha", state.alpha}, {"beta", state.mix.beta}, {"gamma", state.gamma}};
  if (const auto tokens = model.flag_tokens(state))
    values.emplace_back("flag_tokens", static_cast<double>(*tokens));
  if (model.splits_and_merges()) add_tried(values, state.tried);
  add_sizes(values, monitored_state(state), most_traced_sizes);
  return with_the_rest(std::move(values), state.mix, corpus, pool);
}

Named traced_values(const franchise::Model& model, const franchise::State& state, const Corpus& corpus,
                    Pool& pool) {
  Named values{
      {"alpha", state.documents.concentration}, {"beta", state.mix.beta},
      {"gamma", state.topics.concentration},    {"document_discount", state.documents.discount},
      {"discount", state.topics.discount},      {"tables", static_cast<double>(state.tables.total())}};
  if (model.splits_and_merges()) add_tried(values, state.tried);
  add_sizes(values, monitored_state(state), most_traced_sizes);
  return with_the_rest(std::move(values), state.mix, corpus, pool);
}

Named traced_values(const icdp::Model& model, const icdp::State& state, const Corpus& corpus, Pool& pool) {
  Named values{{"alpha", state.alpha}, {"beta", state.mix.beta}};
  const icdp::MaskSizes sizes = icdp::mask_sizes(state);
  if (!state.documents.everything()) {
    values.emplace_back("eta", state.topic_law.mass);
    values.emplace_back("delta", state.topic_law.concentration);
    values.emplace_back("sigma", state.topic_law.discount);
    values.emplace_back("topics_a_document", sizes.topics_a_document);
  }
  if (!state.words.everything()) {
    values.emplace_back("gamma", state.word_law.mass);
    values.emplace_back("xi", state.word_law.concentration);
    values.emplace_back("zeta", state.word_law.discount);
    values.emplace_back("words_a_topic", sizes.words_a_topic);
    values.emplace_back("ghosts", static_cast<double>(state.words.ghosts.size()));
  }
  add_sizes(values, monitored_state(state), model.most_topics());
  return with_the_rest(std::move(values), state.mix, corpus, pool);
}

Named traced_values(const hpc::Model& model, const hpc::State& state, const Corpus&, Pool&) {
  const hpc::Laws& laws = state.laws;
  Named values{
      {"psi", laws.psi},
      {"gamma", laws.gamma},
      {"nu", laws.nu},
      {"sigma", laws.sigma},
      {"lambda", laws.lambda},
      {"eta", std::accumulate(laws.eta.begin(), laws.eta.end(), 0.0) / static_cast<double>(laws.eta.size())}};
  if (model.settings().hmc) {
    values.emplace_back("rates_accepted", state.rate_moves.rate());
    values.emplace_back("affinities_accepted", state.affinity_moves.rate());
  }
  add_sizes(values, monitored_state(state), laws.eta.size());
  return values;
}

}  // namespace themata
