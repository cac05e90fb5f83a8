// SPDX-License-Identifier: MIT
// Writes a file under a new name and renames it, so that a reader finds the old
// text or the new one. Files of others are opened without following a link and
// without waiting.
#include "runner/base/text_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>

#include "runner/base/place.h"
#include "runner/base/stop.h"

namespace learn {
namespace {
constexpr const char* kBlank = " \t\r\n";

/// A file of ours beside `path`, under a name that nobody had: what stands
/// there, a link above all, is never followed. -1: errno says why not.
int open_beside(const fs::path& path, fs::path& fresh) {
  constexpr int kTries = 100;
  for (int i = 0; i < kTries; ++i) {
    fresh = path.string() + ".new-" + std::to_string(getpid()) + "-" +
            std::to_string(i);
    const int file =
        open(fresh.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file >= 0 || errno != EEXIST) return file;
  }
  return -1;
}

/// Writes all and closes `file`, which is -1 where it could not be opened.
std::error_code write_all(int file, std::string_view text) {
  int why = file < 0 ? errno : 0;
  while (why == 0 && !text.empty()) {
    const auto done = write(file, text.data(), text.size());
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) why = errno;
    if (done > 0) text.remove_prefix(static_cast<size_t>(done));
  }
  if (file >= 0 && close(file) != 0 && why == 0) why = errno;
  return {why, std::generic_category()};
}
}  // namespace

std::string read_text(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file) throw Stop{"cannot read " + path.string()};
  return text.str();
}

std::optional<std::string> read_foreign(const fs::path& path, size_t most) {
  const int file =
      open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return {};
  struct stat info {};
  std::optional<std::string> text;
  if (fstat(file, &info) == 0 && S_ISREG(info.st_mode) &&
      static_cast<uint64_t>(info.st_size) <= most) {
    text.emplace(static_cast<size_t>(info.st_size), '\0');
    const auto got = read(file, text->data(), text->size());
    text->resize(static_cast<size_t>(std::max<ssize_t>(got, 0)));
  }
  close(file);
  return text;
}

void require_writable(const fs::path& path, const std::string& what) {
  std::error_code none;
  if (fs::is_directory(path, none)) {
    throw Stop{fmt::format("{} is a folder: name a file in it, such as {}",
                           path.string(), (path / "run").string())};
  }
  const auto folder = fs::absolute(path).parent_path();
  if (fs::is_directory(folder, none) && access(folder.c_str(), W_OK) == 0) {
    return;
  }
  throw Stop{fmt::format(
      "{} cannot be written to {}: {} is no folder that you can write to; name "
      "another file",
      what, path.string(), folder.string())};
}

void write_text(const fs::path& path, std::string_view text) {
  std::error_code error;
  const auto kind = fs::status(path, error).type();
  // A device or a pipe is written to; a file is there whole or not at all.
  const bool plain =
      kind == fs::file_type::not_found || kind == fs::file_type::regular;
  fs::path fresh;
  const int file = plain ? open_beside(path, fresh)
                         : open(path.c_str(), O_WRONLY | O_CLOEXEC);
  error = write_all(file, text);
  if (!error && plain) fs::rename(fresh, path, error);
  if (!error) return;
  std::error_code ignored;
  if (plain && file >= 0) fs::remove(fresh, ignored);
  throw Stop{"cannot write " + path.string() + ": " + error.message()};
}

bool stays_inside(const std::filesystem::path& name) {
  return !name.is_absolute() &&
         std::find(name.begin(), name.end(), "..") == name.end();
}

std::vector<std::string> split_lines(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const auto end = text.find('\n');
    lines.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return lines;
}

std::string join_lines(const std::vector<std::string>& lines) {
  std::string text;
  for (const auto& line : lines) text += line + "\n";
  return text;
}

std::string trim(std::string_view text) {
  const auto begin = text.find_first_not_of(kBlank);
  if (begin == std::string_view::npos) return {};
  const auto end = text.find_last_not_of(kBlank);
  return std::string(text.substr(begin, end - begin + 1));
}

std::string squeeze(std::string_view text) {
  std::istringstream words{std::string(text)};
  std::string result, word;
  while (words >> word) result += (result.empty() ? "" : " ") + word;
  return result;
}

std::vector<std::string> dedent(std::vector<std::string> lines) {
  auto shared = std::string::npos;
  for (const auto& line : lines) {
    shared = std::min(shared, line.find_first_not_of(" \t"));
  }
  for (auto& line : lines) line.erase(0, std::min(shared, line.size()));
  return lines;
}

std::string fingerprint_of(std::string_view text) {
  uint64_t hash = 14695981039346656037ull;
  for (const char c : text) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ull;
  }
  return fmt::format("{:016x}", hash);
}

}  // namespace learn
