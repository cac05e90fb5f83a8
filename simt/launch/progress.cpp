// SPDX-License-Identifier: MIT
// Asks the clock only once in many calls. A launch whose host threads met runs
// again, in order: then more blocks end than there are.
#include "simt/launch/progress.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <utility>

#include "simt/report/kernel_name.h"

namespace simt::cudart {
namespace {

constexpr uint64_t kCalls = 16;           // for one look at the clock
constexpr uint64_t kWait = 2;             // seconds
constexpr uint64_t kLongest = 1'000'000;  // seconds
constexpr size_t kMostName = 30;

}  // namespace

std::string progress_text(const std::string& kernel, uint64_t ended,
                          uint64_t blocks, uint64_t seconds) {
  std::string text = report::fitting_kernel(kernel, kMostName);
  text += ": " + std::to_string(ended) + " of " + std::to_string(blocks) +
          (blocks == 1 ? " block in " : " blocks in ") +
          std::to_string(seconds) + " s";
  if (ended == 0) return text;
  const double each = static_cast<double>(seconds) / static_cast<double>(ended);
  const auto left =
      static_cast<uint64_t>(each * static_cast<double>(blocks - ended) + 0.5);
  return text + ", about " + std::to_string(left) + " s left";
}

Progress::Progress(std::string kernel, uint64_t blocks, uint64_t wait)
    : kernel_(std::move(kernel)),
      blocks_(blocks),
      next_(static_cast<int64_t>(std::min(wait, kLongest) * 1000)) {}

Progress::~Progress() {
  if (shown_) std::fputs("\r\033[K", stderr);
}

int64_t Progress::milliseconds() const {
  const auto passed = Clock::now() - begin_;
  return std::chrono::duration_cast<std::chrono::milliseconds>(passed).count();
}

void Progress::note(uint64_t ended) {
  const uint64_t sum = ended_ += ended;
  if (calls_++ % kCalls != 0) return;
  int64_t next = next_;
  const int64_t now = milliseconds();
  // Of several threads one writes.
  if (now < next || !next_.compare_exchange_strong(next, now + 1000)) return;
  shown_ = true;
  const uint64_t done = std::min(sum > blocks_ ? sum - blocks_ : sum, blocks_);
  const std::string text =
      progress_text(kernel_, done, blocks_, static_cast<uint64_t>(now / 1000));
  std::fprintf(stderr, "\r%s\033[K", text.c_str());
}

std::function<void(uint64_t)> progress_of(const std::string& kernel,
                                          uint64_t blocks,
                                          std::optional<uint64_t> wait) {
  static const bool kTerminal = isatty(STDERR_FILENO) == 1;
  if (!wait && !kTerminal) return nullptr;
  const auto line =
      std::make_shared<Progress>(kernel, blocks, wait.value_or(kWait));
  return [line](uint64_t ended) { line->note(ended); };
}

}  // namespace simt::cudart
