#pragma once

#include <string>

#include "themata/fit/fit.hpp"

namespace themata::cli {

/// How a fit tells of itself: "auto" is a line that renews itself on a terminal, and only warnings (plain) in
/// a pipe; "quiet" leaves these out too.
enum class LogStyle { quiet, plain, line, json };

/// @throws UsageError where `name` is none of auto, json, quiet
LogStyle log_style(const std::string& name);

/// Says at the first signal how a fit goes on, if several ranks run it: mpiexec sends one where a rank is
/// lost, and then the fit cannot come to the end of its sweep.
void answer_lost_ranks(const std::string& fit);

/// Progress in the style asked for, on standard error; stops at Ctrl-C and SIGTERM, which this makes wait for
/// the end of the sweep (a second one ends the program at once).
FitWatch make_watch(LogStyle style);

/// The last words of a run, on standard output (json: events on standard error): where the fit is, and the
/// inefficiency factors of what it monitored. Throws the Error of exit code 130 where it was interrupted.
void conclude(FitEnd end, const std::string& path, LogStyle style);

}  // namespace themata::cli
