// SPDX-License-Identifier: MIT
// Address space whose pages are zero and cost nothing until they are touched.
#pragma once

#include <cstdint>
#include <utility>

namespace simt::ops {

class Pages {
 public:
  Pages() = default;
  /// get() is null when there is no room.
  explicit Pages(uint64_t bytes);
  ~Pages();
  Pages(Pages&& other) noexcept { swap(other); }
  Pages& operator=(Pages other) noexcept {
    swap(other);
    return *this;
  }

  void* get() const { return begin_; }
  uint64_t bytes() const { return bytes_; }

 private:
  void swap(Pages& other) noexcept {
    std::swap(begin_, other.begin_);
    std::swap(bytes_, other.bytes_);
  }

  void* begin_ = nullptr;
  uint64_t bytes_ = 0;
};

}  // namespace simt::ops
