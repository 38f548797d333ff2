#include "build_text.hpp"

#include <commit.hpp>

namespace themata::cli {

const char* commit() { return THEMATA_COMMIT; }

const char* compiler() {
#ifdef __clang__
  return "Clang " __clang_version__;
#else
  return "GCC " __VERSION__;
#endif
}

}  // namespace themata::cli
