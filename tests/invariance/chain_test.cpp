#include <gtest/gtest.h>

#include <set>
#include <utility>

#include "support/chains.hpp"
#include "support/geweke.hpp"
#include "support/samplers.hpp"
#include "support/targets.hpp"

// The same bits for any number of threads and after any interruption (docs/theory/proof.md).
namespace themata::testing {
namespace {

const std::vector<int> numbers_of_threads{3, 2, 8};

/// The checks of a model's chain.
class AnyChain : public ::testing::Test {
 protected:
  explicit AnyChain(Corpus corpus = random_problem(300, 400, 3).corpus()) : corpus_(std::move(corpus)) {}

  const Corpus corpus_;

  template <class Model>
  std::string hash(const Model& model, const ChainPlan& plan) const {
    return hash_after(
        model, [&] { return model.kernels(); }, corpus_, plan);
  }

  template <class Model>
  void expect_same_for_any_threads(const Model& model) const {
    const std::string alone = hash(model, {.threads = 1});
    for (const int threads : enough_of(numbers_of_threads))
      EXPECT_EQ(hash(model, {.threads = threads}), alone) << threads;
    if (watched_for_races) return;
    EXPECT_NE(hash(model, {.threads = 1, .seed = 8}), alone) << "the hash must see another chain";
  }

  template <class Model>
  void expect_same_when_resumed(const Model& model) const {
    Stream stream({99}, Purpose::data, 0, 0);
    const std::uint64_t sweep = 2 + stream.below(18);
    EXPECT_EQ(hash(model, {.resumed_at = sweep}), hash(model, {})) << "resumed before sweep " << sweep;
  }

  template <class Model>
  void expect_sound_after_every_sweep(const Model& model) const {
    Pool alone(1);
    const auto kernels = [&] { return model.kernels(); };
    hash_after(model, kernels, corpus_, {.threads = 2}, [&](const auto& state) {
      ASSERT_NO_THROW(model.check(state, corpus_));
      const Observed observed(state, corpus_);
      const double words = log_words(observed.counts, state.mix.beta);
      const double joint = words + log_documents(observed.counts, observed.prior);
      EXPECT_NEAR(model.log_word_part(state, alone), words, 1e-9 * std::abs(words));
      EXPECT_NEAR(model.log_joint(state, corpus_, alone), joint, 1e-9 * std::abs(joint));
      EXPECT_EQ(model.topics_in_use(state), observed.counts.size.size());
    });
  }

  template <class Model>
  void expect_same_on_every_instruction_set(const Model& model) const {
    const std::string chosen = hash(model, {});
    const auto targets = hwy::SupportedAndGeneratedTargets();
    ASSERT_FALSE(targets.empty());
    for (const std::int64_t target : targets) {
      const ForcedTarget forced(target);
      EXPECT_EQ(hash(model, {}), chosen) << hwy::TargetName(target);
    }
  }
};

class Chain : public AnyChain, public ::testing::WithParamInterface<NamedSampler> {
 protected:
  const lda::Model lda_{chain_lda(GetParam().choice, GetParam().blocks)};
  const hdp::Model hdp_{chain_hdp(GetParam())};
};

/// What the HDP alone has.
class ChainOfTheHdp : public AnyChain, public ::testing::WithParamInterface<NamedSampler> {
 protected:
  const hdp::Model hdp_{chain_hdp(GetParam())};
};

TEST_P(Chain, LdaIsTheSameForAnyThreads) { expect_same_for_any_threads(lda_); }
TEST_P(Chain, HdpIsTheSameForAnyThreads) { expect_same_for_any_threads(hdp_); }
TEST_P(Chain, LdaIsTheSameWhenResumed) { expect_same_when_resumed(lda_); }
TEST_P(Chain, HdpIsTheSameWhenResumed) { expect_same_when_resumed(hdp_); }
TEST_P(Chain, LdaIsSoundAfterEverySweep) { expect_sound_after_every_sweep(lda_); }
TEST_P(Chain, HdpIsSoundAfterEverySweep) { expect_sound_after_every_sweep(hdp_); }

TEST_P(Chain, LdaIsTheSameOnEveryInstructionSet) { expect_same_on_every_instruction_set(lda_); }
TEST_P(Chain, HdpIsTheSameOnEveryInstructionSet) { expect_same_on_every_instruction_set(hdp_); }

TEST_P(ChainOfTheHdp, IsTheSameForAnyThreads) { expect_same_for_any_threads(hdp_); }
TEST_P(ChainOfTheHdp, IsTheSameWhenResumed) { expect_same_when_resumed(hdp_); }
TEST_P(ChainOfTheHdp, IsSoundAfterEverySweep) { expect_sound_after_every_sweep(hdp_); }
TEST_P(ChainOfTheHdp, IsTheSameOnEveryInstructionSet) { expect_same_on_every_instruction_set(hdp_); }

INSTANTIATE_TEST_SUITE_P(Samplers, Chain, ::testing::ValuesIn(every_sampler()), SamplerName());
INSTANTIATE_TEST_SUITE_P(Approximate, Chain, ::testing::ValuesIn(approximate_samplers()), SamplerName());

/// Rare words have lists instead of rows.
class ChainOfALargeVocabulary : public AnyChain {
 protected:
  ChainOfALargeVocabulary() : AnyChain(corpus_of_a_large_vocabulary()) {}
  const lda::Model lda_{chain_lda_of_a_large_vocabulary()};
};

TEST_F(ChainOfALargeVocabulary, HasListsAndRows) {
  Pool alone(1);
  const lda::State state = lda_.init(corpus_, chain_key(7, 1), alone);
  std::size_t listed = 0, with_row = 0;
  for (std::size_t v = 0; v < corpus_.n_types(); ++v)
    if (state.mix.layout.frequency[v] > 0) ++(state.mix.word_topic.is_listed(v) ? listed : with_row);
  EXPECT_GT(listed, 300);
  EXPECT_GT(with_row, 0);
}
TEST_F(ChainOfALargeVocabulary, IsTheSameForAnyThreads) { expect_same_for_any_threads(lda_); }
TEST_F(ChainOfALargeVocabulary, IsTheSameWhenResumed) { expect_same_when_resumed(lda_); }
TEST_F(ChainOfALargeVocabulary, IsSoundAfterEverySweep) { expect_sound_after_every_sweep(lda_); }

/// Documents that the sparse scan draws in one block and the dense one in another keep their counts in step,
/// where the state stores them.
class ChainByBlock : public AnyChain {};

TEST_F(ChainByBlock, OfBothScansIsSoundAfterEverySweep) {
  lda::Settings settings = chain_lda(
      {.sampler = sampling::Sampler::partially_collapsed, .scan = sampling::TopicScan::automatic}, 4);
  settings.topics = 96;
  const lda::Model model(settings);
  const Corpus few = random_problem(80, 80, 3).corpus();
  std::size_t sparse = 0, all = 0;
  hash_after(
      model, [&] { return model.kernels(); }, few, {.threads = 2},
      [&](const lda::State& state) {
        ASSERT_FALSE(state.mix.document_topic.empty());
        ASSERT_NO_THROW(model.check(state, few));
        for (std::size_t d = 0; d < few.n_documents(); ++d, ++all) {
          const auto topics = sampling::topics_of(state.mix, few, d);
          sparse += std::set(topics.begin(), topics.end()).size() < 4 ? 1 : 0;
        }
      });
  EXPECT_GT(sparse, all / 20) << "few documents have so few topics that their list is scanned";
  EXPECT_LT(sparse, all - all / 20);
}

void expect_same_bits(const sampling::SamplerChoice& one, const sampling::SamplerChoice& other) {
  const Corpus corpus = random_problem(100, 80, 3).corpus();
  const lda::Model first(chain_lda(one, 1)), second(chain_lda(other, 1));
  EXPECT_EQ(hash_after(first, [&] { return first.kernels(); }, corpus, {}),
            hash_after(second, [&] { return second.kernels(); }, corpus, {}));
}

TEST(AdLdaChain, OfOnePartitionHasTheBitsOfTheSparseCollapsedSampler) {
  expect_same_bits({.sampler = sampling::Sampler::ad_lda, .partitions = 1},
                   {sampling::Sampler::sparse_collapsed});
}

TEST(AdLdaChain, OfOneLightPartitionHasTheBitsOfTheLightCollapsedSampler) {
  for (const std::uint32_t steps : {1U, 4U})
    expect_same_bits({.sampler = sampling::Sampler::ad_lda,
                      .scan = sampling::TopicScan::light,
                      .partitions = 1,
                      .mh_steps = steps},
                     {.sampler = sampling::Sampler::light_collapsed, .mh_steps = steps});
}
INSTANTIATE_TEST_SUITE_P(Direct, ChainOfTheHdp, ::testing::Values(direct_sampler()), SamplerName());
INSTANTIATE_TEST_SUITE_P(UnusedApart, ChainOfTheHdp, ::testing::ValuesIn(unused_apart_samplers()),
                         SamplerName());
INSTANTIATE_TEST_SUITE_P(SubCluster, ChainOfTheHdp, ::testing::Values(sub_cluster_sampler()), SamplerName());
INSTANTIATE_TEST_SUITE_P(Tables, ChainOfTheHdp, ::testing::ValuesIn(table_samplers()), SamplerName());
INSTANTIATE_TEST_SUITE_P(InOrder, ChainOfTheHdp, ::testing::ValuesIn(in_order_samplers(35)), SamplerName());

class ChainOfTheFranchise : public AnyChain {
 protected:
  const franchise::Model franchise_{chain_franchise()};
};

TEST_F(ChainOfTheFranchise, IsTheSameForAnyThreads) { expect_same_for_any_threads(franchise_); }
TEST_F(ChainOfTheFranchise, IsTheSameWhenResumed) { expect_same_when_resumed(franchise_); }
TEST_F(ChainOfTheFranchise, IsTheSameOnEveryInstructionSet) {
  expect_same_on_every_instruction_set(franchise_);
}
TEST_F(ChainOfTheFranchise, IsSoundAfterEverySweep) {
  hash_after(
      franchise_, [&] { return franchise_.kernels(); }, corpus_, {},
      [&](const auto& state) { ASSERT_NO_THROW(franchise_.check(state, corpus_)); });
}

class ChainOfMasks : public AnyChain {
 protected:
  static icdp::Model masked(icdp::WhichMasks masks) {
    icdp::Settings settings;
    settings.masks = masks;
    settings.topics = 20;
    settings.topic_process = {4, 1, 0.1};
    settings.word_process = {60, 1, 0.1};
    settings.blocks = 4;
    settings.topic_moves = 1;
    settings.learn_alpha = settings.learn_beta = settings.learn_eta = settings.learn_delta =
        settings.learn_sigma = settings.learn_gamma = settings.learn_xi = settings.learn_zeta = true;
    return icdp::Model(settings);
  }
  const icdp::Model lida_ = masked(icdp::WhichMasks::both), ftm_ = masked(icdp::WhichMasks::topics),
                    sstm_ = masked(icdp::WhichMasks::words);
};

TEST_F(ChainOfMasks, IsTheSameForAnyThreads) {
  for (const auto* model : {&lida_, &ftm_, &sstm_}) expect_same_for_any_threads(*model);
}
TEST_F(ChainOfMasks, IsTheSameWhenResumed) {
  for (const auto* model : {&lida_, &ftm_, &sstm_}) expect_same_when_resumed(*model);
}
TEST_F(ChainOfMasks, IsSoundAfterEverySweep) {
  for (const auto* model : {&lida_, &ftm_, &sstm_})
    hash_after(
        *model, [&] { return model->kernels(); }, corpus_, {.threads = 2},
        [&](const auto& state) { ASSERT_NO_THROW(model->check(state, corpus_)); });
}

class ChainOfHpc : public AnyChain {
 protected:
  /// Labels of the documents of a tree of three levels, one to three each; and PCM.
  hpc::Model labelled(hpc::Settings settings) const {
    settings.tree = hpc::Tree({12, 12, 0, 0, 0, 1, 1, 2, 2, 12, 9, 9});
    Stream stream({98}, Purpose::data, 0, 0);
    for (std::size_t d = 0; d < corpus_.n_documents(); ++d) {
      std::set<hpc::Topic> labels;
      for (std::uint32_t n = 1 + stream.below(3); n > 0; --n)
        labels.insert(static_cast<hpc::Topic>(stream.below(11)));
      settings.labels.topics.insert(settings.labels.topics.end(), labels.begin(), labels.end());
      settings.labels.begin.push_back(settings.labels.topics.size());
    }
    return hpc::Model(settings);
  }
  static hpc::Model unlabelled() {
    hpc::Settings settings;
    settings.tree = hpc::Tree::flat(10);
    settings.labeling = hpc::Labeling::none;
    return hpc::Model(settings);
  }
  static hpc::Settings by_hmc() {
    hpc::Settings settings;
    settings.hmc = true;
    return settings;
  }
  static hpc::Settings with_correlations() {
    hpc::Settings settings;
    settings.correlated = true;
    return settings;
  }
  const hpc::Model hpc_ = labelled({}), hmc_ = labelled(by_hmc()),
                   correlated_ = labelled(with_correlations()), pcm_ = unlabelled();
};

TEST_F(ChainOfHpc, IsTheSameForAnyThreads) {
  for (const auto* model : {&hpc_, &hmc_, &correlated_, &pcm_}) expect_same_for_any_threads(*model);
}
TEST_F(ChainOfHpc, IsTheSameWhenResumed) {
  for (const auto* model : {&hpc_, &hmc_, &correlated_, &pcm_}) expect_same_when_resumed(*model);
}
TEST_F(ChainOfHpc, IsSoundAfterEverySweep) {
  for (const auto* model : {&hpc_, &hmc_, &correlated_, &pcm_})
    hash_after(
        *model, [&] { return model->kernels(); }, corpus_, {.threads = 2},
        [&](const auto& state) { ASSERT_NO_THROW(model->check(state, corpus_)); });
}

/// Numbers of topics on both sides of what loops are unrolled for, and enough blocks that four cells take
/// turns.
class ChainOfManyTopics : public AnyChain, public ::testing::WithParamInterface<std::size_t> {
 protected:
  static std::vector<lda::Model> models() {
    std::vector<lda::Model> all;
    for (const std::uint32_t blocks : {1U, 5U, 16U}) all.push_back(of({}, blocks));
    for (const std::uint32_t blocks : {1U, 5U})
      all.push_back(of({.sampler = sampling::Sampler::partially_collapsed}, blocks));
    all.push_back(of({.block_scan = sampling::BlockScan::lists}, 5));
    return all;
  }

 private:
  static lda::Model of(sampling::SamplerChoice choice, std::uint32_t blocks) {
    lda::Settings settings = chain_lda(choice, blocks);
    settings.topics = GetParam();
    return lda::Model(settings);
  }
};

TEST_P(ChainOfManyTopics, IsTheSameForAnyThreads) {
  for (const lda::Model& model : models()) expect_same_for_any_threads(model);
}
TEST_P(ChainOfManyTopics, IsTheSameOnEveryInstructionSet) {
  for (const lda::Model& model : models()) expect_same_on_every_instruction_set(model);
}
TEST_P(ChainOfManyTopics, IsSoundAfterEverySweep) {
  for (const lda::Model& model : models()) expect_sound_after_every_sweep(model);
}
INSTANTIATE_TEST_SUITE_P(Topics, ChainOfManyTopics, ::testing::Values(16, 60, 112, 128, 150, 300));

/// Enough documents that the hyperparameters' sums are put together from several pieces.
TEST(ChainOfManyDocuments, IsTheSameForAnyThreads) {
  Problem problem = random_problem(5000, 3000, 4);
  for (auto& document : problem.documents) document.resize(std::min<std::size_t>(document.size(), 6));
  const Corpus corpus = problem.corpus();
  const lda::Model lda(chain_lda({}, 4));
  const lda::Model given_phi(chain_lda({.sampler = sampling::Sampler::partially_collapsed}, 4));
  const hdp::Model hdp(chain_hdp({"", {}, 4}));
  const auto of_lda = [&] { return lda.kernels(); };
  const auto of_given_phi = [&] { return given_phi.kernels(); };
  const auto of_hdp = [&] { return hdp.kernels(); };
  for (const int threads : {2, 8}) {
    EXPECT_EQ(hash_after(lda, of_lda, corpus, {.threads = threads, .sweeps = 5}),
              hash_after(lda, of_lda, corpus, {.threads = 1, .sweeps = 5}));
    EXPECT_EQ(hash_after(given_phi, of_given_phi, corpus, {.threads = threads, .sweeps = 5}),
              hash_after(given_phi, of_given_phi, corpus, {.threads = 1, .sweeps = 5}));
    EXPECT_EQ(hash_after(hdp, of_hdp, corpus, {.threads = threads, .sweeps = 5}),
              hash_after(hdp, of_hdp, corpus, {.threads = 1, .sweeps = 5}));
  }
}

}  // namespace
}  // namespace themata::testing
