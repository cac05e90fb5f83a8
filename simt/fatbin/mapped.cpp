// SPDX-License-Identifier: MIT
// The kernel copies through a pipe: it answers EFAULT where we would crash.
// process_vm_readv(2) would be shorter, but confinement refuses it.
#include "simt/fatbin/mapped.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>

namespace simt::fatbin {
namespace {

constexpr uint64_t kPiece = 4096;  // bytes; a pipe holds more
constexpr uint64_t kLongestText = 64 << 10;

class Pipe {
 public:
  Pipe() { good_ = pipe2(ends_, O_CLOEXEC | O_NONBLOCK) == 0; }
  ~Pipe() {
    if (!good_) return;
    close(ends_[0]);
    close(ends_[1]);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  /// How many bytes came from `from` to `to`; at most kPiece.
  uint64_t copy(const void* from, void* to, uint64_t size) const {
    if (!good_) return 0;
    // Not write(2) by its name: a sanitizer would look at the bytes first.
    const uint64_t in =
        count([&] { return syscall(SYS_write, ends_[1], from, size); });
    const uint64_t out = count([&] { return read(ends_[0], to, in); });
    return std::min(in, out);
  }

 private:
  template <class Call>
  static uint64_t count(Call call) {
    int64_t done = -1;
    do {
      done = call();
    } while (done < 0 && errno == EINTR);
    return done < 0 ? 0 : static_cast<uint64_t>(done);
  }

  int ends_[2] = {-1, -1};
  bool good_ = false;
};

/// What is left of the page that holds `place`, so that no piece spans two.
uint64_t to_page_end(const char* place) {
  return kPiece - reinterpret_cast<uintptr_t>(place) % kPiece;
}

}  // namespace

uint64_t readable_bytes(const void* place, uint64_t most) {
  const auto* from = static_cast<const char*>(place);
  const Pipe pipe;
  char piece[kPiece];
  uint64_t done = 0;
  while (done < most) {
    const uint64_t size = std::min(most - done, to_page_end(from + done));
    const uint64_t copied = pipe.copy(from + done, piece, size);
    done += copied;
    if (copied < size) break;
  }
  return done;
}

bool read_mapped(const void* place, void* to, uint64_t size) {
  if (readable_bytes(place, size) < size) return false;
  std::memcpy(to, place, size);
  return true;
}

bool write_mapped(void* place, const void* from, uint64_t size) {
  const Pipe pipe;
  return size <= kPiece && pipe.copy(from, place, size) == size;
}

std::optional<std::string> text_mapped(const void* place) {
  const auto* from = static_cast<const char*>(place);
  const Pipe pipe;
  char piece[kPiece];
  std::string text;
  while (place != nullptr && text.size() < kLongestText) {
    const uint64_t size = to_page_end(from + text.size());
    const uint64_t copied = pipe.copy(from + text.size(), piece, size);
    const std::string_view copy(piece, copied);
    const size_t end = copy.find('\0');
    text.append(copy.substr(0, end));
    if (end != std::string_view::npos) return text;
    if (copied < size) break;
  }
  return std::nullopt;
}

}  // namespace simt::fatbin
