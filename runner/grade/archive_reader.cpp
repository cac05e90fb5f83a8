// SPDX-License-Identifier: MIT
// Bounds all that an archive can make large: members, one file, bytes unpacked.
// unpacked.h unpacks, so libarchive sees plain tar, or zip. Every spelling of a
// name counts as the same member.
#include "runner/grade/archive_reader.h"

#include <archive.h>
#include <archive_entry.h>

#include <cerrno>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runner/grade/unpacked.h"

namespace learn {
namespace {

using Kind = WantedMember::Kind;
using End = ArchiveContent::End;

struct Free {
  void operator()(archive* one) const { archive_read_free(one); }
};
using Opened = std::unique_ptr<archive, Free>;

/// What libarchive reads a compressed archive from.
struct Source {
  std::unique_ptr<Unpacked> bytes;
  std::vector<char> block = std::vector<char>(64 << 10);
};

la_ssize_t read_block(archive* reader, void* from, const void** block) {
  auto& source = *static_cast<Source*>(from);
  *block = source.block.data();
  const auto got = source.bytes->read(source.block.data(), source.block.size());
  if (got >= 0) return got;
  archive_set_error(reader, EIO, "damaged");
  return ARCHIVE_FATAL;
}

/// Reads `bytes`, or from `source` where that has some.
Opened open_reader(std::string_view bytes, Source& source) {
  Opened reader(archive_read_new());
  if (!reader) return nullptr;
  auto* one = reader.get();
  archive_read_support_format_tar(one);
  if (source.bytes) {
    const int opened =
        archive_read_open(one, &source, nullptr, read_block, nullptr);
    return opened == ARCHIVE_OK ? std::move(reader) : nullptr;
  }
  // The list at the end of a zip file counts, as it does for other programs.
  archive_read_support_format_zip_seekable(one);
  if (archive_read_open_memory(one, bytes.data(), bytes.size()) != ARCHIVE_OK) {
    return nullptr;
  }
  return reader;
}

/// What stands behind the end of an archive: its checksums may come last.
End read_rest(Source& source, uint64_t most, uint64_t unpacked) {
  while (source.bytes) {
    const auto got =
        source.bytes->read(source.block.data(), source.block.size());
    if (got < 0) return End::kDamaged;
    if (got == 0) break;
    unpacked += static_cast<uint64_t>(got);
    if (unpacked > most) return End::kTooLarge;
  }
  return End::kRead;
}

std::string_view name_of(archive_entry* entry) {
  const char* name = archive_entry_pathname(entry);
  // A name in UTF-8 that this locale has no letters for.
  if (name == nullptr) name = archive_entry_pathname_utf8(entry);
  return name == nullptr ? std::string_view() : name;
}

bool is_plain(archive_entry* entry) {
  return archive_entry_filetype(entry) == AE_IFREG &&
         archive_entry_hardlink(entry) == nullptr &&
         archive_entry_symlink(entry) == nullptr;
}

/// Reads a member of up to kMostExercise bytes.
WantedMember content(archive* reader, archive_entry* entry) {
  if (!is_plain(entry)) return {Kind::kNotPlain, 1, {}};
  if (archive_entry_is_data_encrypted(entry) == 1) {
    return {Kind::kEncrypted, 1, {}};
  }
  // A hole at its end has a size, but no bytes that could be read.
  if (archive_entry_size_is_set(entry) != 0 &&
      archive_entry_size(entry) > la_int64_t(kMostExercise)) {
    return {Kind::kTooLong, 1, {}};
  }
  std::string text(kMostExercise + 1, '\0');
  size_t at = 0;
  while (at < text.size()) {
    const auto got = archive_read_data(reader, &text[at], text.size() - at);
    if (got < 0) return {Kind::kDamaged, 1, {}};
    if (got == 0) break;
    at += static_cast<size_t>(got);
  }
  if (at > kMostExercise) return {Kind::kTooLong, 1, {}};
  text.resize(at);
  return {Kind::kText, 1, std::move(text)};
}

/// Goes to the end of a member of a tar archive, whose bytes are unpacked
/// whether they are wanted or not. False when there are too many.
bool pass_over(archive* reader, uint64_t most, uint64_t& unpacked) {
  const void* block = nullptr;
  size_t size = 0;
  la_int64_t offset = 0;
  while (archive_read_data_block(reader, &block, &size, &offset) ==
         ARCHIVE_OK) {
    unpacked += size;
    if (unpacked > most) return false;
  }
  return true;
}

void note(archive* reader, archive_entry* entry, WantedMember& wanted) {
  ++wanted.count;
  if (wanted.count > 1) {
    wanted.text.clear();
    return;
  }
  wanted = content(reader, entry);
}

/// Without what changes nothing: `//`, `/./` and `./` in front.
std::string in_one_spelling(std::string_view name) {
  std::string one;
  for (const char c : name) {
    if (c == '/' && one.ends_with('/')) continue;
    one += c;
    const bool here = one == "./" || one.ends_with("/./");
    if (here) one.resize(one.size() - 2);
  }
  return one;
}

}  // namespace

bool stands_at(std::string_view spelt, std::string_view path) {
  const auto name = in_one_spelling(spelt);
  const std::string_view member = name;
  if (member == path) return true;
  const auto slash = member.find('/');
  if (slash == 0 || slash == std::string_view::npos) return false;
  const auto folder = member.substr(0, slash);
  return member.substr(slash + 1) == path && folder != ".." &&
         folder != "lessons";
}

ArchiveContent read_archive(std::string_view bytes,
                            const std::vector<std::string>& paths,
                            uint64_t most) {
  ArchiveContent found{End::kDamaged, std::vector<WantedMember>(paths.size())};
  Source source;
  if (is_compressed(bytes)) {
    source.bytes = unpack(bytes);
    if (!source.bytes) return found;
  }
  const auto reader = open_reader(bytes, source);
  if (!reader) return found;
  size_t members = 0;
  uint64_t unpacked = 0;
  for (;;) {
    archive_entry* entry = nullptr;
    const int status = archive_read_next_header(reader.get(), &entry);
    if (status == ARCHIVE_EOF) break;
    if (status != ARCHIVE_OK && status != ARCHIVE_WARN) return found;
    found.end = End::kTooManyMembers;
    if (++members > kMostMembers) return found;
    found.end = End::kTooLarge;
    const auto name = std::string(name_of(entry));
    for (size_t i = 0; i < paths.size(); ++i) {
      if (stands_at(name, paths[i])) {
        note(reader.get(), entry, found.wanted[i]);
        break;
      }
    }
    const bool zip = (archive_format(reader.get()) &
                      ARCHIVE_FORMAT_BASE_MASK) == ARCHIVE_FORMAT_ZIP;
    if (!zip && !pass_over(reader.get(), most, unpacked)) return found;
    found.end = End::kDamaged;
  }
  found.end = read_rest(source, most, unpacked);
  return found;
}

}  // namespace learn
