#include "themata/version.hpp"

namespace themata {

const char* version() { return THEMATA_VERSION; }

}  // namespace themata
