// SPDX-License-Identifier: MIT
// Finds files in the bytes of an archive that nobody vouches for, by
// libarchive. Opens no file, writes none and calls no program; runs where
// archive_process.h confines it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace learn {

constexpr size_t kMostExercise = 256 << 10;     // bytes of one exercise
constexpr size_t kMostMembers = 100'000;        // of one archive
constexpr uint64_t kMostUnpacked = 1ull << 30;  // bytes, all members together

/// What an archive has at one of the wanted paths.
struct WantedMember {
  enum class Kind : uint32_t {
    kAbsent,
    kText,       // a plain file; `text` is what it holds
    kNotPlain,   // a link, a device, a folder
    kTooLong,    // more than kMostExercise bytes
    kEncrypted,  // a password is needed
    kDamaged,    // its bytes cannot be unpacked
  };
  Kind kind = Kind::kAbsent;
  uint32_t count = 0;  // members that stand at the path
  std::string text;
};

/// What one archive holds, or why it cannot be taken as a whole.
struct ArchiveContent {
  enum class End : uint32_t {
    kRead,
    kDamaged,         // or of another kind
    kTooManyMembers,  // more than kMostMembers
    kTooLarge,        // more than kMostUnpacked
  };
  End end = End::kDamaged;
  std::vector<WantedMember> wanted;  // in the order of the paths
};

/// Whether a member of this name stands at `path`, perhaps inside one folder:
/// people pack the folder or what is in it.
bool stands_at(std::string_view member, std::string_view path);

/// Looks through `bytes` once, a zip or a tar archive, the latter perhaps
/// compressed by gzip, bzip2, xz or zstd. Of a tar archive, `most` bytes are
/// unpacked.
ArchiveContent read_archive(std::string_view bytes,
                            const std::vector<std::string>& paths,
                            uint64_t most = kMostUnpacked);

}  // namespace learn
