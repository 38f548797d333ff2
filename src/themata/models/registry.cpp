#include "themata/models/registry.hpp"

#include <fmt/format.h>

#include <array>
#include <vector>

#include "themata/io/error.hpp"
#include "themata/models/dmm/plugin.hpp"
#include "themata/models/franchise/plugin.hpp"
#include "themata/models/hdp/plugin.hpp"
#include "themata/models/hpc/plugin.hpp"
#include "themata/models/icdp/plugin.hpp"
#include "themata/models/lda/plugin.hpp"

namespace themata {

std::span<const ModelPlugin* const> all_models() {
  static const std::array<const ModelPlugin*, 11> models = {
      &lda::plugin(),       &hdp::plugin(),      &franchise::plugin(),  &lda::labeled_plugin(),
      &icdp::lida_plugin(), &icdp::ftm_plugin(), &icdp::sstm_plugin(),  &hpc::plugin(),
      &hpc::pcm_plugin(),   &dmm::plugin(),      &dmm::process_plugin()};
  return models;
}

const ModelPlugin& find_model(std::string_view name) {
  std::string names;
  for (const ModelPlugin* model : all_models()) {
    if (model->info().name == name) return *model;
    names += fmt::format("{}{}", names.empty() ? "" : ", or ", model->info().name);
  }
  throw UsageError(fmt::format("--model is '{}'; expected {}", name, names));
}

}  // namespace themata
