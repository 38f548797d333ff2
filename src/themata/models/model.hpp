#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "themata/cluster/communicator.hpp"
#include "themata/models/chain.hpp"
#include "themata/models/draw.hpp"
#include "themata/models/given_priors.hpp"
#include "themata/models/options.hpp"

namespace themata {

struct Calibration;
namespace simulate {
class Simulation;
class MatrixSimulation;
}  // namespace simulate

/// What a model does with labels of documents.
enum class LabelUse {
  none,
  topics,  ///< one topic per label, and background topics
  tree     ///< one topic per node of the tree of labels
};

/// A column of the trace that reports show as a chart, with the chart's title.
struct Chart {
  std::string_view column, title;
};

/// Advice for models whose topics are Dirichlet over words: ModelInfo::growth_advice.
inline constexpr std::string_view larger_beta =
    "a larger `beta` (0.1, say), which is then held, gives fewer topics";

/// What the rest of the library may know of a model. Nothing outside models/ asks for its name.
struct ModelInfo {
  std::string_view name;
  std::string_view title;         ///< what it is, in a line of help
  std::string_view heading = {};  ///< its name above a report; empty where that is its name in capitals
  /// Its columns of the trace that reports show, beside the log posterior and the number of topics.
  std::vector<Chart> charts = {};
  LabelUse labels = LabelUse::none;
  /// Whether a chain has as many topics as --topics says, throughout.
  bool fixed_topics = false;
  /// Whether a topic's number means one topic in every draw of a chain, so that phi and theta have posterior
  /// moments.
  bool aligned_draws = false;
  /// Whether --max-topics limits the topics that a chain may find.
  bool grows = false;
  /// Whether documents' proportions are Dirichlet or Pitman-Yor over all topics, as left-to-right evaluation
  /// needs them.
  bool dirichlet_documents = true;
  /// Whether the model has a distribution of a document's labels, so that its predictors have labels().
  bool label_distribution = false;
  /// Whether its draws have the rates of words (Draw::rates).
  bool rates = false;
  /// Whether documents use some of the topics, and topics have some of the words.
  bool masks_topics = false, masks_words = false;
  /// Whether documents have covariates (GivenPriors::covariates), read from their metadata. Draws have
  /// coefficients (ModelDraw::coefficients), and new documents need the same metadata.
  bool covariates = false;
  /// Whether several ranks can sample one chain, with the options that check_ranks() lets through.
  bool over_ranks = false;
  /// What gives fewer topics, where `grows`; empty in other models.
  std::string_view growth_advice = {};
};

/// What a chain is made of. All of it must outlive the chain.
struct ChainInputs {
  const Corpus& corpus;
  const FitOptions& options;  ///< with_defaults
  const GivenPriors& given;
  /// Where several ranks sample the chain: those. Every rank has the same corpus, of which its chain takes
  /// its share.
  const Communicator* ranks = nullptr;
};

/// The tokens that one rank of a chain has.
struct TokenRange {
  std::uint64_t first = 0, count = 0;
};

/// A model as the rest of the library sees it: one const object per model, which models/registry.cpp lists.
class ModelPlugin {
 public:
  virtual ~ModelPlugin() = default;
  const ModelInfo& info() const { return info_; }

  virtual std::unique_ptr<AnyChain> start(const ChainInputs& inputs, Key key, Pool& pool) const = 0;
  virtual std::unique_ptr<AnyChain> restore(const ChainInputs& inputs, const Draw& draw,
                                            Pool& pool) const = 0;
  /// The tokens whose topics a chain's state holds in this process: all, unless several ranks sample it. A
  /// draw to restore has their topics.
  virtual TokenRange tokens_here(const ChainInputs& inputs) const = 0;
  /// What a draw's file holds beside z, unchecked; null if it holds no state of this model.
  /// @throws InputError naming `path`
  virtual std::unique_ptr<ModelDraw> read(const NpzReader& npz, const std::string& path) const = 0;
  /// Whether a draw is a state of a fit with these options.
  virtual bool fits(const Draw& draw, const FitOptions& options) const = 0;

  /// The options of a fit that asks for nothing but the model.
  virtual FitOptions default_options() const = 0;
  /// The number of topics for a corpus, where `topics` is automatic.
  virtual std::uint64_t usual_topics(const Corpus& /*corpus*/) const { return automatic; }
  /// Fills in what the model's own options leave to the program.
  virtual void complete(FitOptions& /*options*/) const {}
  /// Refuses combinations of the model's own options that contradict each other. @throws UsageError
  virtual void check_options(const FitOptions& /*options*/) const {}
  /// Refuses options that a corpus rules out. @throws UsageError
  virtual void check_corpus(const FitOptions& /*options*/, const Corpus& /*corpus*/) const {}
  /// Refuses options with which several ranks cannot sample one chain. @throws UsageError
  virtual void check_ranks(const FitOptions& /*options*/) const {}
  /// How many threads of all ranks can sample a chain at once.
  virtual std::uint64_t threads_at_once(const FitOptions& /*options*/, const Corpus& /*corpus*/) const {
    return UINT64_MAX;
  }
  /// Refuses options that the documents' labels rule out. @throws UsageError
  virtual void check_given(const FitOptions& /*options*/, const GivenPriors& /*given*/) const {}
  /// Whether the chain's distribution is the posterior. Not where the sampler is an approximation.
  virtual bool exact(const FitOptions& /*options*/) const { return true; }

  /// The topic that stands for all beyond a truncation; nothing where there is none.
  virtual std::optional<std::size_t> flag_topic(const FitOptions& /*options*/) const { return std::nullopt; }

  /// Number of topic slots that a fit is expected to come to; 0 if bytes() does not depend on it.
  virtual std::uint64_t slots(const Corpus& corpus, const FitOptions& options) const = 0;
  /// Number of topic slots with which its chains begin.
  virtual std::uint64_t slots_at_start(const Corpus& corpus, const FitOptions& options) const {
    return slots(corpus, options);
  }
  /// Peak memory in bytes that sampling and summaries are expected to need with this number of slots.
  virtual std::uint64_t bytes(const Corpus& corpus, const FitOptions& options, std::uint64_t slots) const = 0;

  /// Which of these bytes every rank needs where several sample a chain. The ranks share the others.
  virtual std::uint64_t bytes_on_each_rank(const Corpus& /*corpus*/, const FitOptions& /*options*/) const {
    return 0;
  }

  /// How a self-test calibrates its samplers (models/calibration.hpp); null where none can.
  virtual const Calibration* calibration() const { return nullptr; }
  /// How corpora of it are simulated (simulation/simulation.hpp); null where they cannot be.
  virtual const simulate::Simulation* simulation() const { return nullptr; }
  /// Matrices of its prior that can be simulated by themselves (simulation/matrices.hpp).
  virtual std::span<const simulate::MatrixSimulation* const> matrices() const { return {}; }

 protected:
  explicit ModelPlugin(ModelInfo info) : info_(std::move(info)) {}

 private:
  ModelInfo info_;
};

}  // namespace themata
