#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <vector>

#include "themata/cluster/communicator.hpp"
#include "themata/models/model.hpp"
#include "themata/run/orders.hpp"

namespace themata {

/// Rank 0 of the ranks that sample the chains of a fit together. It runs the fit as one process would: it
/// alone writes traces, judges and stops. Its chains make the other ranks (follower.hpp) do with their part
/// what it does with its own.
class Leader {
 public:
  /// @param ranks  of which this is rank 0
  explicit Leader(const Communicator& ranks) : ranks_(ranks) {}
  /// Sends the others home, if they can hear it.
  ~Leader();
  Leader(const Leader&) = delete;
  Leader& operator=(const Leader&) = delete;

  const Communicator& ranks() const { return ranks_; }

  /// Makes the others read a fit that is on a disk which all ranks see. Its chains end first.
  /// @param options  with_defaults @throws ResourceError with what another rank could not read
  void open(const std::filesystem::path& fit, const FitOptions& options) const;
  /// A chain of that fit, at its start.
  /// @param inputs  with the ranks, of which the chain takes this one's part
  std::unique_ptr<AnyChain> start(const ModelPlugin& model, const ChainInputs& inputs, std::uint32_t chain,
                                  Pool& pool);
  /// A chain's checkpoint, of which each rank reads the topics of its own tokens.
  /// @throws InputError where it is damaged or not of so many tokens; ResourceError where another rank cannot
  /// read it
  Draw read(const Place& checkpoint, const ModelPlugin& model, const ChainInputs& inputs) const;
  /// The chain, as the ranks have read it last. @param saved  what read() has returned
  std::unique_ptr<AnyChain> restore(const ModelPlugin& model, const ChainInputs& inputs, const Draw& saved,
                                    Pool& pool);

  /// Whether this rank has failed in something that the others do too, and so wait for it: only the end of
  /// all processes ends them.
  bool is_broken() const { return is_broken_; }

  // For its chains.
  void order(const nlohmann::json& what) const;
  /// What this rank does of an order.
  template <class Work>
  auto together(const Work& work);
  /// Outcomes of ranks 1, 2, ... @throws ResourceError with the first fault
  std::vector<RankOutcome> outcomes() const;

 private:
  const Communicator& ranks_;
  bool is_broken_ = false;
};

}  // namespace themata
