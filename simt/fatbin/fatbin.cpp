// SPDX-License-Identifier: MIT
// The container's layout is not documented by NVIDIA; it was read off binaries
// of nvcc 13.0, built with each --compress-mode.
#include "simt/fatbin/fatbin.h"

#include <algorithm>

#include "simt/fatbin/bytes.h"
#include "simt/fatbin/decompress.h"
#include "simt/fatbin/mapped.h"
#include "simt/fatbin/wrapper.h"

namespace simt::fatbin {
namespace {

constexpr uint32_t kContainerMagic = 0xBA55ED50;
constexpr uint64_t kContainerHeader = 16;  // bytes, of the fields we read
constexpr uint64_t kEntryHeader = 64;
constexpr uint64_t kMostContainer = uint64_t{1} << 32;
constexpr uint64_t kFlagLz4 = 0x2000;
constexpr uint64_t kFlagZstd = 0x8000;
constexpr const char* kCutOff =
    "the device code of this program is damaged: its end is missing";

Entry::Kind kind_of(uint16_t code) {
  if (code == 1) return Entry::Kind::kPtx;
  return code == 2 ? Entry::Kind::kElf : Entry::Kind::kOther;
}

std::string source_of(std::string_view entry, uint64_t header_size) {
  const auto offset = number_at<uint32_t>(entry, 0x20);
  const auto length = number_at<uint32_t>(entry, 0x24);
  if (offset == 0) return {};
  const std::string_view header = entry.substr(0, header_size);
  const std::string_view name = piece(header, offset, length);
  return std::string(name.substr(0, name.find('\0')));
}

/// Unpacks the payload of an entry; `room` is what is left of the limit.
bool unpack(std::string_view entry, std::string_view payload, Entry& result,
            uint64_t& room, std::string& error) {
  const auto packed_size = number_at<uint32_t>(entry, 0x10);
  const auto unpacked_size = number_at<uint64_t>(entry, 0x38);
  Compression how = Compression::kNone;
  if (result.flags & kFlagLz4) how = Compression::kLz4;
  if (result.flags & kFlagZstd) how = Compression::kZstd;
  if (how == Compression::kNone && packed_size != 0) {
    error =
        "the device code is compressed in a way that is not known here; "
        "build with nvcc --compress-mode=none";
    return false;
  }
  const bool packed = how != Compression::kNone;
  const uint64_t size = packed ? unpacked_size : payload.size();
  if (packed_size > payload.size()) {
    error = "the device code of this program is damaged: an entry is cut off";
    return false;
  }
  if (size > room) {
    error = "the device code of this program is larger than the emulator reads";
    return false;
  }
  room -= size;
  const std::string_view data =
      packed ? payload.substr(0, packed_size) : payload;
  if (decompress(how, data, size, result.payload)) return true;
  error = "the device code of this program is damaged: it does not unpack";
  return false;
}

/// PTX is a C string, filled up with NULs.
void cut_at_nul(std::string& text) {
  text.resize(std::min(text.find('\0'), text.size()));
}

/// Reads the entry at the start of `bytes` and moves past it.
bool read_entry(std::string_view& bytes, Entry& entry, uint64_t& room,
                std::string& error) {
  const auto header_size = number_at<uint32_t>(bytes, 0x04);
  const auto payload_size = number_at<uint64_t>(bytes, 0x08);
  const bool fits =
      bytes.size() >= kEntryHeader && header_size >= kEntryHeader &&
      header_size <= bytes.size() && payload_size <= bytes.size() - header_size;
  if (!fits) {
    error = "the device code of this program is damaged: an entry is cut off";
    return false;
  }
  entry.kind = kind_of(number_at<uint16_t>(bytes, 0x00));
  entry.sm = static_cast<int>(number_at<uint32_t>(bytes, 0x1C) & 0xffff);
  entry.flags = number_at<uint64_t>(bytes, 0x28);
  entry.source = source_of(bytes, header_size);
  const std::string_view payload = bytes.substr(header_size, payload_size);
  if (entry.kind != Entry::Kind::kOther) {
    if (!unpack(bytes, payload, entry, room, error)) return false;
    if (entry.kind == Entry::Kind::kPtx) cut_at_nul(entry.payload);
  }
  bytes.remove_prefix(header_size + payload_size);
  return true;
}

/// The container's bytes by its own header, as far as they are there.
std::string_view container_at(const char* place) {
  char header[kContainerHeader];
  if (!read_mapped(place, header, sizeof(header))) return {};
  const std::string_view fields(header, sizeof(header));
  const auto header_size = number_at<uint16_t>(fields, 0x06);
  const auto payload_size = number_at<uint64_t>(fields, 0x08);
  const uint64_t size = header_size + std::min(payload_size, kMostContainer);
  return {place, readable_bytes(place, size)};
}

bool append(const char* place, int unit, std::vector<Entry>& entries,
            std::string& error) {
  auto read = read_container(container_at(place), error);
  if (!read) return false;
  for (Entry& entry : *read) {
    entry.unit = unit;
    entries.push_back(std::move(entry));
  }
  return true;
}

}  // namespace

std::optional<std::vector<Entry>> read_container(std::string_view bytes,
                                                 std::string& error,
                                                 uint64_t max_unpacked) {
  const auto header_size = number_at<uint16_t>(bytes, 0x06);
  const auto payload_size = number_at<uint64_t>(bytes, 0x08);
  if (number_at<uint32_t>(bytes, 0) != kContainerMagic ||
      number_at<uint16_t>(bytes, 0x04) != 1 || header_size < kContainerHeader) {
    error =
        "the device code of this program is in a container that is not known "
        "here; it was made for nvcc 13";
    return std::nullopt;
  }
  if (header_size > bytes.size() || payload_size > bytes.size() - header_size) {
    error = kCutOff;
    return std::nullopt;
  }
  std::string_view rest = bytes.substr(header_size, payload_size);
  std::vector<Entry> entries;
  while (!rest.empty()) {
    if (!read_entry(rest, entries.emplace_back(), max_unpacked, error)) {
      return std::nullopt;
    }
  }
  return entries;
}

std::optional<std::vector<Entry>> read_wrapper(const void* wrapper,
                                               std::string& error) {
  Wrapper given = {};
  const bool known = read_mapped(wrapper, &given, sizeof(given)) &&
                     given.magic == kWrapperMagic && given.container &&
                     (given.version == 1 || given.version == 2);
  if (!known) {
    error =
        "the program was built by an nvcc that is not known here; "
        "use nvcc 13";
    return std::nullopt;
  }
  std::vector<Entry> entries;
  if (!append(given.container, 0, entries, error)) return std::nullopt;
  if (given.version == 1) return entries;
  for (int i = 0; given.linked; ++i) {
    const char* place = nullptr;
    if (!read_mapped(given.linked + i, &place, sizeof(place))) {
      error = kCutOff;
      return std::nullopt;
    }
    if (!place) break;
    if (!append(place, i + 1, entries, error)) return std::nullopt;
  }
  return entries;
}

}  // namespace simt::fatbin
