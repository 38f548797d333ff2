#pragma once

namespace themata::cli {

/// From here on, an interrupt or a termination signal ends the program with code 130 and takes what was being
/// written with it. Called before there are other threads.
void catch_interrupts();

/// From here on, the first such signal is only noted: the subcommand saves its state and ends by itself. A
/// second one ends the program as before.
void leave_interrupts_to_the_subcommand();

/// Whether one was noted.
bool was_interrupted();

}  // namespace themata::cli
