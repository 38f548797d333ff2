#pragma once

#include <span>
#include <string_view>

#include "themata/models/model.hpp"

namespace themata {

/// Every model, in the order that help lists them.
std::span<const ModelPlugin* const> all_models();

/// @throws UsageError where there is no model of that name, naming those there are
const ModelPlugin& find_model(std::string_view name);

}  // namespace themata
