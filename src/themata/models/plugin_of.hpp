#pragma once

#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>

#include "themata/models/chain_part.hpp"
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
    const ChainPart part(documents_here(model), in);
    const ChainInputs& here = part.inputs();
    auto state =
        here.given.start != nullptr ? begin(model, here, key, pool) : model.init(here.corpus, key, pool);
    return chain_of(here, std::move(model), std::move(state));
  }
  std::unique_ptr<AnyChain> restore(const ChainInputs& in, const Draw& draw, Pool& pool) const final {
    Model model = model_of(in);
    const ChainPart part(documents_here(model), in);
    auto state = state_of(model, part.inputs(), draw, pool);
    return chain_of(part.inputs(), std::move(model), std::move(state));
  }
  TokenRange tokens_here(const ChainInputs& in) const final {
    const Model model = model_of(in);
    return ChainPart(documents_here(model), in).tokens();
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
  /// The documents that the process has of a chain; nothing where it has all.
  static std::optional<sampling::DocumentRange> documents_here(const Model& model) {
    if constexpr (requires { model.share(); })
      if (model.share().ranks != nullptr) return model.share().documents();
    return std::nullopt;
  }

  const FieldTable<Options>& table_;
  Options defaults_;
};

}  // namespace themata
