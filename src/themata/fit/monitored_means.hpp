#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "themata/admixture/state.hpp"
#include "themata/corpus/corpus.hpp"
#include "themata/hpc/model.hpp"
#include "themata/icdp/masks.hpp"
#include "themata/seating/tables.hpp"

namespace themata {

/// A state as a monitor sees it.
struct MonitoredState {
  const admixture::State* mix = nullptr;  ///< of all models but hpc and pcm
  /// Lanes: which topic stands there (hdp::State::names); empty where a topic is its lane, and never dies (LDA).
  std::span<const std::uint64_t> names = {};
  /// Of the franchise alone: who sits where, the law of that, and Psi_k of each lane.
  const seating::Tables* tables = nullptr;
  seating::PitmanYor law = {};
  std::span<const double> psi = {};
  /// Of the models with masks alone: which topics documents may use, and which words topics may have.
  const icdp::TopicMask* topic_mask = nullptr;
  const icdp::WordMask* word_mask = nullptr;
  /// Of hpc and pcm alone, which have nothing of the above.
  const hpc::State* rates = nullptr;
};

/// phi of one topic after another: E(phi_k | z), or as the state holds it.
class MonitoredWords {
 public:
  virtual ~MonitoredWords() = default;
  virtual void turn_to(std::uint16_t lane) = 0;  ///< @param lane  Draw::no_topic for a dead one
  virtual std::int64_t size() const = 0;         ///< tokens
  virtual double of(std::size_t v) const = 0;
};

/// theta of one document after another, likewise.
class MonitoredDocuments {
 public:
  virtual ~MonitoredDocuments() = default;
  virtual void turn_to(std::size_t d) = 0;
  virtual double of(std::uint16_t lane) const = 0;
};

// What they return refers to the state.
std::vector<std::int64_t> topic_sizes(const MonitoredState& state);
std::unique_ptr<MonitoredWords> monitored_words(const MonitoredState& state);
std::unique_ptr<MonitoredDocuments> monitored_documents(const MonitoredState& state, const Corpus& corpus);

}  // namespace themata
