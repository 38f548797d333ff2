#pragma once

#include <string>

namespace themata {

/// The version of the engine, as MAJOR.MINOR.PATCH.
const char* version();

/// The sets of instructions that kernels were compiled for and this machine has, the one that they use first.
std::string instruction_sets();

}  // namespace themata
