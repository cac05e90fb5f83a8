// SPDX-License-Identifier: MIT
// A thread tells of its end by an object of its own. Its number stays known
// after that, for other such objects may still call.
#include "simt/context/host_thread.h"

#include <atomic>
#include <utility>

namespace simt::cudart {
namespace {

struct Ended {
  std::mutex mutex;
  std::vector<int> threads;
};

Ended& ended() {
  static auto* const kOne = new Ended;  // threads outlive what is static
  return *kOne;
}

class TellsOfEnd {
 public:
  explicit TellsOfEnd(int number) : number_(number) {}
  ~TellsOfEnd() {
    Ended& all = ended();
    const std::lock_guard lock(all.mutex);
    all.threads.push_back(number_);
  }
  TellsOfEnd(const TellsOfEnd&) = delete;
  TellsOfEnd& operator=(const TellsOfEnd&) = delete;

 private:
  const int number_;
};

}  // namespace

int host_thread() {
  static std::atomic<int> next{0};
  thread_local const int kNumber = next++;
  thread_local const TellsOfEnd kEnd(kNumber);
  return kNumber;
}

std::vector<int> take_ended_threads() {
  Ended& all = ended();
  const std::lock_guard lock(all.mutex);
  return std::exchange(all.threads, {});
}

std::mutex& ended_threads_lock() { return ended().mutex; }

}  // namespace simt::cudart
