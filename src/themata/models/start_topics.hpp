#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "themata/io/scratch.hpp"

namespace themata {

/// The topics that every chain of a fit begins with, and what else is known of them: those of a fit, of a
/// MALLET state, or of a program's own making.
struct StartTopics {
  LargeVector<std::uint16_t> topics = {};  ///< of every token, in the collection's order; none for no start
  std::size_t n_topics = 0;                ///< how many there are; some may have no token
  std::vector<double> weights = {};        ///< prior weight of each topic in every document; or none
  std::vector<std::uint32_t> seats = {};   ///< table of every token within its document; or none
  /// Values by name (start_hyper), for models that learn such a hyperparameter.
  std::map<std::string, double> hyperparameters = {};

  bool empty() const { return topics.empty(); }
};

/// Names of hyperparameters in a start. One name means one thing in all models.
namespace start_hyper {
inline constexpr const char* beta = "beta";  ///< prior weight of a word type in a topic with all words
inline constexpr const char* document_concentration = "document_concentration";
inline constexpr const char* document_discount = "document_discount";
inline constexpr const char* topic_concentration = "topic_concentration";
inline constexpr const char* topic_discount = "topic_discount";
// Models with masks.
inline constexpr const char* weight_in_mask = "weight_in_mask";  ///< of a topic that a document may use
inline constexpr const char* beta_in_mask = "beta_in_mask";      ///< of a word that a topic may have
inline constexpr const char* eta = "eta";
inline constexpr const char* delta = "delta";
inline constexpr const char* sigma = "sigma";
inline constexpr const char* gamma_of_words = "gamma_of_words";
inline constexpr const char* xi = "xi";
inline constexpr const char* zeta = "zeta";
}  // namespace start_hyper

}  // namespace themata
