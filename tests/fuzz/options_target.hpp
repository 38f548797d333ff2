#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "fuzz/bytes.hpp"
#include "themata/models/registry.hpp"
#include "themata/simulate/catalog.hpp"
#include "themata/simulate/options.hpp"

namespace themata::fuzz {

/// Lines "name=value".
inline GivenOptions given_lines(std::string_view text) {
  GivenOptions given;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const std::size_t sign = std::min(line.find('='), line.size());
    given.emplace_back(line.substr(0, sign), line.substr(std::min(sign + 1, line.size())));
  }
  return given;
}

/// Options that were read have values in their ranges, and are the same after they were written and read.
inline void check_round_trip(const FitOptions& options) {
  const nlohmann::json written = to_json(options);
  require(to_json(options_from_json(nlohmann::json::parse(written.dump()), "manifest.json")) == written);
}

/// Reads options of a fit as a manifest holds them (first byte 0 modulo 3), of a fit (1) or a simulation (2)
/// as a person gives them, of the model that the second byte chooses.
/// @returns whether they are options
inline bool read_options(const std::uint8_t* data, std::size_t size) {
  Bytes bytes(data, size);
  const unsigned how = bytes.byte() % 3;
  if (how == 0) {
    const nlohmann::json json = nlohmann::json::parse(bytes.rest(), nullptr, false);
    return succeeds([&] {
      const FitOptions options = options_from_json(json, "manifest.json");
      check_options(options);
      check_round_trip(with_defaults(options));
    });
  }
  const unsigned which = bytes.byte();
  const GivenOptions given = given_lines(bytes.rest());
  if (how == 1)
    return succeeds([&] {
      const FitOptions options = options_from(all_models()[which % all_models().size()]->info().name, given);
      check_new_options(options);
      check_round_trip(with_defaults(options));
    });
  return succeeds([&] {
    const auto all = simulate::all_simulated();
    SimulateOptions options(all[which % all.size()]->info().name);
    for (const auto& [name, value] : given) options.read(name, value);
    require(to_json(with_defaults(options)).is_object());
  });
}

}  // namespace themata::fuzz
