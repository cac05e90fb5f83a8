// SPDX-License-Identifier: MIT
// The browser must not become our child: those are ended with what they do.
#include "runner/command/browser.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <optional>
#include <sstream>
#include <string>

namespace learn {
namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// The program of that name in PATH; "" where there is none.
std::string in_path(const std::string& name) {
  if (name.find('/') != std::string::npos)
    return access(name.c_str(), X_OK) == 0 ? name : "";
  std::istringstream folders(variable("PATH"));
  for (std::string folder; std::getline(folders, folder, ':');) {
    const auto found = folder + "/" + name;
    if (!folder.empty() && access(found.c_str(), X_OK) == 0) return found;
  }
  return "";
}

/// What shows a page here: a program's name and where it is.
struct Opener {
  std::string name, program;
};

std::optional<Opener> opener() {
  std::istringstream chosen(variable("BROWSER"));
  for (std::string name; std::getline(chosen, name, ':');)
    if (const auto found = in_path(name); !name.empty() && !found.empty())
      return Opener{name, found};
  const bool display =
      !variable("DISPLAY").empty() || !variable("WAYLAND_DISPLAY").empty();
  if (const auto found = in_path("xdg-open"); display && !found.empty())
    return Opener{"xdg-open", found};
  if (const auto found = in_path("wslview"); !found.empty())
    return Opener{"wslview", found};
  return {};
}

/// In a process of its own, without our terminal.
[[noreturn]] void show(const std::string& program, const std::string& file) {
  for (int number = 1; number < NSIG; ++number) std::signal(number, SIG_DFL);
  setsid();
  const int nothing = open("/dev/null", O_RDWR);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    dup2(nothing, stream);
  execl(program.c_str(), program.c_str(), file.c_str(), nullptr);
  _exit(127);
}

/// False when no process could be started.
bool start(const std::string& program, const std::string& file) {
  // An orphan goes to the nearest process that collects them: not to us.
  int collects = 0;
  prctl(PR_GET_CHILD_SUBREAPER, &collects);
  prctl(PR_SET_CHILD_SUBREAPER, 0);
  const pid_t between = fork();
  if (between == 0) {
    const pid_t child = fork();
    if (child == 0) show(program, file);
    _exit(child < 0 ? 1 : 0);
  }
  int status = 1;
  if (between > 0) waitpid(between, &status, 0);
  prctl(PR_SET_CHILD_SUBREAPER, collects);
  return status == 0;
}

}  // namespace

std::string open_in_browser(const Place& place, const fs::path& file) {
  const auto found = opener();
  if (found && start(found->program, fs::absolute(file).string()))
    return fmt::format("{} was asked to show {}\n",
                       fs::path(found->name).filename().string(),
                       place.shown(file));
  return fmt::format("No browser was found here. Open it in one:\n  {}\n",
                     place.shown(file));
}

}  // namespace learn
