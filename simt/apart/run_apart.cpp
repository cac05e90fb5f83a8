// SPDX-License-Identifier: MIT
// The fork. From here on the child has code that is not trusted: it holds no
// descriptor but the socket and the terminal's, and this process gives nobody
// its memory or descriptors.
#include "simt/apart/run_apart.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>

#include "simt/apart/blame.h"
#include "simt/apart/confine.h"
#include "simt/apart/serve.h"
#include "simt/apart/wire.h"

namespace simt::apart {
namespace {

// How a child says that it is closed, before any code of the function's is
// there: one byte, or nothing when it failed.
constexpr int kReady = kSocket + 1;
constexpr char kClosed = 'r';
constexpr const char* kNotClosed =
    "this system cannot hold a function in a process of its own: it needs "
    "filters of system calls (seccomp) and 64 open files";
constexpr int kPatienceMs = 1000;  // for the end of a process that is silent

/// Nobody of the same user may look into this process, trace it or reach what
/// it has open: only so are its results its own.
__attribute__((constructor)) void close_ourselves() {
  prctl(PR_SET_DUMPABLE, 0);
}

const char* file_of_functions() {
  const char* path = std::getenv("LOCKSTEP_APART");
  if (path) return path;
  throw std::runtime_error("LOCKSTEP_APART names no file");
}

/// The last message of a child.
[[noreturn]] void leave(Ask ask, const Bytes& bytes) {
  std::fflush(nullptr);
  Request request{.ask = ask};
  request.bytes = bytes.size();
  send_all(kSocket, &request, sizeof request);
  send_all(kSocket, bytes.data(), bytes.size());
  _exit(0);
}

[[noreturn]] void leave_with(const std::string& text) {
  Bytes bytes;
  append(bytes, text.c_str(), std::min<size_t>(text.size() + 1, kMostText));
  leave(kThrew, bytes);
}

void* load(const char* path, const Function& function) {
  void* file = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  void* at = file ? dlsym(file, function.symbol) : nullptr;
  if (!at) leave_with(std::string("it cannot be loaded: ") + dlerror());
  return at;
}

/// Closes what is behind the socket and kReady; false when something may be
/// open still.
bool close_others() {
  if (close_range(kReady + 1, ~0u, 0) == 0) return true;
  // An older system, or one that forbids the call. First all numbers, since
  // each that is closed changes the folder.
  std::vector<int> open;
  std::error_code error;
  for (const auto& entry :
       std::filesystem::directory_iterator("/proc/self/fd", error)) {
    const int number = std::atoi(entry.path().filename().c_str());
    if (number > kReady) open.push_back(number);
  }
  for (const int number : open) close(number);
  return !error && !open.empty();  // the folder itself was one of them
}

/// The handlers that tell of touches cannot be changed once the filter is
/// there, nor by themselves: from their beginning on the next signal ends the
/// process.
void make_handlers_last() {
  for (const int number : {SIGSEGV, SIGBUS}) {
    struct sigaction action {};
    if (sigaction(number, nullptr, &action) != 0) continue;
    action.sa_flags |= static_cast<int>(SA_RESETHAND);
    sigaction(number, &action, nullptr);
  }
}

/// `from` at the place `to`, of two that may stand at each other's.
bool put_at(int from, int to) { return from == to || dup2(from, to) == to; }

/// Gives up all that the function may not have; false when that fails.
bool close_off(int socket, int ready, pid_t parent) {
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent)
    return false;
  const int apart = fcntl(ready, F_DUPFD, kReady + 1);
  if (apart < 0 || !put_at(socket, kSocket) || !put_at(apart, kReady)) {
    return false;
  }
  if (!close_others()) return false;
  simt_enter_apart();
  make_handlers_last();
  if (!confine() || write(kReady, &kClosed, 1) != 1) return false;
  return close(kReady) == 0;
}

[[noreturn]] void be_child(int socket, int ready, pid_t parent,
                           const char* path, const Function& function,
                           const std::function<void(void*)>& issue,
                           const std::vector<Range>& ranges) {
  if (!close_off(socket, ready, parent)) _exit(1);
  try {
    issue(load(path, function));
  } catch (const std::exception& thrown) {
    leave_with(std::string("it threw: ") + thrown.what());
  } catch (...) {
    leave_with("it threw what is no std::exception");
  }
  Bytes bytes;
  for (const Range& range : ranges) append(bytes, range.begin, range.bytes);
  leave(kReturned, bytes);
}

/// A child, and our end of its socket: gone at the end of the scope.
struct Child {
  Child(pid_t its_process, int its_socket)
      : process(its_process), socket(its_socket) {}
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() {
    close(socket);
    if (waited) return;
    kill(process, SIGKILL);
    waitpid(process, nullptr, 0);
  }
  pid_t process;
  int socket;
  bool waited = false;
};

/// Why a child says nothing more.
std::string end_of(Child& child) {
  int status = 0;
  for (int i = 0; i < kPatienceMs && !child.waited; ++i) {
    const pid_t found = waitpid(child.process, &status, WNOHANG);
    child.waited =
        found == child.process && (WIFEXITED(status) || WIFSIGNALED(status));
    if (!child.waited) usleep(1000);
  }
  if (!child.waited) return "its process speaks no more, and was stopped";
  if (WIFEXITED(status)) {
    return "its process ended with status " +
           std::to_string(WEXITSTATUS(status));
  }
  if (WTERMSIG(status) == SIGKILL) note_killed();
  const char* name = sigabbrev_np(WTERMSIG(status));
  return "its process was ended by SIG" + std::string(name ? name : "?");
}

void take(void* to, const void* bytes, size_t count) {
  const auto* begin = static_cast<const std::byte*>(bytes);
  static_cast<Bytes*>(to)->assign(begin, begin + count);
}

/// Puts what came back into its places; false when it is not that much.
bool fill(const std::vector<Range>& ranges, const Bytes& bytes) {
  size_t needed = 0;
  for (const Range& range : ranges) needed += padded(range.bytes);
  if (bytes.size() != needed) return false;
  const std::byte* at = bytes.data();
  for (const Range& range : ranges) {
    if (range.bytes > 0) std::memcpy(range.begin, at, range.bytes);
    at += padded(range.bytes);
  }
  return true;
}

/// No submission is to blame that this fails.
[[noreturn]] void give_up(const char* why) {
  blame_machine(why);
  throw std::runtime_error(why);
}

/// Two ends, closed with the scope.
struct Ends {
  int at[2] = {-1, -1};
  void close_one(int which) {
    if (at[which] >= 0) close(at[which]);
    at[which] = -1;
  }
  ~Ends() {
    close_one(0);
    close_one(1);
  }
};

bool said_ready(int from) {
  char byte = 0;
  ssize_t got = -1;
  do {
    got = read(from, &byte, 1);
  } while (got < 0 && errno == EINTR);
  return got == 1 && byte == kClosed;
}

/// A child that is closed off, and runs the function.
std::unique_ptr<Child> start(const char* path, const Function& function,
                             const std::function<void(void*)>& issue,
                             const std::vector<Range>& ranges) {
  Ends talk, ready;
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, talk.at) != 0 ||
      pipe2(ready.at, O_CLOEXEC) != 0) {
    give_up("cannot make a socket");
  }
  std::fflush(nullptr);  // or the child would print it again
  const pid_t parent = getpid();
  const pid_t process = fork();
  if (process == 0) {
    be_child(talk.at[1], ready.at[1], parent, path, function, issue, ranges);
  }
  if (process < 0) give_up("cannot start another process");
  talk.close_one(1);
  ready.close_one(1);
  auto child = std::make_unique<Child>(process, std::exchange(talk.at[0], -1));
  if (!said_ready(ready.at[0])) give_up(kNotClosed);
  return child;
}

}  // namespace

void run(const Function& function, const std::function<void(void*)>& issue,
         const std::vector<Range>& ranges) {
  const char* path = file_of_functions();
  const std::string name(function.name);
  const auto child = start(path, function, issue, ranges);
  Bytes bytes;
  const SimtEnd end = simt_serve(child->socket, path, take, &bytes);
  if (end == kSimtSilent) {
    throw std::runtime_error(name + " did not return: " + end_of(*child));
  }
  if (end == kSimtNonsense) {
    throw std::runtime_error(name +
                             " did not return: its process sent what is no "
                             "call, and was stopped");
  }
  if (end == kSimtThrew) {
    const std::string text(reinterpret_cast<const char*>(bytes.data()),
                           std::min(bytes.size(), kMostText));
    throw std::runtime_error(name + " did not return: " + text.c_str());
  }
  if (!fill(ranges, bytes)) {
    throw std::runtime_error(name +
                             " did not return: its process sent what is no "
                             "value of its type");
  }
}

}  // namespace simt::apart
