// SPDX-License-Identifier: MIT
// See host_calls.h.
#include "simt/cudart/host_calls.h"

#include <atomic>
#include <map>
#include <mutex>

namespace simt::cudart {
namespace {

struct Calls {
  std::mutex mutex;
  std::vector<UnreadError> unread;
  std::map<uint64_t, CallPlace> places;
};

/// Never destroyed: the program's own static destructors still call us.
Calls& calls() {
  static auto* const kCalls = new Calls;
  return *kCalls;
}

uint64_t thread_number() {
  static std::atomic<uint64_t> last{0};
  thread_local const uint64_t kNumber = ++last;
  return kNumber;
}

thread_local bool told = false;

template <class Which>
void forget(Which which) {
  const std::lock_guard lock(calls().mutex);
  std::erase_if(calls().unread, which);
}

}  // namespace

void call_begins() { told = false; }
void call_is_told() { told = true; }

void call_failed(cudaError_t error) {
  if (told) return;
  const CallPlace place = call_place();
  const uint64_t thread = thread_number();
  const std::lock_guard lock(calls().mutex);
  for (UnreadError& known : calls().unread) {
    if (known.place != place || known.error != error || known.thread != thread)
      continue;
    ++known.count;
    return;
  }
  calls().unread.push_back({place, error, thread, 1});
}

void error_is_read() {
  forget([](const UnreadError& e) { return e.thread == thread_number(); });
}

void error_is_named(cudaError_t error) {
  forget([&](const UnreadError& e) { return e.error == error; });
}

std::vector<UnreadError> unread_errors() {
  const std::lock_guard lock(calls().mutex);
  return calls().unread;
}

void keep_place(uint64_t begin) {
  const CallPlace place = call_place();
  const std::lock_guard lock(calls().mutex);
  calls().places[begin] = place;
}

CallPlace kept_place(uint64_t begin) {
  const std::lock_guard lock(calls().mutex);
  const auto found = calls().places.find(begin);
  return found == calls().places.end() ? CallPlace{} : found->second;
}

}  // namespace simt::cudart
