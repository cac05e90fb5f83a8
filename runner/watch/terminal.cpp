// SPDX-License-Identifier: MIT
// A signal handler only writes a byte to a pipe that the loop reads. After a
// crash the terminal is given back before the signal is raised again.
#include "runner/watch/terminal.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <string>
#include <string_view>

#include "runner/base/stop.h"

namespace learn {
namespace {

// A second screen, no cursor, no new row after the last column; and back.
constexpr std::string_view kEnter = "\033[?1049h\033[?25l\033[?7l\033[H\033[J";
constexpr std::string_view kLeave = "\033[?7h\033[?25h\033[0m\033[?1049l";
constexpr std::array kTold{SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGWINCH};
constexpr std::array kCrashes{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

// A signal handler has no other way to reach these.
termios as_found;
volatile std::sig_atomic_t is_taken = 0;
std::array<int, 2> told_pipe{-1, -1};

void put(std::string_view text) {
  while (!text.empty()) {
    const auto sent = write(STDOUT_FILENO, text.data(), text.size());
    if (sent <= 0) return;
    text.remove_prefix(static_cast<size_t>(sent));
  }
}

/// Only calls that a signal handler may make.
void give_back() {
  if (is_taken == 0) return;
  is_taken = 0;
  put(kLeave);
  tcsetattr(STDIN_FILENO, TCSANOW, &as_found);
}

void take() {
  auto raw = as_found;
  raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
  raw.c_cc[VMIN] = 0;  // a read never waits
  raw.c_cc[VTIME] = 0;
  if (tcsetattr(STDIN_FILENO, TCSANOW, &raw) != 0) {
    throw Stop{"this terminal cannot be set; type ./learn list instead"};
  }
  is_taken = 1;
  put(kEnter);
}

void tell(int number) {
  const char byte = static_cast<char>(number);
  [[maybe_unused]] const auto sent = write(told_pipe[1], &byte, 1);
}

void crash(int number) {
  give_back();
  std::signal(number, SIG_DFL);
  raise(number);
}

void on(int number, void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigaction(number, &action, nullptr);
}

}  // namespace

bool on_a_terminal() {
  const char* kind = std::getenv("TERM");
  if (kind == nullptr || *kind == '\0' || std::string_view(kind) == "dumb") {
    return false;
  }
  return isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0;
}

Terminal::Terminal() {
  if (tcgetattr(STDIN_FILENO, &as_found) != 0) {
    throw Stop{"stdin is no terminal"};
  }
  if (pipe2(told_pipe.data(), O_CLOEXEC | O_NONBLOCK) != 0) {
    throw Stop{"cannot make a pipe"};
  }
  for (const int number : kTold) on(number, tell);
  for (const int number : kCrashes) on(number, crash);
  take();
}

Terminal::~Terminal() {
  give_back();
  for (const int number : kTold) on(number, SIG_DFL);
  for (const int number : kCrashes) on(number, SIG_DFL);
  close(told_pipe[0]);
  close(told_pipe[1]);
}

TerminalSize Terminal::size() const {
  winsize now{};
  const bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &now) == 0;
  if (!known || now.ws_col == 0 || now.ws_row == 0) return {};
  return {now.ws_col, now.ws_row};
}

void Terminal::draw(const std::vector<std::string>& lines) const {
  std::string text = "\033[H";
  for (size_t i = 0; i < lines.size(); ++i) {
    // Clearing comes first: after the last column it would take a letter.
    text += "\033[2K" + lines[i] + (i + 1 < lines.size() ? "\r\n" : "");
  }
  put(text + "\033[J");
}

bool Terminal::read_keys(std::string& keys) const {
  std::array<char, 256> buffer;
  const auto got = read(STDIN_FILENO, buffer.data(), buffer.size());
  if (got > 0) keys.append(buffer.data(), static_cast<size_t>(got));
  return got > 0;
}

int Terminal::signals() const { return told_pipe[0]; }

void Terminal::suspend() const {
  give_back();
  raise(SIGSTOP);
  take();
}

}  // namespace learn
