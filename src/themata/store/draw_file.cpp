#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include "themata/io/error.hpp"
#include "themata/io/npz.hpp"
#include "themata/seating/seats.hpp"
#include "themata/store/fit_folder.hpp"

namespace themata {

namespace {

/// The laws of masks, by their names in the file.
constexpr std::array<std::pair<std::string_view, double DrawMasks::*>, 5> mask_laws{
    {{"eta", &DrawMasks::eta},
     {"delta", &DrawMasks::delta},
     {"sigma", &DrawMasks::sigma},
     {"xi", &DrawMasks::xi},
     {"zeta", &DrawMasks::zeta}}};

/// Concentrations and discounts. @param refuse  says what is wrong
template <class Refuse>
void check_laws(const Draw& draw, const Refuse& refuse) {
  const bool is_discount =
      draw.discount >= 0 && draw.discount < 1 && draw.document_discount >= 0 && draw.document_discount < 1;
  if (!is_discount) refuse("discounts should be from 0, and below 1");
  if (draw.seat.empty() && (draw.discount > 0 || draw.document_discount > 0))
    refuse("it has discounts and no seats");
  for (const double alpha : draw.alpha)
    if (!std::isfinite(alpha) || alpha <= -draw.document_discount)
      refuse(fmt::format("alpha should be above {:g}", -draw.document_discount));
  if (!draw.seat.empty() && !(std::isfinite(draw.gamma) && draw.gamma > -draw.discount))
    refuse(fmt::format("gamma should be above {:g}", -draw.discount));
}

bool all_weights(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x) && x >= 0; });
}

/// Lists one after the other, and where each begins.
template <class T>
void add_lists(NpzWriter& npz, const std::string& name, const std::vector<std::vector<T>>& lists) {
  std::vector<std::uint64_t> begin{0};
  std::vector<T> all;
  for (const auto& list : lists) {
    all.insert(all.end(), list.begin(), list.end());
    begin.push_back(all.size());
  }
  npz.add(name + "_begin", std::span<const std::uint64_t>(begin), {begin.size()});
  npz.add(name, std::span<const T>(all), {all.size()});
}

template <class T>
std::vector<std::vector<T>> read_lists(const NpzReader& npz, const std::string& name,
                                       const std::string& path) {
  const auto begin = npz.read<std::uint64_t>(name + "_begin");
  const auto all = npz.read<T>(name);
  if (begin.empty() || begin.front() != 0 || begin.back() != all.size() || !std::ranges::is_sorted(begin))
    throw InputError(path, 0, fmt::format("is damaged: {}_begin does not cut {} into lists", name, name));
  std::vector<std::vector<T>> lists;
  for (std::size_t i = 0; i + 1 < begin.size(); ++i) {
    const auto first = all.begin() + static_cast<std::ptrdiff_t>(begin[i]);
    lists.emplace_back(first, all.begin() + static_cast<std::ptrdiff_t>(begin[i + 1]));
  }
  return lists;
}

template <class T>
bool names_twice(std::vector<T> list) {
  std::ranges::sort(list);
  return std::ranges::adjacent_find(list) != list.end();
}

/// What can be said of masks without a corpus. @param refuse  says what is wrong
template <class Refuse>
void check_masks(const Draw& draw, const Refuse& refuse) {
  const DrawMasks& masks = *draw.masks;
  const auto is_law = [](double mass, double concentration, double discount) {
    return std::isfinite(mass) && mass > 0 && discount >= 0 && discount < 1 && std::isfinite(concentration) &&
           concentration > -discount;
  };
  if (!masks.topics_of_documents.empty() && !is_law(masks.eta, masks.delta, masks.sigma))
    refuse("eta should be above 0, sigma from 0 and below 1, delta above minus sigma");
  if (!masks.words_of_topics.empty() && !is_law(draw.gamma, masks.xi, masks.zeta))
    refuse("gamma should be above 0, zeta from 0 and below 1, xi above minus zeta");
  for (const auto& list : masks.topics_of_documents) {
    for (const std::uint16_t k : list)
      if (k >= draw.n_topics()) refuse(fmt::format("a document may use topic {} of {}", k, draw.n_topics()));
    if (names_twice(list)) refuse("a document may use a topic twice");
  }
  for (const auto& list : masks.words_of_topics)
    if (names_twice(list)) refuse("a topic may have a word twice");
  if (!masks.words_of_topics.empty() && masks.words_of_topics.size() != draw.n_topics())
    refuse(fmt::format("it has words of {} topics of {}", masks.words_of_topics.size(), draw.n_topics()));
}

void check_draw(const Draw& draw, const std::string& path) {
  const auto refuse = [&](const std::string& what) { throw InputError(path, 0, "is damaged: " + what); };
  if (draw.n_topics() == 0) refuse("it has no topics");
  if (!draw.psi.empty() && draw.alpha.size() != 1) refuse("an HDP has one alpha");
  if (!all_weights(draw.psi)) refuse("psi should be finite and not negative");
  if (!draw.seat.empty() && draw.seat.size() != draw.z.size())
    refuse(fmt::format("it has {} seats of {} tokens", draw.seat.size(), draw.z.size()));
  check_laws(draw, refuse);
  if (draw.masks) check_masks(draw, refuse);
  if (draw.rates) {
    if (const auto fault = fault_of(*draw.rates)) refuse(*fault);
  } else if (!std::isfinite(draw.beta) || draw.beta <= 0) {
    refuse("beta should be above 0");
  }
  if (!(draw.pi > 0 && draw.pi <= 1)) refuse("pi should be above 0 and no more than 1");
  for (const std::uint16_t k : draw.monitored)
    if (k != Draw::no_topic && k >= draw.n_topics())
      refuse(fmt::format("it monitors topic {} of {} topics", k, draw.n_topics()));
  const auto highest = std::max_element(draw.z.begin(), draw.z.end());
  if (highest != draw.z.end() && *highest >= draw.n_topics())
    refuse(fmt::format("z holds topic {} of {} topics", *highest, draw.n_topics()));
}

}  // namespace

void write_draw(const std::filesystem::path& path, const Draw& draw) {
  NpzWriter npz;
  npz.add_scalar("chain", draw.chain);
  npz.add_scalar("sweep", draw.sweep);
  npz.add("z", std::span<const std::uint16_t>(draw.z), {draw.z.size()});
  npz.add("alpha", std::span<const double>(draw.alpha), {draw.alpha.size()});
  if (!draw.seat.empty()) {
    npz.add("seat", std::span<const std::uint32_t>(draw.seat), {draw.seat.size()});
    npz.add_scalar("document_discount", draw.document_discount);
    npz.add_scalar("discount", draw.discount);
  }
  npz.add_scalar("beta", draw.beta);
  npz.add_scalar("gamma", draw.gamma);
  if (draw.pi < 1) npz.add_scalar("pi", draw.pi);
  npz.add("psi", std::span<const double>(draw.psi), {draw.psi.size()});
  if (draw.masks) {
    for (const auto& [name, place] : mask_laws) npz.add_scalar(std::string(name), (*draw.masks).*place);
    add_lists(npz, "topics_of_documents", draw.masks->topics_of_documents);
    add_lists(npz, "words_of_topics", draw.masks->words_of_topics);
  }
  if (draw.rates) add_rates(npz, *draw.rates);
  if (!draw.monitored.empty())
    npz.add("monitored", std::span<const std::uint16_t>(draw.monitored), {draw.monitored.size()});
  npz.add_scalar("seconds", draw.seconds);
  npz.write(path);
}

Draw read_draw(const std::filesystem::path& path) {
  const NpzReader npz(path);
  Draw draw;
  draw.chain = npz.read_scalar<std::uint32_t>("chain");
  draw.sweep = npz.read_scalar<std::uint64_t>("sweep");
  draw.z = npz.read<std::uint16_t>("z");
  draw.alpha = npz.read<double>("alpha");
  if (npz.has("seat")) {
    draw.seat = npz.read<std::uint32_t>("seat");
    draw.document_discount = npz.read_scalar<double>("document_discount");
    draw.discount = npz.read_scalar<double>("discount");
  }
  draw.beta = npz.read_scalar<double>("beta");
  draw.gamma = npz.read_scalar<double>("gamma");
  if (npz.has("pi")) draw.pi = npz.read_scalar<double>("pi");
  draw.psi = npz.read<double>("psi");
  if (npz.has("eta")) {
    DrawMasks& masks = draw.masks.emplace();
    for (const auto& [name, place] : mask_laws) masks.*place = npz.read_scalar<double>(std::string(name));
    masks.topics_of_documents = read_lists<std::uint16_t>(npz, "topics_of_documents", path.string());
    masks.words_of_topics = read_lists<std::uint32_t>(npz, "words_of_topics", path.string());
  }
  if (has_rates(npz)) draw.rates = read_rates(npz);
  if (npz.has("monitored")) draw.monitored = npz.read<std::uint16_t>("monitored");
  draw.seconds = npz.read_scalar<double>("seconds");
  check_draw(draw, path.string());
  return draw;
}

namespace {

/// Masks of the topics that have tokens alone, topic order[i] called number[order[i]] = i.
void renumber(DrawMasks& masks, const std::vector<std::uint16_t>& number,
              const std::vector<std::uint64_t>& sizes, const std::vector<std::uint16_t>& order) {
  for (auto& list : masks.topics_of_documents) {
    std::erase_if(list, [&](std::uint16_t k) { return sizes[k] == 0; });
    for (std::uint16_t& k : list) k = number[k];
    std::ranges::sort(list);
  }
  if (masks.words_of_topics.empty()) return;
  std::vector<std::vector<std::uint32_t>> lists;
  lists.reserve(order.size());
  for (const std::uint16_t k : order) lists.push_back(std::move(masks.words_of_topics[k]));
  masks.words_of_topics = std::move(lists);
}

}  // namespace

std::optional<std::string> fault_beside(const Draw& draw, const Corpus& corpus) {
  if (draw.z.size() != corpus.n_tokens())
    return fmt::format("it has topics of {} tokens, its corpus {} tokens", draw.z.size(), corpus.n_tokens());
  if (!draw.seat.empty()) return seating::fault_of(draw.seat, draw.z, corpus);
  if (draw.rates) return fault_of(*draw.rates, draw.z, corpus);
  if (!draw.masks) return std::nullopt;
  const auto& topics = draw.masks->topics_of_documents;
  if (!topics.empty() && topics.size() != corpus.n_documents())
    return fmt::format("it has topics of {} documents of {}", topics.size(), corpus.n_documents());
  std::vector<std::vector<std::uint8_t>> may_have(draw.masks->words_of_topics.size(),
                                                  std::vector<std::uint8_t>(corpus.n_types()));
  for (std::size_t k = 0; k < may_have.size(); ++k)
    for (const std::uint32_t v : draw.masks->words_of_topics[k])
      if (v < corpus.n_types()) may_have[k][v] = 1;
  for (std::size_t d = 0; d < corpus.n_documents(); ++d)
    for (std::size_t i = corpus.offsets()[d]; i < corpus.offsets()[d + 1]; ++i) {
      const std::uint16_t k = draw.z[i];
      if (!topics.empty() && std::ranges::find(topics[d], k) == topics[d].end())
        return fmt::format("document {} has a token of topic {}, which it may not use", d, k);
      if (!may_have.empty() && may_have[k][corpus.tokens()[i]] == 0)
        return fmt::format("topic {} has a token of word {}, which it may not have", k, corpus.tokens()[i]);
    }
  return std::nullopt;
}

namespace {

/// What a draw has beside z for each topic: alpha of LDA, psi, or rates.
void renumber_weights(Draw& draw, std::span<const std::uint16_t> order) {
  if (draw.rates) {
    draw.rates = renumbered(*draw.rates, order);
    return;
  }
  std::vector<double>& weights = draw.psi.empty() ? draw.alpha : draw.psi;
  std::vector<double> in_order;
  in_order.reserve(order.size());
  for (const std::uint16_t k : order) in_order.push_back(weights[k]);
  weights = std::move(in_order);
}

}  // namespace

Draw by_size(Draw draw) {
  std::vector<std::uint64_t> sizes(draw.n_topics(), 0);
  for (const std::uint16_t k : draw.z) ++sizes[k];
  std::vector<std::uint16_t> order(draw.n_topics());
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = static_cast<std::uint16_t>(k);
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return sizes[a] > sizes[b]; });
  if (!draw.psi.empty()) {
    const auto unused = std::find_if(order.begin(), order.end(), [&](auto k) { return sizes[k] == 0; });
    order.erase(draw.z.empty() ? order.end() : unused, order.end());
  }
  std::vector<std::uint16_t> number(draw.n_topics(), 0);
  for (std::size_t i = 0; i < order.size(); ++i) number[order[i]] = static_cast<std::uint16_t>(i);
  renumber_weights(draw, order);
  for (std::uint16_t& k : draw.z) k = number[k];
  if (draw.masks) renumber(*draw.masks, number, sizes, order);
  for (std::uint16_t& k : draw.monitored)
    if (k != Draw::no_topic) k = sizes[k] > 0 || draw.psi.empty() ? number[k] : Draw::no_topic;
  draw.order = std::move(order);
  return draw;
}

Draw in_order(Draw draw, std::span<const std::uint16_t> order) {
  assert(draw.psi.empty() && order.size() == draw.n_topics());
  std::vector<std::uint16_t> number(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) number[order[i]] = static_cast<std::uint16_t>(i);
  renumber_weights(draw, order);
  for (std::uint16_t& k : draw.z) k = number[k];
  for (std::uint16_t& k : draw.monitored)
    if (k != Draw::no_topic) k = number[k];
  draw.order.assign(order.begin(), order.end());
  return draw;
}

std::vector<double> prior_weights(const Draw& draw) {
  if (draw.rates) return std::vector<double>(draw.n_topics(), 0.0);
  if (draw.psi.empty()) return draw.alpha;
  std::vector<double> weights = draw.psi;
  if (draw.masks) {
    for (double& weight : weights) weight = weight > 0 ? draw.alpha.front() : 0;
    return weights;
  }
  for (double& weight : weights) weight *= draw.alpha.front() + draw.document_discount;
  return weights;
}

}  // namespace themata
