#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "themata/predict/labels.hpp"

namespace themata {

/// The label probabilities of documents, one row each.
struct LabelTable {
  std::vector<std::string> names;     ///< L labels
  std::vector<std::string> ids;       ///< D
  std::vector<std::uint32_t> tokens;  ///< D: number of tokens that the fit knows
  std::vector<std::uint32_t> unknown;
  std::vector<float> probabilities;  ///< D x L

  std::span<const float> row(std::size_t d) const {
    return std::span(probabilities).subspan(d * names.size(), names.size());
  }
};

/// @throws ResourceError; then nothing is left at `path`
void write_labels(const LabelTable& table, const LabelChoice& choice, const std::filesystem::path& path,
                  LabelFormat format);

}  // namespace themata
