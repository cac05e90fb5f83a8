// SPDX-License-Identifier: MIT
// One line on stderr while a launch takes long: how much is done, how much is
// left. Knows nothing of how a launch runs.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace simt::cudart {

/// "naive: 1200 of 4096 blocks in 5 s, about 12 s left".
std::string progress_text(const std::string& kernel, uint64_t ended,
                          uint64_t blocks, uint64_t seconds);

/// Of one launch. Its host threads may tell it at once.
class Progress {
 public:
  /// Shown after `wait` seconds, and then each second.
  Progress(std::string kernel, uint64_t blocks, uint64_t wait);
  /// Wipes the line.
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Some time has passed, and so many more blocks have ended.
  void note(uint64_t ended);

 private:
  using Clock = std::chrono::steady_clock;
  int64_t milliseconds() const;

  const std::string kernel_;
  const uint64_t blocks_;
  const Clock::time_point begin_ = Clock::now();
  std::atomic<uint64_t> ended_{0}, calls_{0};
  std::atomic<int64_t> next_;  // milliseconds from the begin
  std::atomic<bool> shown_{false};
};

/// For Settings::progress. `wait` as in Options::progress; empty where nobody
/// waits for the line.
std::function<void(uint64_t)> progress_of(const std::string& kernel,
                                          uint64_t blocks,
                                          std::optional<uint64_t> wait);

}  // namespace simt::cudart
