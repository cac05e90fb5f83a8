// SPDX-License-Identifier: MIT
// Pointers and sizes that lead out of what is mapped: an answer, not a crash.
#include <doctest/doctest.h>
#include <sys/mman.h>
#include <unistd.h>
#include <zstd.h>

#include <cstring>
#include <string>

#include "simt/fatbin/decompress.h"
#include "simt/fatbin/fatbin.h"
#include "simt/fatbin/mapped.h"
#include "simt/fatbin/wrapper.h"
#include "tests/host/fatbin_help.h"

namespace simt::fatbin {
namespace {

constexpr uint64_t kPage = 4096;

/// One page that can be read, and behind it one that cannot: closed, or
/// beyond the end of the file that is mapped.
class Edge {
 public:
  explicit Edge(bool of_file) {
    file_ = memfd_create("edge", 0);
    REQUIRE(ftruncate(file_, of_file ? kPage : 2 * kPage) == 0);
    base_ = static_cast<char*>(
        mmap(nullptr, 2 * kPage, PROT_READ | PROT_WRITE, MAP_SHARED, file_, 0));
    REQUIRE(base_ != MAP_FAILED);
    if (!of_file) mprotect(base_ + kPage, kPage, PROT_NONE);
  }
  ~Edge() {
    munmap(base_, 2 * kPage);
    close(file_);
  }
  Edge(const Edge&) = delete;
  Edge& operator=(const Edge&) = delete;

  /// Puts the bytes right before the edge.
  char* place(const std::string& bytes) {
    char* at = base_ + kPage - bytes.size();
    std::memcpy(at, bytes.data(), bytes.size());
    return at;
  }
  char* end() { return base_ + kPage; }

 private:
  int file_ = -1;
  char* base_ = nullptr;
};

std::string refusal(const void* wrapper) {
  std::string error;
  return read_wrapper(wrapper, error) ? "accepted" : error;
}

const std::string kDamaged =
    "the device code of this program is damaged: its end is missing";

}  // namespace

TEST_CASE("a container is read up to what is mapped, whatever size it says") {
  EntryFields ptx;
  ptx.payload = ".version 9.0\n";
  const std::string good = container_bytes(entry_bytes(ptx));
  for (const bool of_file : {false, true}) {
    CAPTURE(of_file);
    Edge edge(of_file);
    Wrapper wrapper;
    wrapper.container = edge.place(good);
    CHECK(refusal(&wrapper) == "accepted");
    for (const uint64_t size : {good.size(), kPage, uint64_t{1} << 40,
                                ~uint64_t{0}, ~uint64_t{0} - 16}) {
      std::string bytes = good;
      put<uint64_t>(bytes, 8, size);
      wrapper.container = edge.place(bytes);
      CHECK(refusal(&wrapper) == kDamaged);
    }
    wrapper.container = edge.place(good.substr(0, 8));  // half a header
    CHECK(refusal(&wrapper) != "accepted");
  }
}

TEST_CASE("a pointer that leads nowhere is damage") {
  Edge edge(false);
  CHECK(refusal(reinterpret_cast<void*>(16)) != "accepted");
  CHECK(refusal(edge.end() - 8) != "accepted");
  Wrapper wrapper;
  wrapper.container = edge.end();
  CHECK(refusal(&wrapper) != "accepted");
  EntryFields elf;
  elf.kind = 2;
  const std::string good = container_bytes(entry_bytes(elf));
  wrapper.container = good.data();
  wrapper.version = 2;
  // A list without an end.
  wrapper.linked = reinterpret_cast<const char* const*>(edge.end() - 4);
  CHECK(refusal(&wrapper) == kDamaged);
  const char* list[] = {good.data(), edge.end(), nullptr};
  wrapper.linked = list;
  CHECK(refusal(&wrapper) != "accepted");
}

TEST_CASE("memory that may not be there is copied as far as it is") {
  for (const bool of_file : {false, true}) {
    Edge edge(of_file);
    char* text = edge.place("tail");
    CHECK(readable_bytes(text, 4) == 4);
    CHECK(readable_bytes(text, 5000) == 4);
    CHECK(readable_bytes(text, 0) == 0);
    CHECK_FALSE(text_mapped(text));  // no end
    char copy[8] = {};
    CHECK_FALSE(read_mapped(text, copy, 5));
    CHECK(read_mapped(text, copy, 4));
    CHECK(std::string(copy) == "tail");
    CHECK_FALSE(write_mapped(edge.end() - 2, "four", 4));
    CHECK(write_mapped(text, "four", 4));
    CHECK(std::string(text, 4) == "four");
  }
  CHECK_FALSE(text_mapped(nullptr));
  CHECK(text_mapped("a name") == "a name");
  const std::string across(9000, 'x');
  CHECK(text_mapped(across.c_str()) == across);
}

TEST_CASE("a damaged size costs no memory") {
  const std::string text(500, 'x');
  std::string packed(ZSTD_compressBound(text.size()), '\0');
  packed.resize(
      ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 3));
  std::string out;
  const uint64_t huge = uint64_t{1} << 60;
  CHECK(decompress(Compression::kZstd, packed, text.size(), out));
  CHECK_FALSE(decompress(Compression::kZstd, packed, huge, out));
  CHECK_FALSE(decompress(Compression::kLz4, packed, huge, out));
  CHECK(out.size() <= text.size());
}

}  // namespace simt::fatbin
