#include "support.hpp"

namespace themata::test {

std::filesystem::path folder_of_tests() { return THEMATA_TESTS; }

}  // namespace themata::test
