// SPDX-License-Identifier: MIT
// Containers made here byte by byte: each field, each compression, each kind
// of damage.
#include <doctest/doctest.h>
#include <lz4.h>
#include <zstd.h>

#include "simt/fatbin/fatbin.h"
#include "tests/host/fatbin_help.h"

namespace simt::fatbin {
namespace {

const std::string kText = ".version 9.0\n// " + std::string(500, 'x') + "\n";

std::string zstd(const std::string& text) {
  std::string packed(ZSTD_compressBound(text.size()), '\0');
  packed.resize(
      ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 3));
  return packed;
}

std::string lz4(const std::string& text) {
  std::string packed(
      static_cast<size_t>(LZ4_compressBound(static_cast<int>(text.size()))),
      '\0');
  packed.resize(static_cast<size_t>(LZ4_compress_default(
      text.data(), packed.data(), static_cast<int>(text.size()),
      static_cast<int>(packed.size()))));
  return packed;
}

EntryFields packed_entry(uint64_t flag, const std::string& packed) {
  EntryFields fields;
  fields.flags = 0x11 | flag;
  fields.packed_size = static_cast<uint32_t>(packed.size());
  fields.unpacked_size = kText.size() + 1;
  fields.payload = packed;
  return fields;
}

std::vector<Entry> read(const std::string& bytes) {
  std::string error;
  auto entries = read_container(bytes, error);
  REQUIRE_MESSAGE(entries.has_value(), error);
  return std::move(*entries);
}

std::string refusal(const std::string& bytes) {
  std::string error;
  return read_container(bytes, error) ? "accepted" : error;
}

Entry image(Entry::Kind kind, int sm, int unit = 0) {
  Entry entry;
  entry.kind = kind;
  entry.sm = sm;
  entry.unit = unit;
  return entry;
}

constexpr Entry::Kind kPtx = Entry::Kind::kPtx;
constexpr Entry::Kind kElf = Entry::Kind::kElf;

}  // namespace

TEST_CASE("an empty container has no entries") {
  CHECK(read(container_bytes("")).empty());
}

TEST_CASE("a stored entry is taken as it is, PTX up to its NUL") {
  EntryFields ptx;
  ptx.payload = kText;
  ptx.source = "scale.cu";
  EntryFields elf;
  elf.kind = 2;
  elf.sm = 90;
  elf.flags = 0x13;
  elf.payload = std::string(
      "\x7f"
      "ELF\0\0\0\0",
      8);
  EntryFields other;
  other.kind = 64;
  other.payload = "unknown";
  const auto entries = read(container_bytes(
      entry_bytes(ptx) + entry_bytes(elf) + entry_bytes(other)));
  REQUIRE(entries.size() == 3);
  CHECK(entries[0].kind == kPtx);
  CHECK(entries[0].sm == 75);
  CHECK(entries[0].source == "scale.cu");
  CHECK(entries[0].payload == kText);
  CHECK(entries[1].kind == kElf);
  CHECK(entries[1].flags == 0x13);
  CHECK(entries[1].payload.size() == 8);
  CHECK(entries[2].kind == Entry::Kind::kOther);
  CHECK(entries[2].payload.empty());
}

TEST_CASE("zstd and LZ4 are unpacked") {
  const std::string with_nul = kText + '\0';
  for (const EntryFields& fields : {packed_entry(0x8000, zstd(with_nul)),
                                    packed_entry(0x2000, lz4(with_nul))}) {
    const auto entries = read(container_bytes(entry_bytes(fields)));
    REQUIRE(entries.size() == 1);
    CHECK(entries[0].payload == kText);
  }
}

TEST_CASE("bytes behind the container are ignored") {
  CHECK(read(container_bytes("") + "more").empty());
}

TEST_CASE("other bytes than a container are refused") {
  const std::string unknown =
      "the device code of this program is in a container that is not known "
      "here; it was made for nvcc 13";
  CHECK(refusal("") == unknown);
  CHECK(refusal(std::string(64, '\0')) == unknown);
  std::string newer = container_bytes("");
  put<uint16_t>(newer, 4, 2);
  CHECK(refusal(newer) == unknown);
}

TEST_CASE("a cut container or entry is refused wherever it is cut") {
  EntryFields ptx;
  ptx.payload = kText;
  const std::string entry = entry_bytes(ptx);
  const std::string whole = container_bytes(entry);
  for (size_t size = 0; size < whole.size(); ++size) {
    CHECK(refusal(whole.substr(0, size)) != "accepted");
  }
  CHECK(refusal(whole.substr(0, 100)) ==
        "the device code of this program is damaged: its end is missing");
  CHECK(refusal(container_bytes(entry.substr(0, 100))) ==
        "the device code of this program is damaged: an entry is cut off");
}

TEST_CASE("sizes that contradict each other are refused") {
  const std::string packed = zstd(kText + '\0');
  const std::string damaged =
      "the device code of this program is damaged: it does not unpack";
  EntryFields fields = packed_entry(0x8000, packed);
  fields.unpacked_size = kText.size();
  CHECK(refusal(container_bytes(entry_bytes(fields))) == damaged);
  fields.unpacked_size = kText.size() + 9;
  CHECK(refusal(container_bytes(entry_bytes(fields))) == damaged);
  fields = packed_entry(0x2000, packed);
  CHECK(refusal(container_bytes(entry_bytes(fields))) == damaged);
  fields = packed_entry(0x8000, packed);
  fields.packed_size += 100;
  CHECK(refusal(container_bytes(entry_bytes(fields))) ==
        "the device code of this program is damaged: an entry is cut off");
  fields = packed_entry(0x8000, packed);
  fields.unpacked_size = uint64_t{1} << 60;
  CHECK(refusal(container_bytes(entry_bytes(fields))) ==
        "the device code of this program is larger than the emulator reads");
}

TEST_CASE("the limit holds for all entries together") {
  EntryFields ptx;
  ptx.payload = std::string(1000, 'x');
  const std::string two = container_bytes(entry_bytes(ptx) + entry_bytes(ptx));
  std::string error;
  CHECK(read_container(two, error, 2000));
  CHECK_FALSE(read_container(two, error, 1999));
}

TEST_CASE("an unknown compression is named with a way out") {
  EntryFields fields = packed_entry(0x4000, "packed somehow");
  CHECK(refusal(container_bytes(entry_bytes(fields))) ==
        "the device code is compressed in a way that is not known here; "
        "build with nvcc --compress-mode=none");
}

TEST_CASE("a wrapper leads to its container, with -rdc to several") {
  struct {
    uint32_t magic = 0x466243B1;
    uint32_t version = 1;
    const void* container = nullptr;
    const void* linked = nullptr;
  } wrapper;
  EntryFields ptx;
  ptx.payload = kText;
  const std::string bytes = container_bytes(entry_bytes(ptx));
  EntryFields elf;
  elf.kind = 2;
  const std::string machine_code = container_bytes(entry_bytes(elf));
  std::string error;

  wrapper.container = bytes.data();
  wrapper.linked = "a file name, not a list";
  const auto plain = read_wrapper(&wrapper, error);
  REQUIRE(plain);
  CHECK(plain->at(0).payload == kText);

  const void* linked[] = {bytes.data(), bytes.data(), nullptr};
  wrapper.version = 2;
  wrapper.container = machine_code.data();
  wrapper.linked = linked;
  const auto several = read_wrapper(&wrapper, error);
  REQUIRE(several);
  REQUIRE(several->size() == 3);
  CHECK(several->at(0).unit == 0);
  CHECK(several->at(2).unit == 2);
  CHECK(choose_ptx(*several, 75, error).size() == 2);
  CHECK(choose_elf(*several, 75) == &several->at(0));

  wrapper.version = 3;
  CHECK_FALSE(read_wrapper(&wrapper, error));
  CHECK(error ==
        "the program was built by an nvcc that is not known here; use nvcc 13");
  CHECK_FALSE(read_wrapper(nullptr, error));
}

TEST_CASE("the newest PTX that the device can run is chosen") {
  std::string error;
  const std::vector<Entry> entries = {image(kPtx, 75), image(kElf, 75),
                                      image(kPtx, 90), image(kPtx, 80)};
  CHECK(choose_ptx(entries, 75, error).at(0)->sm == 75);
  CHECK(choose_ptx(entries, 89, error).at(0)->sm == 80);
  CHECK(choose_ptx(entries, 90, error).at(0)->sm == 90);
}

TEST_CASE("a device older than any PTX that nvcc writes takes the oldest") {
  std::string error;
  std::vector<Entry> entries = {image(kPtx, 90), image(kPtx, 75),
                                image(kPtx, 80)};
  CHECK(choose_ptx(entries, 13, error).at(0)->sm == 75);
  CHECK(choose_ptx(entries, 70, error).at(0)->sm == 75);
  entries.push_back(image(kPtx, 52));
  CHECK(choose_ptx(entries, 70, error).at(0)->sm == 52);
  CHECK(choose_ptx(entries, 35, error).at(0)->sm == 52);
}

TEST_CASE("without PTX that fits, the error says what to change") {
  std::string error;
  std::vector<Entry> entries = {image(kElf, 75)};
  CHECK(choose_ptx(entries, 75, error).empty());
  CHECK(error ==
        "this program holds no PTX, only machine code; add -gencode "
        "arch=compute_75,code=compute_75 to the nvcc line");
  entries.push_back(image(kPtx, 90));
  entries[0].source = "scale.cu";
  CHECK(choose_ptx(entries, 75, error).empty());
  CHECK(error ==
        "the PTX of scale.cu is for sm_90 and newer, but the device is sm_75; "
        "add -gencode arch=compute_75,code=compute_75 to the nvcc line");
  CHECK(choose_ptx({}, 75, error).empty());
}

TEST_CASE("PTX of sm_90a is for a device of 9.0 alone") {
  std::string error;
  std::vector<Entry> entries = {image(kPtx, 90), image(kPtx, 90)};
  entries[0].flags |= 0x100000;
  CHECK(choose_ptx(entries, 90, error).at(0) == &entries[0]);
  CHECK(choose_ptx(entries, 100, error).at(0) == &entries[1]);
  entries.pop_back();
  CHECK(choose_ptx(entries, 90, error).size() == 1);
  CHECK(choose_ptx(entries, 100, error).empty());
  CHECK(error ==
        "the PTX of this program is for sm_90a and no other device, but this "
        "one is sm_100; add -gencode arch=compute_75,code=compute_75 to the "
        "nvcc line");
}

TEST_CASE("with -rdc the device runtime, which has no name, may have no PTX") {
  std::string error;
  std::vector<Entry> entries = {image(kElf, 90), image(kPtx, 90, 1),
                                image(kElf, 90, 2), image(kPtx, 121, 2)};
  entries[1].source = "main.cu";
  CHECK(choose_ptx(entries, 90, error).size() == 1);
  CHECK(error.empty());
  entries[2].source = entries[3].source = "other.cu";
  CHECK(choose_ptx(entries, 90, error).empty());
  CHECK(error.find("other.cu is for sm_121") != std::string::npos);
}

TEST_CASE("the nearest machine code is chosen, the older of two") {
  const std::vector<Entry> entries = {image(kPtx, 90), image(kElf, 100),
                                      image(kElf, 80), image(kElf, 90, 1)};
  CHECK(choose_elf(entries, 90)->sm == 80);
  CHECK(choose_elf(entries, 95)->sm == 100);
  CHECK_FALSE(choose_elf({}, 90));
}

}  // namespace simt::fatbin
