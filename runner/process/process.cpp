// SPDX-License-Identifier: MIT
// A loop drains both pipes, looks at the clock and asks for limits that were
// passed. Time ends with SIGTERM, then SIGKILL; any other limit with SIGKILL at
// once. The process group is killed after every run.
#include "runner/process/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "runner/base/stop.h"
#include "runner/process/limits.h"
#include "runner/process/memory_group.h"

namespace learn {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kGrace = std::chrono::seconds(3);  // from SIGTERM to SIGKILL
constexpr int kTick = 20;                         // milliseconds

/// Both ends of a pipe, closed at the end of its scope.
struct Pipe {
  std::array<int, 2> end{-1, -1};
  Pipe() {
    if (pipe2(end.data(), O_CLOEXEC) != 0) {
      throw Stop{fmt::format("cannot make a pipe: {}", std::strerror(errno))};
    };
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    shut(0);
    shut(1);
  }
  void shut(int which) {
    if (end[which] >= 0) close(end[which]);
    end[which] = -1;
  }
};

/// Becomes the program; returns only when that failed, with the reason in
/// errno. execvp(3) is not used: it hands a file that the kernel refuses to
/// /bin/sh, which would read a damaged program as a script.
void become_program(char* const* argv) {
  const std::string name = argv[0];
  if (name.find('/') != std::string::npos) {
    execv(argv[0], argv);
    return;
  }
  const char* folders = getenv("PATH");
  std::istringstream list(folders != nullptr ? folders : "/bin:/usr/bin");
  int why = ENOENT;
  for (std::string folder; std::getline(list, folder, ':');) {
    const std::string path = folder.empty() ? name : folder + "/" + name;
    execv(path.c_str(), argv);
    if (errno != ENOENT && errno != ENOTDIR) why = errno;
  }
  errno = why;
}

/// Becomes `command`; returns only when that failed.
void become(const Command& command) {
  if (command.bare) clearenv();
  for (const auto& name : command.unset) unsetenv(name.c_str());
  for (const auto& [name, value] : command.environment) {
    setenv(name.c_str(), value.c_str(), 1);
  }
  if (!command.folder.empty() && chdir(command.folder.c_str()) != 0) return;
  std::vector<char*> argv;
  for (const auto& word : command.argv) {
    argv.push_back(const_cast<char*>(word.c_str()));
  }
  argv.push_back(nullptr);
  become_program(argv.data());
}

/// Reads what is there without waiting; closes the pipe at its end. It comes
/// back even when the writer is quicker than we are: someone must look at the
/// clock.
void drain(Pipe& pipe, Stream& stream, uint64_t kept) {
  std::array<char, 1 << 16> buffer;
  for (int round = 0; round < 64 && pipe.end[0] >= 0; ++round) {
    const auto got = read(pipe.end[0], buffer.data(), buffer.size());
    if (got > 0) {
      stream.add({buffer.data(), static_cast<size_t>(got)}, kept);
    } else if (got < 0 && (errno == EAGAIN || errno == EINTR)) {
      return;
    } else {
      pipe.shut(0);
    }
  }
}

void note_end(Outcome& outcome, int status) {
  const bool exited = WIFEXITED(status);
  outcome.end = exited ? Outcome::End::kExited : Outcome::End::kSignalled;
  outcome.code = exited ? WEXITSTATUS(status) : WTERMSIG(status);
}

/// Tells our parent why the program did not start.
[[noreturn]] void give_up(Pipe& failed) {
  const int why = errno;
  [[maybe_unused]] const auto sent = write(failed.end[1], &why, sizeof why);
  _exit(127);
}

/// Reads what give_up() told, if anything.
void note_start(Outcome& outcome, Pipe& failed) {
  int why = 0;
  if (read(failed.end[0], &why, sizeof why) != sizeof why) return;
  outcome.end = Outcome::End::kNotStarted;
  outcome.code = why;
}

/// The child's side of run_limited.
[[noreturn]] void start_limited(const Command& command, const Limits& limits,
                                const MemoryGroup& group, unsigned tasks,
                                Pipe& out, Pipe& err, Pipe& failed) {
  setpgid(0, 0);
  group.enter();
  const int nothing = open("/dev/null", O_RDONLY);
  dup2(nothing, STDIN_FILENO);
  dup2(out.end[1], STDOUT_FILENO);
  dup2(err.end[1], STDERR_FILENO);
  apply_limits(limits, tasks);
  // Changing the user forgets the signal, so that it comes last.
  if (become_user(limits.user)) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    become(command);
  }
  give_up(failed);
}

/// The limit that a program has passed.
Outcome::Limit beyond(pid_t child, const Limits& limits, const Outcome& outcome,
                      const MemoryGroup& group, int round) {
  using Limit = Outcome::Limit;
  constexpr int kRounds = 5;  // between two looks at /proc
  const auto printed = outcome.out.total + outcome.err.total;
  if (limits.printed > 0 && printed > limits.printed) return Limit::kPrinted;
  if (round % kRounds != 0) return Limit::kNone;
  if (group.exceeded()) return Limit::kMemory;
  if (limits.resident > 0 && resident_bytes(child) > limits.resident) {
    return Limit::kMemory;
  }
  const bool full = !limits.folder.empty() &&
                    bytes_below(limits.folder) > limits.folder_bytes;
  return full ? Limit::kDisk : Limit::kNone;
}

/// The program that shares our terminal, for the handler; 0: none.
volatile pid_t open_child = 0;

void pass_on(int number) {
  if (open_child > 0) kill(open_child, number);
}

/// While one lives, what asks us to end goes to the program, and Ctrl-C, which
/// the terminal sends it, does not concern us.
class PassedSignals {
 public:
  static constexpr std::array kAsk{SIGTERM, SIGHUP};

  explicit PassedSignals(pid_t child) {
    open_child = child;
    struct sigaction action {};
    action.sa_handler = pass_on;
    for (size_t i = 0; i < kAsk.size(); ++i) {
      sigaction(kAsk[i], &action, &before_[i]);
    }
    interrupt_ = std::signal(SIGINT, SIG_IGN);
  }
  ~PassedSignals() {
    std::signal(SIGINT, interrupt_);
    for (size_t i = 0; i < kAsk.size(); ++i) {
      sigaction(kAsk[i], &before_[i], nullptr);
    }
    open_child = 0;
  }
  PassedSignals(const PassedSignals&) = delete;
  PassedSignals& operator=(const PassedSignals&) = delete;

 private:
  std::array<struct sigaction, kAsk.size()> before_;
  void (*interrupt_)(int) = SIG_DFL;
};

/// Waits for `child` and reads both pipes until it ends or time is up.
void watch(pid_t child, const Limits& limits, const MemoryGroup& group,
           Pipe& out, Pipe& err, Outcome& outcome) {
  using Limit = Outcome::Limit;
  const auto start = Clock::now();
  const auto limit = std::chrono::duration_cast<Clock::duration>(
      std::chrono::duration<double>(limits.seconds));
  bool asked = false;           // SIGTERM was sent
  auto stopped = Limit::kNone;  // why SIGKILL was sent
  int round = 0;
  for (;;) {
    std::array<pollfd, 2> wait{pollfd{out.end[0], POLLIN, 0},
                               pollfd{err.end[0], POLLIN, 0}};
    poll(wait.data(), wait.size(), kTick);
    drain(out, outcome.out, limits.kept_output);
    drain(err, outcome.err, limits.kept_output);
    int status = 0;
    rusage used{};
    if (wait4(child, &status, WNOHANG, &used) == child) {
      note_end(outcome, status);
      outcome.peak = uint64_t(used.ru_maxrss) << 10;
      break;
    }
    if (stopped == Limit::kNone) {
      stopped = beyond(child, limits, outcome, group, ++round);
    }
    if (stopped != Limit::kNone) kill(-child, SIGKILL);
    const auto spent = Clock::now() - start;
    if (spent > limit && !asked) {
      kill(-child, SIGTERM);
      asked = true;
    }
    if (spent > limit + kGrace) kill(-child, SIGKILL);
  }
  if (stopped == Limit::kNone && group.exceeded()) stopped = Limit::kMemory;
  if (asked) {
    outcome.end = Outcome::End::kTimedOut;
    outcome.limit = Limit::kTime;
  }
  if (stopped != Limit::kNone) {
    outcome.end = Outcome::End::kSignalled;
    outcome.code = stopped == Limit::kMemory ? SIGKILL : SIGXFSZ;
    outcome.limit = stopped;
  }
}

}  // namespace

void Stream::add(std::string_view bytes, uint64_t kept) {
  total += bytes.size();
  const auto room = std::min<uint64_t>(bytes.size(), kept - head.size());
  head.append(bytes.substr(0, room));
  tail.append(bytes.substr(room));
  if (tail.size() > 2 * kept) tail.erase(0, tail.size() - kept);
}

std::string Stream::text() const {
  const auto missing = total - head.size() - tail.size();
  if (missing == 0) return head + tail;
  return fmt::format("{}\n[{} bytes left out]\n{}", head, missing, tail);
}

int Outcome::exit_code() const {
  if (end == End::kExited) return code;
  return end == End::kNotStarted ? 127 : 128 + code;
}

Outcome run_limited(const Command& command, const Limits& limits) {
  Outcome outcome;
  Pipe out, err, failed;
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  const unsigned tasks = limits.small ? count_tasks_of_user(limits.user) : 0;
  const MemoryGroup group(limits.resident);
  const pid_t child = fork();
  if (child < 0) {
    throw Stop{
        fmt::format("cannot start another process: {}", std::strerror(errno))};
  }
  if (child == 0) {
    start_limited(command, limits, group, tasks, out, err, failed);
  }
  outcome.process = child;
  setpgid(child, child);
  out.shut(1);
  err.shut(1);
  failed.shut(1);
  fcntl(out.end[0], F_SETFL, O_NONBLOCK);
  fcntl(err.end[0], F_SETFL, O_NONBLOCK);
  watch(child, limits, group, out, err, outcome);
  kill(-child, SIGKILL);
  outcome.left_behind = kill_leftovers(limits.user);
  drain(out, outcome.out, limits.kept_output);
  drain(err, outcome.err, limits.kept_output);
  note_start(outcome, failed);
  return outcome;
}

Outcome run_open(const Command& command) {
  Outcome outcome;
  Pipe failed;
  const pid_t us = getpid();
  // Until there is a program to pass them on to.
  sigset_t ask, before;
  sigemptyset(&ask);
  for (const int number : PassedSignals::kAsk) sigaddset(&ask, number);
  sigprocmask(SIG_BLOCK, &ask, &before);
  const pid_t child = fork();
  if (child <= 0) sigprocmask(SIG_SETMASK, &before, nullptr);
  if (child < 0) throw Stop{"cannot start another process"};
  if (child == 0) {
    // Without us nobody would wait for it.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != us) _exit(127);
    become(command);
    give_up(failed);
  }
  outcome.process = child;
  failed.shut(1);
  int status = 0;
  {
    const PassedSignals passed(child);
    sigprocmask(SIG_SETMASK, &before, nullptr);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
  }
  note_end(outcome, status);
  note_start(outcome, failed);
  return outcome;
}

void note_signal(Outcome& outcome) {
  constexpr int kSignals = 128;
  if (outcome.end != Outcome::End::kExited || outcome.code <= kSignals ||
      outcome.code > kSignals + 64) {
    return;
  }
  outcome.end = Outcome::End::kSignalled;
  outcome.code -= kSignals;
}

std::string signal_name(int signal) {
  switch (signal) {
    case SIGSEGV:
      return "SIGSEGV (it touched memory that is not its own)";
    case SIGBUS:
      return "SIGBUS (it touched memory that is not there)";
    case SIGFPE:
      return "SIGFPE (a whole number was divided by zero)";
    case SIGABRT:
      return "SIGABRT (it called abort, or an exception was not caught)";
    case SIGILL:
      return "SIGILL (an instruction that this CPU does not have)";
    case SIGKILL:
      return "SIGKILL (it was killed from outside, perhaps for its memory)";
    case SIGXFSZ:
      return "SIGXFSZ (it printed or wrote more than it may)";
    case SIGXCPU:
      return "SIGXCPU (it used more CPU time than a check may)";
    default:
      break;
  }
  const char* short_name = sigabbrev_np(signal);
  return short_name != nullptr ? fmt::format("SIG{}", short_name)
                               : fmt::format("signal {}", signal);
}

}  // namespace learn
