#include "themata/corpus/read/field_names.hpp"

#include <algorithm>

namespace themata::read {

namespace {

std::string joined(std::span<const std::string> pieces) {
  std::string name = pieces.front();
  for (const std::string& piece : pieces.subspan(1)) name += "," + piece;
  return name;
}

}  // namespace

std::vector<std::string> names_in_list(std::span<const std::string> pieces,
                                       const std::function<bool(const std::string&)>& exists) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < pieces.size();) {
    std::size_t taken = 0;
    for (std::size_t n = pieces.size() - i; n > 0 && taken == 0; --n) {
      std::string name = joined(pieces.subspan(i, n));
      const bool is_quoted =
          name.size() > 2 && name.front() == '"' && name.back() == '"' && std::ranges::count(name, '"') == 2;
      if (is_quoted && !exists(name)) name = name.substr(1, name.size() - 2);
      if (!exists(name) && !is_quoted && n > 1) continue;
      names.push_back(std::move(name));
      taken = n;
    }
    i += taken;
  }
  return names;
}

}  // namespace themata::read
