#pragma once

#include <filesystem>

#include "themata/models/draw.hpp"
#include "themata/models/model.hpp"

namespace themata {

void write_draw(const std::filesystem::path& path, const Draw& draw);  ///< @throws ResourceError
/// @throws InputError where the file is damaged, or holds no state of the model
Draw read_draw(const std::filesystem::path& path, const ModelPlugin& model);

}  // namespace themata
