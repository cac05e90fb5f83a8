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

#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <system_error>

#include "simt/apart/confine.h"
#include "simt/apart/serve.h"
#include "simt/apart/wire.h"

namespace simt::apart {
namespace {

constexpr const char* kNoFilters =
    "this system cannot hold it in one process: it has no filters of system "
    "calls (seccomp)";
constexpr const char* kNotClosed =
    "this system cannot close the files that are not its own";
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

/// Closes what is behind the socket; false when something may be open still.
bool close_others() {
  if (close_range(kSocket + 1, ~0u, 0) == 0) return true;
  // An older system, or one that forbids the call. First all numbers, since
  // each that is closed changes the folder.
  std::vector<int> open;
  std::error_code error;
  for (const auto& entry :
       std::filesystem::directory_iterator("/proc/self/fd", error)) {
    const int number = std::atoi(entry.path().filename().c_str());
    if (number > kSocket) open.push_back(number);
  }
  for (const int number : open) close(number);
  return !error && !open.empty();  // the folder itself was one of them
}

[[noreturn]] void be_child(int socket, pid_t parent, const char* path,
                           const Function& function,
                           const std::function<void(void*)>& issue,
                           const std::vector<Range>& ranges) {
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent) _exit(1);
  if (socket != kSocket && dup2(socket, kSocket) != kSocket) _exit(1);
  if (!close_others()) leave_with(kNotClosed);
  simt_enter_apart();
  if (!confine()) leave_with(kNoFilters);
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
  pid_t process = -1;
  int socket = -1;
  bool waited = false;
  ~Child() {
    close(socket);
    if (waited) return;
    kill(process, SIGKILL);
    waitpid(process, nullptr, 0);
  }
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

/// Throws what begins with "not graded: " where this machine is to blame.
Child start(const char* path, const Function& function,
            const std::function<void(void*)>& issue,
            const std::vector<Range>& ranges) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    throw std::runtime_error("not graded: cannot make a socket");
  }
  std::fflush(nullptr);  // or the child would print it again
  const pid_t parent = getpid();
  const pid_t process = fork();
  if (process == 0) {
    be_child(ends[1], parent, path, function, issue, ranges);
  }
  close(ends[1]);
  if (process > 0) return {process, ends[0]};
  close(ends[0]);
  throw std::runtime_error("not graded: cannot start another process");
}

}  // namespace

void run(const Function& function, const std::function<void(void*)>& issue,
         const std::vector<Range>& ranges) {
  const char* path = file_of_functions();
  const std::string name(function.name);
  Child child = start(path, function, issue, ranges);
  Bytes bytes;
  const SimtEnd end = simt_serve(child.socket, path, take, &bytes);
  if (end == kSimtSilent) {
    throw std::runtime_error(name + " did not return: " + end_of(child));
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
