// SPDX-License-Identifier: MIT
// libarchive writes; whatever follows from the machine or the moment is set
// here.
#include "runner/pack/archive.h"

#include <archive.h>
#include <archive_entry.h>

#include <memory>
#include <set>
#include <string>

#include "runner/base/stop.h"
#include "runner/base/text_file.h"

namespace learn {
namespace {

// 2000-01-01. Not 1970: a file of time 0 does not exist for ninja.
constexpr time_t kTime = 946684800;

struct FreeWriter {
  void operator()(archive* one) const { archive_write_free(one); }
};
struct FreeEntry {
  void operator()(archive_entry* one) const { archive_entry_free(one); }
};

/// An archive that grows in memory.
class Packer {
 public:
  /// `open` chooses the format.
  explicit Packer(int (*open)(archive*)) : writer_(archive_write_new()) {
    auto* one = writer_.get();
    if (one == nullptr) throw Stop{"there is no memory for an archive"};
    require(open(one));
    require(archive_write_set_bytes_in_last_block(one, 1));  // no padding
    require(archive_write_open(one, this, nullptr, append, nullptr));
  }

  /// `time` 0: none.
  void add(const std::string& name, unsigned type, unsigned mode, time_t time,
           const std::string& text) {
    const std::unique_ptr<archive_entry, FreeEntry> entry(archive_entry_new());
    if (!entry) throw Stop{"there is no memory for an archive"};
    archive_entry_set_pathname(entry.get(), name.c_str());
    archive_entry_set_filetype(entry.get(), type);
    archive_entry_set_perm(entry.get(), mode);
    archive_entry_set_size(entry.get(), static_cast<la_int64_t>(text.size()));
    if (time != 0) archive_entry_set_mtime(entry.get(), time, 0);
    require(archive_write_header(writer_.get(), entry.get()));
    const auto done =
        archive_write_data(writer_.get(), text.data(), text.size());
    if (done != static_cast<la_ssize_t>(text.size())) require(ARCHIVE_FATAL);
  }

  std::string close() {
    require(archive_write_close(writer_.get()));
    return std::move(bytes_);
  }

 private:
  static la_ssize_t append(archive*, void* self, const void* bytes,
                           size_t count) {
    static_cast<Packer*>(self)->bytes_.append(static_cast<const char*>(bytes),
                                              count);
    return static_cast<la_ssize_t>(count);
  }

  void require(int status) const {
    if (status == ARCHIVE_OK) return;
    const char* why = archive_error_string(writer_.get());
    throw Stop{std::string("the archive cannot be made: ") +
               (why == nullptr ? "libarchive does not say why" : why)};
  }

  std::string bytes_;
  std::unique_ptr<archive, FreeWriter> writer_;
};

unsigned mode_of(const PackedFile& file) { return file.program ? 0755 : 0644; }

int begin_tar_gz(archive* one) {
  const int status = archive_write_set_format_ustar(one);
  if (status != ARCHIVE_OK) return status;
  const int filter = archive_write_add_filter_gzip(one);
  if (filter != ARCHIVE_OK) return filter;
  return archive_write_set_options(one,
                                   "gzip:!timestamp,gzip:compression-level=9");
}

int begin_zip(archive* one) {
  const int status = archive_write_set_format_zip(one);
  return status == ARCHIVE_OK ? archive_write_zip_set_compression_store(one)
                              : status;
}

}  // namespace

PackedFile packed(const fs::path& file) {
  const auto bits = fs::status(file).permissions();
  return {read_text(file), (bits & fs::perms::owner_exec) != fs::perms::none};
}

std::string tar_gz(const PackedFiles& files, const std::string& folder) {
  Packer packer(begin_tar_gz);
  std::set<std::string> folders;
  for (const auto& [name, file] : files) {
    const auto path = folder + "/" + name;
    for (auto at = path.find('/'); at != path.npos;
         at = path.find('/', at + 1)) {
      const auto above = path.substr(0, at + 1);
      if (!folders.insert(above).second) continue;
      packer.add(above, AE_IFDIR, 0755, kTime, "");
    }
    packer.add(path, AE_IFREG, mode_of(file), kTime, file.text);
  }
  return packer.close();
}

// Without a time, which libarchive would write as this machine's clocks show
// it: readers take 1980.
std::string zip(const PackedFiles& files) {
  Packer packer(begin_zip);
  for (const auto& [name, file] : files) {
    packer.add(name, AE_IFREG, mode_of(file), 0, file.text);
  }
  return packer.close();
}

}  // namespace learn
