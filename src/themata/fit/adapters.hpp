#pragma once

#include "themata/fit/monitor.hpp"
#include "themata/fit/options.hpp"
#include "themata/franchise/model.hpp"
#include "themata/hdp/model.hpp"
#include "themata/hpc/model.hpp"
#include "themata/icdp/model.hpp"
#include "themata/lda/model.hpp"
#include "themata/store/fit_folder.hpp"

namespace themata {

using Named = std::vector<std::pair<std::string, double>>;

// Between the options and folders that every model shares and the plain structs of each.

/// Blocks of the vocabulary: as many as asked, or what suits the corpus. 1 for samplers that take no notice of blocks, and
/// need no copy of the corpus in their order.
std::uint32_t block_count(const FitOptions& options, const Corpus& corpus);

lda::Model make_lda(const FitOptions& options, const GivenPriors& given, std::uint32_t blocks);
hdp::Model make_hdp(const FitOptions& options, const GivenPriors& given, std::uint32_t blocks);
franchise::Model make_franchise(const FitOptions& options, const GivenPriors& given);
icdp::Model make_icdp(const FitOptions& options, std::uint32_t blocks);
hpc::Model make_hpc(const FitOptions& options, const GivenPriors& given);

/// The sampled part of a state, in the corpus's token order; chain, sweep and seconds are left to the caller.
Draw to_draw(const lda::State& state, const Corpus& corpus);
Draw to_draw(const hdp::State& state, const Corpus& corpus);
Draw to_draw(const franchise::State& state, const Corpus& corpus);
Draw to_draw(const icdp::State& state, const Corpus& corpus);
Draw to_draw(const hpc::Model& model, const hpc::State& state);

/// The same of any model.
Draw draw_of(const auto&, const auto& state, const Corpus& corpus) { return to_draw(state, corpus); }
inline Draw draw_of(const hpc::Model& model, const hpc::State& state, const Corpus&) {
  return to_draw(model, state);
}

lda::State to_state(const lda::Model& model, const Draw& draw, const Corpus& corpus, Pool& pool);
hdp::State to_state(const hdp::Model& model, const Draw& draw, const Corpus& corpus, Pool& pool);
franchise::State to_state(const franchise::Model& model, const Draw& draw, const Corpus& corpus, Pool& pool);
icdp::State to_state(const icdp::Model& model, const Draw& draw, const Corpus& corpus, Pool& pool);
hpc::State to_state(const hpc::Model& model, const Draw& draw, const Corpus& corpus, Pool& pool);

/// Lanes of a state that may grow; 0 of one whose size is fixed.
std::size_t lanes_of(const auto& state) { return state.mix.lanes(); }
inline std::size_t lanes_of(const hpc::State&) { return 0; }

/// Topics that documents may use, with tokens or without; 0 of a model without such masks.
inline std::size_t topics_of_masks(const auto&) { return 0; }
std::size_t topics_of_masks(const icdp::State& state);

MonitoredState monitored_state(const lda::State& state);
MonitoredState monitored_state(const hdp::State& state);
MonitoredState monitored_state(const franchise::State& state);
MonitoredState monitored_state(const icdp::State& state);
MonitoredState monitored_state(const hpc::State& state);

/// 16 hexadecimal digits that differ where any sampled bit does: what two runs of one chain must agree on.
std::string state_hash(const Draw& draw);

/// Hyperparameters, the tokens of an HDP's flag topic, a franchise's tables, splits and merges, the sizes of masks, the tokens of
/// the five largest topics, and (not of hpc and pcm) the sparsity of the counts, under the names and in the order of the trace's columns.
Named traced_values(const lda::Model& model, const lda::State& state, const Corpus& corpus, Pool& pool);
Named traced_values(const hdp::Model& model, const hdp::State& state, const Corpus& corpus, Pool& pool);
Named traced_values(const franchise::Model& model, const franchise::State& state, const Corpus& corpus,
                    Pool& pool);
Named traced_values(const icdp::Model& model, const icdp::State& state, const Corpus& corpus, Pool& pool);
Named traced_values(const hpc::Model& model, const hpc::State& state, const Corpus& corpus, Pool& pool);

}  // namespace themata
