// SPDX-License-Identifier: MIT
// Lists behind one mutex, never destroyed. Reading an error forgets those of
// the same thread; asking for its name forgets it in all threads.
#include "simt/context/host_calls.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <utility>

namespace simt::cudart {
namespace {

struct Calls {
  std::mutex mutex;
  std::vector<UnreadError> unread;
  std::vector<RefusedLaunch> refused;
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
thread_local bool has_refused = false;  // saves work_goes_on() the lock

/// `change` is told of each refused launch that is `which` too.
template <class Which, class Change>
void forget(Which which, Change change) {
  const std::lock_guard lock(calls().mutex);
  std::erase_if(calls().unread, which);
  for (RefusedLaunch& launch : calls().refused) {
    if (which(launch)) change(launch);
  }
}

}  // namespace

std::mutex& host_calls_lock() { return calls().mutex; }

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

void launch_refused(RefusedLaunch launch) {
  launch.thread = thread_number();
  has_refused = true;
  const std::lock_guard lock(calls().mutex);
  std::vector<RefusedLaunch>& refused = calls().refused;
  if (std::find(refused.begin(), refused.end(), launch) == refused.end()) {
    refused.push_back(std::move(launch));
  }
}

void work_goes_on() {
  if (!has_refused) return;
  const std::lock_guard lock(calls().mutex);
  std::erase_if(calls().refused, [](const RefusedLaunch& launch) {
    return launch.thread == thread_number() && launch.read && !launch.named;
  });
}

void error_is_read() {
  forget([](const auto& e) { return e.thread == thread_number(); },
         [](RefusedLaunch& launch) { launch.read = true; });
}

void error_is_named(cudaError_t error) {
  forget([&](const auto& e) { return e.error == error; },
         [](RefusedLaunch& launch) { launch.named = true; });
}

std::vector<UnreadError> unread_errors() {
  const std::lock_guard lock(calls().mutex);
  return calls().unread;
}

std::vector<RefusedLaunch> refused_launches() {
  const std::lock_guard lock(calls().mutex);
  return calls().refused;
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
