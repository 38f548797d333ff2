#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "themata/models/hdp/model.hpp"
#include "themata/sampling/scans/sampler.hpp"

namespace themata::testing {

/// A sampler as the tests' tables name it: how z is drawn and, of the HDP, how Psi is held.
struct NamedSampler {
  const char* name;
  sampling::SamplerChoice choice;
  std::uint32_t blocks;
  hdp::Weights weights = hdp::Weights::sticks;
  std::size_t max_topics = sampling::max_topics;
  std::size_t split_proposals = 0;
  hdp::TableMoves table_moves = {};
  std::size_t unused_apart_from = sampling::least_slots_of_lists;

  void apply_to(hdp::Settings& settings) const {
    settings.sampler = choice;
    settings.blocks = blocks;
    settings.weights = weights;
    settings.max_topics = max_topics;
    settings.split_proposals = split_proposals;
    settings.table_moves = table_moves;
    settings.unused_apart_from = unused_apart_from;
  }
};

inline std::ostream& operator<<(std::ostream& out, const NamedSampler& sampler) {
  return out << sampler.name;
}

/// Every exact sampler that LDA and the HDP share.
inline std::vector<NamedSampler> every_sampler() {
  using sampling::BlockScan;
  using sampling::Sampler;
  using sampling::TopicScan;
  return {
      {"block_collapsed_1", {Sampler::block_collapsed, TopicScan::dense}, 1},
      {"block_collapsed_2", {Sampler::block_collapsed, TopicScan::dense}, 2},
      {"block_collapsed_3", {Sampler::block_collapsed, TopicScan::dense}, 3},
      {"block_collapsed_by_lists_1", {.block_scan = BlockScan::lists}, 1},
      {"block_collapsed_by_lists_2", {.block_scan = BlockScan::lists}, 2},
      {"block_collapsed_by_lists_3", {.block_scan = BlockScan::lists}, 3},
      {"collapsed", {Sampler::collapsed, TopicScan::dense}, 2},
      {"sparse_collapsed", {Sampler::sparse_collapsed, TopicScan::dense}, 2},
      {"dense", {Sampler::partially_collapsed, TopicScan::dense}, 3},
      {"sparse", {Sampler::partially_collapsed, TopicScan::sparse}, 2},
      {"light", {Sampler::partially_collapsed, TopicScan::light}, 2},
      {"doubly_sparse", {Sampler::partially_collapsed, TopicScan::doubly_sparse}, 2},
      {"doubly_sparse_by_slot",
       {.sampler = Sampler::partially_collapsed, .scan = TopicScan::doubly_sparse, .groups_without_row = 0},
       1},
      {"automatic", {Sampler::partially_collapsed, TopicScan::automatic}, 1}};
}

/// The light sampler by proposals of the word alone, by one of each, and by one of the word more than of the
/// document.
inline std::vector<NamedSampler> light_samplers_of_other_steps() {
  using sampling::Sampler;
  using sampling::TopicScan;
  const auto light = [](const char* name, std::uint32_t steps) {
    return NamedSampler{
        name, {.sampler = Sampler::partially_collapsed, .scan = TopicScan::light, .mh_steps = steps}, 2};
  };
  return {light("light_1", 1), light("light_2", 2), light("light_3", 3)};
}

/// One of each kind, for what the samplers of z have in common: a proof for each of them would say the same
/// again.
inline std::vector<NamedSampler> one_of_each_kind() {
  std::vector<NamedSampler> some;
  for (const NamedSampler& sampler : every_sampler())
    for (const std::string name : {"block_collapsed_2", "collapsed", "sparse"})
      if (sampler.name == name) some.push_back(sampler);
  return some;
}

/// The approximate ones. Their chains are as reproducible as the others', their distribution is not the
/// posterior.
inline std::vector<NamedSampler> approximate_samplers() {
  using sampling::Sampler;
  using sampling::TopicScan;
  return {{"ad_lda_3", {.sampler = Sampler::ad_lda, .partitions = 3}, 2},
          {"light_collapsed", {Sampler::light_collapsed, TopicScan::dense}, 2},
          {"light_ad_lda_3",
           {.sampler = Sampler::ad_lda, .scan = TopicScan::light, .partitions = 3, .mh_steps = 3},
           2}};
}

/// The HDP with its topics in the order of their sticks. @param flag  K*
inline std::vector<NamedSampler> in_order_samplers(std::size_t flag) {
  using sampling::Sampler;
  using sampling::TopicScan;
  constexpr auto gem = hdp::Weights::gem;
  return {{"gem_block_collapsed_2", {Sampler::block_collapsed, TopicScan::dense}, 2, gem, flag},
          {"gem_collapsed", {Sampler::collapsed, TopicScan::dense}, 1, gem, flag},
          {"gem_dense", {Sampler::partially_collapsed, TopicScan::dense}, 1, gem, flag}};
}

/// The HDP by direct assignment; `blocks` changes no bit of it.
inline NamedSampler direct_sampler() { return {"direct_assignment", {}, 2, hdp::Weights::direct}; }

/// The HDP with whole topics split and merged.
inline NamedSampler sub_cluster_sampler() {
  return {"sub_cluster", {}, 2, hdp::Weights::sticks, sampling::max_topics, 2};
}

/// The HDP whose topics without tokens have no slots, as with many topics.
inline std::vector<NamedSampler> unused_apart_samplers() {
  const auto sampler = [](const char* name, std::uint32_t blocks, const hdp::TableMoves& moves = {}) {
    return NamedSampler{name, {}, blocks, hdp::Weights::sticks, sampling::max_topics, 0, moves, 0};
  };
  return {sampler("unused_apart_1", 1), sampler("unused_apart_2", 2), sampler("unused_apart_3", 3),
          sampler("unused_apart_with_dishes", 2, {.dishes_every = 2})};
}

/// The HDP with moves of whole tables: their topics drawn, splits and merges, both.
inline std::vector<NamedSampler> table_samplers() {
  using seating::SplitMerge;
  const auto sampler = [](const char* name, std::uint32_t blocks, const hdp::TableMoves& moves) {
    return NamedSampler{name, {}, blocks, hdp::Weights::sticks, sampling::max_topics, 0, moves};
  };
  NamedSampler direct = sampler("direct_with_dishes", 1, {.dishes_every = 1});
  direct.weights = hdp::Weights::direct;
  return {direct,
          sampler("dishes", 2, {.dishes_every = 1}),
          sampler("split_merge", 2, {.split_merge = {SplitMerge::Pick::uniform, 0, 2}}),
          sampler("split_merge_by_scans", 1, {.split_merge = {SplitMerge::Pick::by_size, 2, 2}}),
          sampler("split_merge_by_likeness", 2, {.split_merge = {SplitMerge::Pick::by_likeness, 1, 2}}),
          sampler("split_merge_in_parallel", 2,
                  {.split_merge = {SplitMerge::Pick::by_size, 1, 2, SplitMerge::Allocation::parallel}}),
          sampler("dishes_and_split_merge", 3, {.dishes_every = 2, .split_merge = {.proposals = 1}})};
}

/// Names a case of a test that is run for each sampler.
struct SamplerName {
  template <class Info>
  std::string operator()(const Info& info) const {
    return info.param.name;
  }
};

}  // namespace themata::testing
