#include "support.hpp"

namespace themata::test {

// Found from the program's place, build/PRESET/test_SUITE, so that no path of a clone is in the program:
// equal sources give equal programs in every clone.
std::filesystem::path folder_of_tests() {
  for (std::filesystem::path above = std::filesystem::read_symlink("/proc/self/exe");
       above.has_relative_path(); above = above.parent_path())
    if (std::filesystem::exists(above.parent_path() / "tests/golden")) return above.parent_path() / "tests";
  throw std::runtime_error("the folder `tests` is not above the program of tests");
}

}  // namespace themata::test
