#include "interrupts.hpp"

#include <fmt/core.h>
#include <pthread.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>

#include "exit_codes.hpp"
#include "program.hpp"
#include "themata/io/atomic_file.hpp"

namespace themata::cli {

namespace {

// Known to the thread that waits for signals and to the subcommand.
std::atomic<bool> is_the_subcommands{false};  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)
std::atomic<bool> is_noted{false};            // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

/// Set before the subcommand has the interrupts, and constant from then on.
std::string& answer() {
  static std::string line;
  return line;
}

void write_to_stderr(std::string_view text) {
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, text.data(), text.size());
}

[[noreturn]] void end_at_once() {
  remove_partial_outputs();
  constexpr std::string_view said = "themata: interrupted; no output was written\n";
  constexpr std::string_view said_again = "themata: interrupted again; the last saved state is kept\n";
  write_to_stderr(is_noted ? said_again : said);
  ::_exit(static_cast<int>(ExitCode::interrupted));  // the subcommand's threads are still at work
}

/// A thread of its own may lock and free memory, which a signal's handler may not.
void wait_for_signals(const sigset_t& signals) {
  for (;;) {
    int signal = 0;
    if (::sigwait(&signals, &signal) != 0) return;
    if (!is_the_subcommands || is_noted.exchange(true)) end_at_once();
    write_to_stderr(answer());
  }
}

/// As nohup leaves a signal. Once it is blocked, the system would deliver it all the same.
bool is_ignored(int signal) {
  struct sigaction action {};
  return ::sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

}  // namespace

void catch_interrupts() try {
  std::signal(SIGXFSZ, SIG_IGN);  // a file beyond the limit of its size is then an error with a message
  sigset_t signals;
  ::sigemptyset(&signals);
  ::sigaddset(&signals, SIGINT);
  ::sigaddset(&signals, SIGTERM);
  ::sigaddset(&signals, SIGUSR1);  // which mpiexec passes on
  if (!is_ignored(SIGHUP)) ::sigaddset(&signals, SIGHUP);
  if (::pthread_sigmask(SIG_BLOCK, &signals, nullptr) != 0) return;
  std::thread([signals] { wait_for_signals(signals); }).detach();
} catch (const std::system_error& error) {
  // Before anything has begun.
  std::exit(
      fail(ExitCode::out_of_resources, fmt::format("cannot start a thread: {}", error.code().message())));
}

void answer_the_first_interrupt(const std::string& line) { answer() = line; }

void leave_interrupts_to_the_subcommand() { is_the_subcommands = true; }

bool was_interrupted() { return is_noted; }

}  // namespace themata::cli
