#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "themata/models/icdp/ibp.hpp"
#include "themata/simulation/matrices.hpp"
#include "themata/simulation/option_fields.hpp"
#include "themata/simulation/simulation.hpp"

namespace themata::icdp {

/// Which rows have which columns, IBP(eta, delta, sigma): topics that documents may use, or a matrix.
struct BuffetOptions {
  double eta = 10, delta = 1, sigma = 0;
};
/// Which words topics may have, IBP(gamma, xi, zeta).
struct WordMaskOptions {
  double gamma = 50, xi = 1, zeta = 0;
};

struct LidaOptions : simulate::CorpusOptions, BuffetOptions, WordMaskOptions {
  std::uint64_t types = automatic;  ///< size of a finite vocabulary; not given: the words that topics have
  double alpha = 0.5, beta = 0.5;
};
struct FtmOptions : simulate::CorpusOptions, BuffetOptions {
  std::uint64_t types = automatic;
  double alpha = 0.5, beta = 0.01;
};
struct SstmOptions : simulate::CorpusOptions, WordMaskOptions {
  std::uint64_t types = automatic;  ///< size of a finite vocabulary; not given: the words that topics have
  std::uint64_t topics = 100;
  double alpha = 0.1, beta = 0.5;
};

// Corpora with masks from buffets (ibp.hpp), then Phi. The words of topics are redrawn until every topic has
// one, while the documents' topics stay. In the fitted model only topics with tokens must have a word, and
// its topics are redrawn as well. This is a different distribution if topics have few words. The topics'
// weights are the mean over documents that use their topics equally.

/// @param model  lida: documents may use topics by IBP(eta, delta, sigma), and topics have words by
/// IBP(gamma, xi, zeta), phi_k ~ Dir(beta over them); ftm: only the former; sstm: only the latter, with K
/// topics
const simulate::Simulation& simulation_of(std::string_view model);

/// ibp: the ones of a three-parameter Indian buffet process; icdp: the weights of its compound Dirichlet
/// process.
std::span<const simulate::MatrixSimulation* const> matrix_simulations();

/// How a buffet is stored: lists of entries, or with a weight for each entry.
enum class BuffetEntries { alone, weighted };

struct BuffetHelp {
  std::string_view eta, delta, sigma;
};
template <class Options>
std::vector<FieldOf<Options>> buffet_fields(const BuffetHelp& help) {
  constexpr auto group = OptionGroup::priors;
  return {
      {{.name = "eta", .group = group, .least = range::above_zero, .most = 1e6, .help = help.eta},
       &Options::eta},
      {{.name = "delta", .group = group, .least = -1, .most = simulate::largest_weight, .help = help.delta},
       &Options::delta},
      simulate::discount_field<Options>({"sigma", help.sigma}, &Options::sigma),
  };
}

/// @throws UsageError unless delta is above minus sigma
void check_buffet(const BuffetOptions& options);

/// Draws topics of documents, or columns of rows, by IBP(eta, delta, sigma).
/// @throws UsageError if more are expected than a corpus can have topics; ResourceError
Buffet draw_topics_of_documents(const BuffetOptions& options, std::uint64_t documents, BuffetEntries entries,
                                Key key);

}  // namespace themata::icdp
