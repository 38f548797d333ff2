#pragma once

#include <filesystem>

#include "themata/io/place.hpp"
#include "themata/models/draw.hpp"
#include "themata/models/model.hpp"

namespace themata {

void write_draw(const Place& path, const Draw& draw);  ///< @throws ResourceError
/// @throws InputError if the file is damaged, or does not hold a state of the model
Draw read_draw(const Place& path, const ModelPlugin& model);
/// The same with the topics of some tokens alone. Whoever has read them all looks at their checksum
/// (NpzReader::has_crc).
Draw read_draw(const Place& path, const ModelPlugin& model, TokenRange tokens);

}  // namespace themata
