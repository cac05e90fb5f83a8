// SPDX-License-Identifier: MIT
// A ring of chunks: the mutex is taken once for each, never for an event.
#include "simt/checks/event_queue.h"

#include <algorithm>
#include <system_error>

namespace simt::checks {

EventQueue::~EventQueue() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  filled_.notify_one();
  thread_.join();
}

std::byte* EventQueue::add_to_next(size_t bytes) {
  if (chunks_[now_].used != 0) hand_over();
  Chunk& chunk = chunks_[now_];
  if (chunk.size < bytes) {
    chunk.size = std::max(bytes, kChunkBytes);
    chunk.room = std::make_unique_for_overwrite<std::byte[]>(chunk.size);
  }
  chunk.used = bytes;
  return chunk.room.get();
}

/// Afterwards chunks_[now_] is empty.
void EventQueue::hand_over() {
  if (!thread_.joinable() && !start()) return play(chunks_[now_]);
  std::unique_lock lock(mutex_);
  now_ = ++filled_chunks_ % kChunks;
  filled_.notify_one();
  emptied_.wait(lock,
                [this] { return filled_chunks_ - played_chunks_ < kChunks; });
}

/// False: there is no thread to be had.
bool EventQueue::start() {
  try {
    thread_ = std::thread(&EventQueue::run, this);
  } catch (const std::system_error&) {
    return false;
  }
  return true;
}

void EventQueue::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    filled_.wait(lock,
                 [this] { return stop_ || filled_chunks_ != played_chunks_; });
    if (stop_) return;
    Chunk& chunk = chunks_[played_chunks_ % kChunks];
    lock.unlock();
    play(chunk);
    lock.lock();
    ++played_chunks_;
    emptied_.notify_one();
  }
}

void EventQueue::play(Chunk& chunk) {
  play_(chunk.room.get(), chunk.room.get() + chunk.used);
  chunk.used = 0;
}

void EventQueue::wait() {
  if (thread_.joinable()) {
    std::unique_lock lock(mutex_);
    emptied_.wait(lock, [this] { return filled_chunks_ == played_chunks_; });
  }
  if (chunks_[now_].used != 0) play(chunks_[now_]);
}

}  // namespace simt::checks
