#pragma once

#include "themata/api/options.hpp"
#include "themata/options/field.hpp"

namespace themata::detail {

/// A field as the library's users see it. @param otherwise  its default
OptionInfo info_of(const Field& field, const OptionValue& otherwise);

}  // namespace themata::detail
