// SPDX-License-Identifier: MIT
// Gzip by zlib, since libarchive compares neither its checksum nor its length;
// all others by libarchive.
#include "runner/grade/unpacked.h"

#include <archive.h>
#include <archive_entry.h>
#include <zlib.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <string_view>

namespace learn {
namespace {

constexpr std::string_view kGzip = "\x1f\x8b";
constexpr std::string_view kOthers[] = {
    "BZh", std::string_view("\xfd\x37zXZ\0", 6), "\x28\xb5\x2f\xfd"};

/// Members of gzip, one after another. What follows the last is no member, and
/// nobody reads it.
class Gzip : public Unpacked {
 public:
  explicit Gzip(std::string_view bytes) : left_(bytes) {
    constexpr int kWithHeader = 16;
    good_ = inflateInit2(&state_, kWithHeader + MAX_WBITS) == Z_OK;
  }
  ~Gzip() override {
    if (good_) inflateEnd(&state_);
  }
  Gzip(const Gzip&) = delete;
  Gzip& operator=(const Gzip&) = delete;

  bool good() const { return good_; }

  ssize_t read(char* to, size_t room) override {
    while (!ended_) {
      const auto got = step(to, room);
      if (got != 0) return got;
    }
    return 0;
  }

 private:
  /// A call of zlib, which may give no bytes.
  ssize_t step(char* to, size_t room) {
    constexpr size_t kMost = std::numeric_limits<uInt>::max();
    const auto given = std::min(left_.size(), kMost);
    const auto most = std::min(room, kMost);
    // zlib reads there only.
    state_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(left_.data()));
    state_.avail_in = static_cast<uInt>(given);
    state_.next_out = reinterpret_cast<Bytef*>(to);
    state_.avail_out = static_cast<uInt>(most);
    const int status = inflate(&state_, Z_NO_FLUSH);
    left_.remove_prefix(given - state_.avail_in);
    if (status == Z_STREAM_END) {
      ended_ = !left_.starts_with(kGzip);
      if (!ended_ && inflateReset(&state_) != Z_OK) return -1;
    } else if (status != Z_OK) {
      return -1;  // cut off, too: no progress is Z_BUF_ERROR
    }
    return static_cast<ssize_t>(most - state_.avail_out);
  }

  std::string_view left_;
  z_stream state_{};
  bool good_ = false;
  bool ended_ = false;
};

struct FreeFilter {
  void operator()(archive* one) const { archive_read_free(one); }
};

/// Filters one by one: with all of them libarchive would start programs for
/// those that it has not itself.
class Filtered : public Unpacked {
 public:
  explicit Filtered(std::string_view bytes) : reader_(archive_read_new()) {
    auto* one = reader_.get();
    if (one == nullptr) return;
    archive_read_support_format_raw(one);
    archive_read_support_filter_bzip2(one);
    archive_read_support_filter_xz(one);
    archive_read_support_filter_zstd(one);
    archive_entry* entry = nullptr;
    good_ = archive_read_open_memory(one, bytes.data(), bytes.size()) ==
                ARCHIVE_OK &&
            archive_read_next_header(one, &entry) == ARCHIVE_OK;
  }

  ssize_t read(char* to, size_t room) override {
    if (!good_) return -1;
    const auto got = archive_read_data(reader_.get(), to, room);
    return got < 0 ? -1 : static_cast<ssize_t>(got);
  }

 private:
  std::unique_ptr<archive, FreeFilter> reader_;
  bool good_ = false;
};

}  // namespace

bool is_compressed(std::string_view bytes) {
  return bytes.starts_with(kGzip) ||
         std::any_of(
             std::begin(kOthers), std::end(kOthers),
             [&](std::string_view magic) { return bytes.starts_with(magic); });
}

std::unique_ptr<Unpacked> unpack(std::string_view bytes) {
  if (!bytes.starts_with(kGzip)) return std::make_unique<Filtered>(bytes);
  auto gzip = std::make_unique<Gzip>(bytes);
  if (!gzip->good()) return nullptr;
  return gzip;
}

}  // namespace learn
