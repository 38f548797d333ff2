#pragma once

namespace themata {

/// The version of the engine, as MAJOR.MINOR.PATCH.
const char* version();

}  // namespace themata
