#pragma once

#include <cstdint>
#include <map>

#include "themata/align/unclear_topics.hpp"
#include "themata/chain/pool.hpp"
#include "themata/models/options.hpp"
#include "themata/store/fit_folder.hpp"

namespace themata {

/// Writes everything that is read from a finished fit besides its draws: tables of topics, counts, posterior
/// means and standard deviations, words of labels, inefficiency factors (fit_folder.hpp lists the files).
/// @returns by chain, the topics that run into each other
/// @throws InputError if a draw is damaged; ResourceError
std::map<std::uint32_t, UnclearTopics> write_summaries(const FitFolder& fit, const CorpusFolder& corpus,
                                                       Pool& pool);

/// HDP cut off at a flag topic: the most tokens that it holds in a kept draw or in a row of a trace after
/// burn-in.
std::uint64_t most_flag_tokens(const FitFolder& fit, const FitOptions& options, std::size_t flag);

}  // namespace themata
