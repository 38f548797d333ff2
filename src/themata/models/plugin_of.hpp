#pragma once

#include <memory>
#include <stdexcept>
#include <utility>

#include "themata/models/model.hpp"

namespace themata {

/// What plug-ins have in common: options in an aggregate with a table of fields, and a Model that makes
/// states.
template <class Model, class Options>
class PluginOf : public ModelPlugin {
 public:
  /// @param table  outlives this
  PluginOf(ModelInfo info, const FieldTable<Options>& table, Options defaults = {})
      : ModelPlugin(std::move(info)), table_(table), defaults_(std::move(defaults)) {}

  std::unique_ptr<AnyChain> start(const ChainInputs& in, Key key, Pool& pool) const final {
    Model model = model_of(in);
    auto state = in.given.start != nullptr ? begin(model, in, key, pool) : model.init(in.corpus, key, pool);
    return chain_of(in, std::move(model), std::move(state));
  }
  std::unique_ptr<AnyChain> restore(const ChainInputs& in, const Draw& draw, Pool& pool) const final {
    Model model = model_of(in);
    auto state = state_of(model, in, draw, pool);
    return chain_of(in, std::move(model), std::move(state));
  }
  FitOptions default_options() const final {
    return {info().name, std::make_unique<AnyOptionsOf<Options>>(table_, defaults_)};
  }

 protected:
  virtual Model model_of(const ChainInputs& in) const = 0;
  /// The state that a draw holds, which is one of this model's.
  virtual typename Model::State state_of(const Model& model, const ChainInputs& in, const Draw& draw,
                                         Pool& pool) const = 0;
  /// The state that a chain begins in, with the topics of in.given.start. Of models with `start-from`.
  virtual typename Model::State begin(const Model& /*model*/, const ChainInputs& /*in*/, Key /*key*/,
                                      Pool& /*pool*/) const {
    throw std::logic_error("a start for a model that draws its own");
  }
  virtual std::unique_ptr<AnyChain> chain_of(const ChainInputs& in, Model model,
                                             typename Model::State state) const = 0;

  static const Options& own(const FitOptions& options) { return options.own<Options>(); }

 private:
  const FieldTable<Options>& table_;
  Options defaults_;
};

}  // namespace themata
