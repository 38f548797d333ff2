#include "themata/api/simulation.hpp"

#include <memory>

#include "themata/api/access.hpp"
#include "themata/api/option_info.hpp"
#include "themata/simulate/catalog.hpp"
#include "themata/simulate/simulate.hpp"

namespace themata {

std::vector<ModelName> simulations() {
  std::vector<ModelName> names;
  for (const simulate::Simulated* one : simulate::all_simulated())
    names.push_back({std::string(one->info().name), std::string(one->info().title)});
  return names;
}

std::vector<OptionInfo> simulation_options(std::string_view name) {
  const std::unique_ptr<AnyOptions> options = simulate::find_simulated(name).default_options();
  std::vector<OptionInfo> table;
  for (std::size_t i = 0; i < options->fields().size(); ++i)
    table.push_back(detail::info_of(options->fields()[i], options->otherwise(i)));
  return table;
}

SimulatedData simulate_from(std::string_view name, const GivenOptions& options, TrueValues values,
                            const std::function<bool()>& go_on) {
  SimulateOptions asked(name);
  for (const auto& [option, text] : options) asked.read(option, text);
  const auto memory = std::make_shared<MemoryFiles>();
  const Place place = Place(memory) / "drawn";
  SimulatedData made;
  if (is_matrix(asked)) {
    simulate_matrix(asked, place / "matrix.npz", go_on);
    made.truth["matrix.npz"] = *memory->get("drawn/matrix.npz");
    return made;
  }
  asked.truth = values == TrueValues::always;
  simulate_corpus(asked, place, go_on);
  const std::string below = "drawn/truth/";
  for (const std::string& file : memory->names())
    if (file.starts_with(below)) made.truth[file.substr(below.size())] = *memory->get(file);
  made.collection = detail::Access::collection(std::make_shared<const CorpusFolder>(open_corpus(place)));
  return made;
}

}  // namespace themata
