// SPDX-License-Identifier: MIT
// Scans a page from left to right past fences and code spans. A link that
// reaches nothing becomes its words and a note.
#include "runner/pack/links.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <string_view>

namespace learn {
namespace {

constexpr std::string_view kAbsent = " (not in this copy)";

/// Reads a page once, from its beginning to its end.
class Links {
 public:
  Links(std::string_view page, std::string folder,
        const std::function<bool(const std::string&)>& there)
      : page_(page), folder_(std::move(folder)), there_(there) {}

  std::string rewritten() {
    while (at_ < page_.size()) step();
    return out_;
  }

 private:
  bool at_line_start() const { return at_ == 0 || page_[at_ - 1] == '\n'; }

  void step() {
    const auto rest = page_.substr(at_);
    if (at_line_start() && rest.starts_with("```")) return fence();
    if (rest[0] == '`') return code();
    if (rest[0] == '[' || rest.starts_with("![")) return link();
    copy(1);
  }

  void copy(size_t count) {
    out_ += page_.substr(at_, count);
    at_ += std::min(count, page_.size() - at_);
  }

  void fence() {
    const auto end = page_.find("\n```", at_);
    copy(end == std::string_view::npos ? page_.size() - at_ : end + 4 - at_);
  }

  void code() {
    const auto end = page_.find('`', at_ + 1);
    if (end == std::string_view::npos) return copy(1);
    const auto inside = page_.substr(at_ + 1, end - at_ - 1);
    const auto path = std::string(inside.substr(0, inside.find('*')));
    constexpr std::array<std::string_view, 3> kKept{"solutions/", "bench/",
                                                    "tests/"};
    const bool ours = std::any_of(kKept.begin(), kKept.end(), [&](auto start) {
      return path.starts_with(start);
    });
    copy(end + 1 - at_);
    if (ours && !there_(path)) out_ += kAbsent;
  }

  /// The ] that belongs to the [ at `open`; npos when there is none.
  size_t closing(size_t open) const {
    int depth = 0;
    bool in_code = false;
    for (size_t i = open; i < page_.size(); ++i) {
      if (page_[i] == '`') in_code = !in_code;
      if (in_code) continue;
      if (page_[i] == '[') ++depth;
      if (page_[i] == ']' && --depth == 0) return i;
    }
    return std::string_view::npos;
  }

  void link() {
    const auto open = page_.find('[', at_);
    const auto close = closing(open);
    if (close == std::string_view::npos || close + 1 >= page_.size() ||
        page_[close + 1] != '(') {
      return copy(open + 1 - at_);
    }
    const auto end = page_.find(')', close);
    if (end == std::string_view::npos) return copy(open + 1 - at_);
    const auto target = page_.substr(close + 2, end - close - 2);
    if (reaches(target)) return copy(end + 1 - at_);
    out_ += page_.substr(open + 1, close - open - 1);
    out_ += kAbsent;
    at_ = end + 1;
  }

  bool reaches(std::string_view target) const {
    const auto path = target.substr(0, target.find_first_of("# "));
    if (path.empty() || target.find(':') != std::string_view::npos) return true;
    return there_(
        (std::filesystem::path(folder_) / path).lexically_normal().string());
  }

  std::string_view page_;
  std::string folder_;
  const std::function<bool(const std::string&)>& there_;
  std::string out_;
  size_t at_ = 0;
};

}  // namespace

std::string without_dangling_links(
    const std::string& page, const std::string& folder,
    const std::function<bool(const std::string&)>& there) {
  return Links(page, folder, there).rewritten();
}

}  // namespace learn
