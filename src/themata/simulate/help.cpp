#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "themata/simulate/catalog.hpp"
#include "themata/simulate/options.hpp"

namespace themata {

namespace {

using simulate::OptionUse;
using simulate::Simulated;

/// Models for which an option has the same meaning.
struct Meaning {
  std::string_view note;  ///< empty for the common one
  std::vector<std::string_view> models;
  std::vector<OptionUse> uses;  ///< by model
};

/// The common meaning first, then the others, ordered by their first model.
std::vector<Meaning> meanings_of(const SimulateField& field) {
  std::vector<Meaning> meanings{{}};
  for (const Simulated* one : simulate::all_simulated()) {
    const OptionUse* use = one->use_of(field.place);
    if (use == nullptr) continue;
    auto place = std::ranges::find(meanings, use->note, &Meaning::note);
    if (place == meanings.end()) place = meanings.insert(place, {use->note, {}, {}});
    place->models.push_back(one->name);
    place->uses.push_back(*use);
  }
  if (meanings.front().models.empty()) meanings.erase(meanings.begin());
  return meanings;
}

/// Models with the same default.
struct Default {
  double value;
  std::vector<std::string_view> models;
};

std::vector<Default> defaults_of(const Meaning& meaning) {
  std::vector<Default> defaults;
  for (std::size_t i = 0; i < meaning.uses.size(); ++i) {
    const OptionUse& use = meaning.uses[i];
    if (use.kind != OptionUse::Kind::has_default && use.kind != OptionUse::Kind::fixed) continue;
    auto place = std::ranges::find(defaults, use.value, &Default::value);
    if (place == defaults.end()) place = defaults.insert(place, {use.value, {}});
    place->models.push_back(meaning.models[i]);
  }
  return defaults;
}

/// " (0.1)", or " (a, b 0.1; c 2)"; the default of most of the models is shown without their names.
std::string say_defaults(const Meaning& meaning) {
  std::vector<std::string> said;
  for (const auto& [value, models] : defaults_of(meaning)) {
    const bool usual = 2 * models.size() > meaning.models.size();
    const auto at = usual ? said.begin() : said.end();
    said.insert(at,
                usual ? fmt::format("{:g}", value) : fmt::format("{} {:g}", fmt::join(models, ", "), value));
  }
  return said.empty() ? "" : fmt::format(" ({})", fmt::join(said, "; "));
}

}  // namespace

std::string help_of(const SimulateField& field) {
  const std::vector<Meaning> meanings = meanings_of(field);
  std::size_t users = 0;
  for (const Meaning& one : meanings) users += one.models.size();
  const bool of_most = 2 * users > simulate::all_simulated().size();
  std::vector<std::string> said;
  for (const Meaning& one : meanings) {
    const bool common = one.note.empty();
    const std::string models = common && of_most ? "" : fmt::format("{}: ", fmt::join(one.models, ", "));
    said.push_back(models + std::string(common ? field.meaning : one.note) + say_defaults(one));
  }
  return fmt::format("{}", fmt::join(said, "; "));
}

}  // namespace themata
