// SPDX-License-Identifier: MIT
// Forks without a terminal; its output comes through a pipe. To stop it asks
// the whole tree with SIGTERM, waits a moment, and kills what is left.
#include "runner/watch/job.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <exception>
#include <fstream>
#include <string>
#include <vector>

#include "runner/base/stop.h"
#include "runner/process/limits.h"

namespace learn {
namespace {

constexpr size_t kKept = 128 << 10;  // bytes at either end
constexpr int kAskedTicks = 30;      // from SIGTERM to SIGKILL
constexpr int kTickMicroseconds = 10000;

/// The child's side: no terminal, no input, our words into the pipe.
[[noreturn]] void work_here(const std::function<int()>& work, int out) {
  for (int number = 1; number < NSIG; ++number) std::signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  setsid();  // a program that opens /dev/tty finds none
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const int nothing = open("/dev/null", O_RDONLY);
  dup2(nothing, STDIN_FILENO);
  dup2(out, STDOUT_FILENO);
  dup2(out, STDERR_FILENO);
  int status = 2;
  std::string sentence;
  try {
    status = work();
  } catch (const Stop& stop) {
    sentence = stop.sentence;
    status = stop.exit_code;
  } catch (const std::exception& error) {
    sentence = error.what();
  }
  std::fputs(sentence.c_str(), stdout);
  std::fflush(stdout);
  _exit(status);
}

std::vector<pid_t> children_of(pid_t process) {
  const auto id = std::to_string(process);
  std::ifstream file("/proc/" + id + "/task/" + id + "/children");
  std::vector<pid_t> children;
  for (pid_t child; file >> child;) children.push_back(child);
  return children;
}

/// Asks a process and all below it to end: a build then removes the files
/// that it had half written.
void ask_to_end(pid_t process) {
  for (const pid_t child : children_of(process)) ask_to_end(child);
  kill(process, SIGTERM);
}

}  // namespace

Job::Job(const std::function<int()>& work) {
  std::array<int, 2> pipe{};
  if (pipe2(pipe.data(), O_CLOEXEC) != 0) throw Stop{"cannot make a pipe"};
  // What our child leaves behind becomes ours, and can be ended.
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  std::fflush(nullptr);
  // A signal must not reach the child while it still has our handlers, which
  // would tell us of it.
  sigset_t all, before;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, &before);
  child_ = fork();
  if (child_ == 0) work_here(work, pipe[1]);
  sigprocmask(SIG_SETMASK, &before, nullptr);
  close(pipe[1]);
  output_ = pipe[0];
  fcntl(output_, F_SETFL, O_NONBLOCK);
  if (child_ < 0) throw Stop{"cannot start another process"};
}

Job::~Job() {
  if (child_ > 0) {
    ask_to_end(child_);
    int status = 0;
    // A build may outlive the process that waited for it.
    for (int tick = 0; tick < kAskedTicks; ++tick) {
      if (child_ > 0 && waitpid(child_, &status, WNOHANG) == child_) {
        child_ = -1;
      }
      if (children_of(getpid()).empty()) break;
      usleep(kTickMicroseconds);
    }
    if (child_ > 0) kill(child_, SIGKILL);
  }
  kill_leftovers();
  close(output_);
}

bool Job::ended() {
  std::array<char, 1 << 14> buffer;
  for (;;) {
    const auto got = read(output_, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    printed_.add({buffer.data(), static_cast<size_t>(got)}, kKept);
  }
  int status = 0;
  if (child_ <= 0 || waitpid(child_, &status, WNOHANG) != child_) {
    return child_ <= 0;
  }
  child_ = -1;
  status_ = WIFEXITED(status) ? WEXITSTATUS(status) : 2;
  return ended();  // what came between the last read and the end
}

}  // namespace learn
