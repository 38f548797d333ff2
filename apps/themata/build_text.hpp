#pragma once

namespace themata::cli {

/// The commit that the program was built from.
const char* commit();

/// The compiler that built it.
const char* compiler();

}  // namespace themata::cli
