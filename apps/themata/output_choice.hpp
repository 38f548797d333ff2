#pragma once

#include <filesystem>
#include <string>

namespace themata::cli {

/// The file that --output names, of a command that writes one. "-" is standard output; what else the command
/// prints then goes to standard error, so that nothing comes between. @throws UsageError (output_path)
std::filesystem::path chosen_output(const std::string& asked);

}  // namespace themata::cli
