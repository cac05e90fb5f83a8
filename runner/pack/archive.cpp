// SPDX-License-Identifier: MIT
#include "runner/pack/archive.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "runner/base/scratch.h"
#include "runner/base/stop.h"
#include "runner/base/text_file.h"
#include "runner/process/process.h"

namespace learn {
namespace {

// 2000-01-01. Not 1970: a file of time 0 does not exist for ninja.
constexpr const char* kTime = "@946684800";
constexpr uint16_t kZipDate = (2000 - 1980) << 9 | 1 << 5 | 1;
constexpr uint16_t kMade = 3 << 8 | 20;  // on Unix, by version 2.0

void lay_out(const PackedFiles& files, const fs::path& folder) {
  for (const auto& [name, file] : files) {
    const auto path = folder / name;
    fs::create_directories(path.parent_path());
    write_text(path, file.text);
    if (file.program) {
      fs::permissions(path, fs::perms::owner_exec, fs::perm_options::add);
    }
  }
}

uint32_t crc32(std::string_view bytes) {
  uint32_t crc = ~0u;
  for (const char byte : bytes) {
    crc ^= static_cast<unsigned char>(byte);
    for (int i = 0; i < 8; ++i) crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
  }
  return ~crc;
}

/// Appends numbers, lowest byte first, as the format wants them.
class Writer {
 public:
  Writer& two(uint32_t value) { return put(value, 2); }
  Writer& four(uint32_t value) { return put(value, 4); }
  Writer& text(std::string_view bytes) {
    bytes_ += bytes;
    return *this;
  }
  uint32_t size() const { return static_cast<uint32_t>(bytes_.size()); }
  const std::string& bytes() const { return bytes_; }

 private:
  Writer& put(uint32_t value, int count) {
    for (int i = 0; i < count; ++i) {
      bytes_ += static_cast<char>(value >> 8 * i & 0xff);
    }
    return *this;
  }
  std::string bytes_;
};

/// What stands both before the file and in the directory: from the version
/// needed to the length of the extra field.
void describe(Writer& out, const std::string& name, const PackedFile& file) {
  const auto size = static_cast<uint32_t>(file.text.size());
  out.two(20).two(0).two(0).two(0).two(kZipDate).four(crc32(file.text));
  out.four(size).four(size);
  out.two(static_cast<uint32_t>(name.size())).two(0);
}

}  // namespace

PackedFile packed(const fs::path& file) {
  const auto bits = fs::status(file).permissions();
  return {read_text(file), (bits & fs::perms::owner_exec) != fs::perms::none};
}

std::string tar_gz(const PackedFiles& files, const std::string& folder) {
  const ScratchFolder scratch;
  lay_out(files, scratch.path() / "files" / folder);
  const auto out = scratch.path() / "out.tar.gz";
  const Command command{
      {"tar", "--create", "--file", out.string(), "--use-compress-program",
       "gzip -n9", "--sort=name", "--format=ustar", "--mode=u=rwX,go=rX",
       std::string("--mtime=") + kTime, "--owner=0", "--group=0",
       "--numeric-owner", "--directory", (scratch.path() / "files").string(),
       folder},
      {{"LC_ALL", "C"}},
      {}};
  Limits limits;
  limits.small = false;
  const auto outcome = run_limited(command, limits);
  if (!outcome.ok()) {
    throw Stop{"tar and gzip could not make the archive: " +
               trim(outcome.err.text())};
  }
  return read_text(out);
}

std::string zip(const PackedFiles& files) {
  Writer out;
  Writer directory;
  for (const auto& [name, file] : files) {
    const auto at = out.size();
    out.four(0x04034b50);
    describe(out, name, file);
    out.text(name).text(file.text);
    directory.four(0x02014b50).two(kMade);
    describe(directory, name, file);
    const uint32_t mode = 0100000 | (file.program ? 0755 : 0644);
    directory.two(0).two(0).two(0).four(mode << 16).four(at).text(name);
  }
  const auto count = static_cast<uint32_t>(files.size());
  const auto begin = out.size();
  out.text(directory.bytes()).four(0x06054b50).two(0).two(0);
  out.two(count).two(count).four(directory.size()).four(begin).two(0);
  return out.bytes();
}

}  // namespace learn
