// SPDX-License-Identifier: MIT
// The bytes that a compressed archive unpacks to, with every checksum and
// length compared. Knows no format of archives.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <memory>
#include <string_view>

namespace learn {

class Unpacked {
 public:
  virtual ~Unpacked() = default;
  /// Up to `room` bytes more: how many, 0 at the end, -1 where the compressed
  /// bytes are damaged.
  virtual ssize_t read(char* to, size_t room) = 0;
};

/// Whether `bytes` begin as gzip, bzip2, xz or zstd do.
bool is_compressed(std::string_view bytes);

/// `bytes`, which must live as long, unpacked as they are read; null where
/// there is no memory for it.
std::unique_ptr<Unpacked> unpack(std::string_view bytes);

}  // namespace learn
