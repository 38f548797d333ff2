#include "themata/io/format.hpp"

#include <cstddef>

namespace themata {

std::string digit_groups(std::uint64_t n) {
  std::string text = std::to_string(n);
  for (std::size_t end = text.size(); end > 3; end -= 3) text.insert(end - 3, ",");
  return text;
}

}  // namespace themata
