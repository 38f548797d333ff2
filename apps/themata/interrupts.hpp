#pragma once

#include <string>

namespace themata::cli {

/// From here on, an interrupt or a termination signal ends the program with code 130 and takes what was being
/// written with it. Called before there are other threads.
void catch_interrupts();

/// From here on, the first such signal is only noted: the subcommand saves its state and ends by itself. A
/// second one ends the program as before.
void leave_interrupts_to_the_subcommand();

/// What that first signal is answered with at once, where the subcommand may not come to its end because the
/// signal tells of a lost process. Called before the subcommand takes the interrupts.
void answer_the_first_interrupt(const std::string& line);

/// Whether one was noted.
bool was_interrupted();

}  // namespace themata::cli
