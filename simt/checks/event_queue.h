// SPDX-License-Identifier: MIT
// Bytes that one thread adds and another plays, in the same order. Knows
// nothing of what they mean.
#pragma once

#include <array>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

namespace simt::checks {

/// Filled in chunks. The other thread starts with the first full one: what is
/// less is played by who waits for it.
class EventQueue {
 public:
  /// Told of [begin, end), whole events, aligned to 8 bytes; never twice at
  /// once.
  using Play = std::function<void(std::byte* begin, std::byte* end)>;

  explicit EventQueue(Play play) : play_(std::move(play)) {}
  /// What was not played yet is not played any more.
  ~EventQueue();
  EventQueue(const EventQueue&) = delete;
  EventQueue& operator=(const EventQueue&) = delete;

  /// Room for the next event, of `bytes`, a multiple of 8. It is to be filled
  /// before the next call, stays where it is, and is gone once it was played.
  std::byte* add(size_t bytes) {
    Chunk& chunk = chunks_[now_];
    if (bytes > chunk.size - chunk.used) return add_to_next(bytes);
    std::byte* const at = chunk.room.get() + chunk.used;
    chunk.used += bytes;
    return at;
  }
  /// Returns when all that was added has been played.
  void wait();

 private:
  static constexpr size_t kChunks = 3, kChunkBytes = 1 << 20;
  struct Chunk {
    std::unique_ptr<std::byte[]> room;
    size_t size = 0, used = 0;
  };

  std::byte* add_to_next(size_t bytes);
  void hand_over();
  bool start();
  void run();
  void play(Chunk& chunk);

  Play play_;
  std::array<Chunk, kChunks> chunks_;
  size_t now_ = 0;  // the chunk that is being filled
  std::thread thread_;
  std::mutex mutex_;  // of what follows
  std::condition_variable filled_, emptied_;
  size_t filled_chunks_ = 0, played_chunks_ = 0;  // since the start
  bool stop_ = false;
};

}  // namespace simt::checks
