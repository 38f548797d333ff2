#pragma once

#include <concepts>
#include <cstddef>

#include "themata/chain/kernel.hpp"

namespace themata {

/// What a model offers to the loop that runs chains and to the tests that verify its samplers. It includes
/// the prior draw, the joint density and the draw of new data, because Geweke's test (2004) and calibration
/// need them.
template <class M>
concept Model = requires(const M m, typename M::State s, const typename M::State& cs, const Corpus& c,
                         Key key, Stream& stream, Pool& pool) {
  { m.init(c, key, pool) } -> std::same_as<typename M::State>;
  { m.sample_prior(c, stream, pool) } -> std::same_as<typename M::State>;
  { m.kernels() } -> std::same_as<Kernels<typename M::State>>;
  { m.log_joint(cs, c, pool) } -> std::same_as<double>;
  { m.log_word_part(cs, pool) } -> std::same_as<double>;
  { m.topics_in_use(cs) } -> std::same_as<std::size_t>;
  { m.resample_data(s, c, stream, pool) } -> std::same_as<Corpus>;
  m.check(cs, c);
};

}  // namespace themata
