#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "themata/chain/pool.hpp"
#include "themata/corpus/corpus.hpp"
#include "themata/counts/sparse_counts.hpp"
#include "themata/counts/topic_words.hpp"
#include "themata/io/checksum.hpp"
#include "themata/io/npz.hpp"
#include "themata/io/scratch.hpp"
#include "themata/models/document_proportions.hpp"
#include "themata/models/given_priors.hpp"
#include "themata/models/posterior_moments.hpp"
#include "themata/models/start_topics.hpp"
#include "themata/models/topic_rates.hpp"

namespace themata {

class Predictor;

/// New numbers of a draw's topics: topic order[i] is called i.
struct Renumbering {
  std::vector<std::uint16_t> order;
  std::vector<std::uint16_t> number;  ///< the new number of each old topic; 0 of one that is left out
  std::vector<std::uint64_t> sizes;   ///< tokens of each old topic
};

/// What masks switch on.
struct Masks {
  std::vector<std::vector<std::uint16_t>>
      topics_of_documents;  ///< D lists; empty where every document may use every topic
  /// A list per topic, of word types and, from V on, of latent words that no token is of; empty where every
  /// topic may have every word.
  std::vector<std::vector<std::uint32_t>> words_of_topics;
};

/// How the topics' weights depend on documents' covariates: log alpha_dk = sum_j x_dj lambda_kj.
struct TopicCoefficients {
  std::size_t n_columns = 0;   ///< J, as Covariates has them
  std::vector<double> lambda;  ///< K x J, row by row
  std::vector<double> mu;      ///< J: mean of lambda_kj over topics, as a hyperparameter
  std::vector<double> sigma;   ///< J: its standard deviation
};

/// What a reader of a draw holds beside it. All of it must outlive what is made of it.
struct DrawContext {
  const Corpus& corpus;
  std::span<const std::uint16_t> z;  ///< topic of every token
  const GivenPriors& given;          ///< its topics numbered as the draw's
  std::uint64_t first_token = 0;  ///< that `z` begins with, where it has the topics of some documents alone
};

/// What a model keeps of its state beside the tokens' topics, and what it means: the one place where a model
/// says what word probabilities and topic proportions follow from a draw. A model derives from it in its
/// draw.cpp.
class ModelDraw {
 public:
  virtual ~ModelDraw() = default;
  virtual std::unique_ptr<ModelDraw> clone() const = 0;

  virtual std::size_t n_topics() const = 0;
  /// Whether topics come and go: then a number means another topic in another draw, and topics without tokens
  /// are left out where a draw is shown.
  virtual bool finds_topics() const = 0;
  /// Whether a topic has its number by itself, in every draw and whatever its size.
  virtual bool keeps_numbers() const { return false; }

  // Files: the model's arrays, under names that no model changes.
  virtual void save(NpzWriter& npz) const = 0;
  /// Adds every sampled bit, z aside.
  virtual void add_to(Checksum& sum) const = 0;
  /// What contradicts itself; nothing where all is well.
  virtual std::optional<std::string> find_fault() const = 0;
  /// What does not fit the corpus and the tokens' topics.
  virtual std::optional<std::string> find_mismatch(std::span<const std::uint16_t> /*z*/,
                                                   const Corpus& /*corpus*/) const {
    return std::nullopt;
  }
  /// What does not fit the priors and labels that the fit was given.
  virtual std::optional<std::string> find_mismatch(const GivenPriors& /*given*/) const {
    return std::nullopt;
  }
  virtual void renumber(const Renumbering& renumbering) = 0;

  // Word probabilities.
  /// How E(phi) follows from the counts.
  virtual TopicWords topic_words() const = 0;
  /// Prior weight per word type; 0 in a model without one.
  virtual double beta() const { return 0; }
  /// Adds mean and variance of phi of the topics from `first` on, up to `last`, given this draw. Only where
  /// topics are fixed.
  /// @throws std::logic_error in a model that finds its topics
  virtual void add_topic_moments(const DrawContext& context, RowRange rows, PosteriorMoments& moments) const;

  // Topic proportions.
  /// Prior weight of each topic in a document that may use it, K of them; 0 in a model whose documents have
  /// none.
  virtual std::vector<double> prior_weights() const = 0;
  /// E(theta) of the corpus's documents.
  virtual std::unique_ptr<DocumentProportions> proportions(const DrawContext& context) const = 0;
  /// The same with variances; only where topics are fixed. Models with Dirichlet documents
  /// (ModelInfo::dirichlet_documents) or rates read the topics of these documents' tokens alone, or none.
  virtual void add_document_moments(const DrawContext& context, RowRange rows,
                                    PosteriorMoments& moments) const;
  /// Weight in a new document of all topics that the draw has no tokens in; nothing where there are none
  /// such.
  virtual std::optional<double> rest() const { return std::nullopt; }

  // New documents.
  /// What the draw says of documents made of the word types `types` alone, which are numbered from 0 in that
  /// order.
  virtual std::unique_ptr<Predictor> predictor(const DrawContext& context,
                                               std::span<const std::uint32_t> types, Pool& pool) const = 0;

  /// Adds what chains that begin with this draw's topics may use: weights, seats, hyperparameters.
  virtual void add_to_start(StartTopics& /*start*/) const {}

  // Features that readers may ask for.
  virtual const Masks* masks() const { return nullptr; }
  virtual const TopicRates* rates() const { return nullptr; }
  virtual const TopicCoefficients* coefficients() const { return nullptr; }
  /// A draw whose rates and hyperparameters are the means of several; nothing where the model has no such
  /// draw.
  /// @param next  draws one after another; null after the last
  virtual std::unique_ptr<ModelDraw> mean_with(
      const std::function<std::unique_ptr<ModelDraw>()>& /*next*/) const {
    return nullptr;
  }
};

/// The topics of the tokens that the other ranks of a chain hold, which come after those that are here, until
/// the chain's next sweep.
class TopicsElsewhere : public RestOfArray {
 public:
  virtual void add_to(Checksum& sum) const = 0;
};

/// A chain's state at the end of a sweep: what a checkpoint and a kept draw hold.
struct Draw {
  Draw() = default;
  explicit Draw(std::unique_ptr<ModelDraw> of_model, LargeVector<std::uint16_t> topics = {})
      : z(std::move(topics)), model(std::move(of_model)) {}
  Draw(const Draw& other) { *this = other; }
  Draw(Draw&&) = default;
  Draw& operator=(Draw&&) = default;
  Draw& operator=(const Draw& other);
  ~Draw() = default;

  std::uint32_t chain = 1;       ///< from 1
  std::uint64_t sweep = 0;       ///< sweeps done
  LargeVector<std::uint16_t> z;  ///< topic of every token, in the corpus's order
  /// Of a chain of several ranks: what `z` lacks. Only such a draw's file and hash can be made.
  std::shared_ptr<const TopicsElsewhere> elsewhere = nullptr;
  std::unique_ptr<ModelDraw> model;
  double seconds = 0;  ///< time spent sampling so far
  static constexpr std::uint16_t no_topic = UINT16_MAX;
  std::vector<std::uint16_t>
      monitored;  ///< where each monitored topic (store/monitored_file.hpp) is, no_topic for a
                  ///< dead one; empty where none is, or before the first such sweep
  std::vector<std::uint16_t>
      order;  ///< by_size: what each topic was called before; empty otherwise, and never saved
  /// numbered_as (models/same_topics.hpp): topics of the reference that this draw can hardly tell apart;
  /// never saved
  std::vector<std::uint16_t> unclear;

  std::size_t n_topics() const { return model->n_topics(); }
  bool finds_topics() const { return model->finds_topics(); }
  std::vector<double> prior_weights() const { return model->prior_weights(); }
  const Masks* masks() const { return model->masks(); }
  const TopicRates* rates() const { return model->rates(); }
  const TopicCoefficients* coefficients() const { return model->coefficients(); }
};

/// The draw with its topics renumbered by size, largest first (ties keep their order), and unused ones left
/// out where the model finds its topics; as it is where topics keep their numbers.
Draw by_size(Draw draw);

/// A draw whose topics are fixed, with topic order[i] called i. @param order  of all its topics
Draw in_order(Draw draw, std::span<const std::uint16_t> order);

/// What contradicts itself in a draw; nothing where all is well.
std::optional<std::string> find_fault(const Draw& draw);

/// What is wrong with a draw for a corpus: nothing where it has a topic for each token, and what else the
/// model keeps fits.
std::optional<std::string> find_mismatch(const Draw& draw, const Corpus& corpus);

/// 16 hexadecimal digits that differ where any sampled bit does: what two runs of one chain must agree on.
std::string state_hash(const Draw& draw);

}  // namespace themata
