#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace themata::read {

/// The names in a list that commas separate, of fields whose names may have commas themselves, as survey
/// forms make them: pieces that together are a field's name are one name, the longest first, and so are
/// pieces within quotes. Others stay as they are.
/// @param pieces  what stands between the commas
/// @param exists  whether a field is called so
std::vector<std::string> names_in_list(std::span<const std::string> pieces,
                                       const std::function<bool(const std::string&)>& exists);

}  // namespace themata::read
