// SPDX-License-Identifier: MIT
// PTX knows a shared array as bytes. Its extents stand in the source: they are
// taken from there where they make the number of elements.
#include "runner/steps/cells.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <set>

#include "runner/base/stop.h"

namespace learn {
namespace {

constexpr int64_t kMostExtent = 1 << 28;

bool in_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

/// Where `word` stands by itself in `line`, from `begin` on.
size_t find_word(const std::string& line, const std::string& word,
                 size_t begin) {
  for (size_t at = line.find(word, begin); at != line.npos;
       at = line.find(word, at + 1)) {
    const size_t end = at + word.size();
    if ((at == 0 || !in_name(line[at - 1])) &&
        (end >= line.size() || !in_name(line[end])))
      return at;
  }
  return line.npos;
}

/// Sums and products, left to right, with the usual rank.
class Expression {
 public:
  Expression(const std::vector<std::string>& lines, std::string text,
             int depth = 0)
      : lines_(lines), text_(std::move(text)), depth_(depth) {}

  /// 0 when it cannot be told.
  int64_t value() {
    const int64_t sum = this->sum();
    skip();
    return at_ == text_.size() && sum > 0 && sum <= kMostExtent ? sum : 0;
  }

 private:
  void skip() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool take(char c) {
    skip();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  int64_t sum() {
    int64_t value = product();
    for (;;) {
      if (take('+')) {
        value += product();
      } else if (take('-')) {
        value -= product();
      } else {
        return std::clamp<int64_t>(value, 0, kMostExtent);
      }
    }
  }
  int64_t product() {
    int64_t value = single();
    for (;;) {
      if (take('*')) {
        value = std::min(value, kMostExtent) * single();
      } else if (take('/')) {
        const int64_t by = single();
        value = by == 0 ? 0 : value / by;
      } else {
        return std::min(value, kMostExtent);
      }
    }
  }
  int64_t single() {
    skip();
    const size_t begin = at_;
    while (at_ < text_.size() && in_name(text_[at_])) ++at_;
    const std::string word = text_.substr(begin, at_ - begin);
    int64_t number = 0;
    const char* end = word.data() + word.size();
    const auto read = std::from_chars(word.data(), end, number);
    if (read.ec == std::errc{} && read.ptr == end)
      return std::min(number, kMostExtent);
    return word.empty() || depth_ > 4 ? 0 : constant(word);
  }
  /// `constexpr int NAME = VALUE;` or `#define NAME VALUE`.
  int64_t constant(const std::string& name) const {
    for (const auto& line : lines_) {
      const size_t at = find_word(line, name, 0);
      if (at == line.npos) continue;
      const bool macro = line.rfind("#define " + name, 0) == 0;
      const bool is_const = line.find("const") < at;
      const size_t equals = line.find('=', at + name.size());
      const bool next = equals != line.npos &&
                        line.find_first_not_of(' ', at + name.size()) == equals;
      if (!macro && !(is_const && next)) continue;
      const size_t begin = macro ? at + name.size() : equals + 1;
      const size_t end = line.find_first_of(";,/", begin);
      return Expression(lines_, line.substr(begin, end - begin), depth_ + 1)
          .value();
    }
    return 0;
  }

  const std::vector<std::string>& lines_;
  std::string text_;
  size_t at_ = 0;
  int depth_;
};

/// What stands in the brackets that follow one another from `at` on.
std::vector<std::string> brackets(const std::string& text, size_t at) {
  std::vector<std::string> all;
  while (at < text.size() && text[at] == '[') {
    const size_t end = text.find(']', at);
    if (end == text.npos) return {};
    all.push_back(text.substr(at + 1, end - at - 1));
    at = end + 1;
  }
  return all;
}

}  // namespace

std::vector<int64_t> declared_extents(const std::vector<std::string>& lines,
                                      const std::string& name, int64_t count) {
  for (const auto& line : lines) {
    const size_t shared = find_word(line, "__shared__", 0);
    if (shared == line.npos) continue;
    const size_t at = find_word(line, name, shared);
    if (at == line.npos) continue;
    std::vector<int64_t> extents;
    int64_t product = 1;
    for (const auto& text : brackets(line, at + name.size())) {
      extents.push_back(Expression(lines, text).value());
      product = std::min(product, kMostExtent) * extents.back();
    }
    if (!extents.empty() && product == count) return extents;
  }
  return {};
}

CellNames::CellNames(const Steps& run, Sources& sources) : run_(run) {
  shapes_.resize(run.arrays.size());
  for (const Step& step : run.steps) {
    for (const Act& act : step.acts) {
      if (!act.is_access()) continue;
      auto& shape = shapes_[static_cast<size_t>(act.array)];
      if (shape.element == 0 && act.bytes <= kMostElement)
        shape.element = act.bytes;
    }
  }
  for (size_t i = 0; i < shapes_.size(); ++i) {
    const auto& array = run.arrays[i];
    auto& shape = shapes_[i];
    if (array.space != "shared" || shape.element == 0) continue;
    const auto count = static_cast<int64_t>(array.bytes / shape.element);
    for (const auto& file : run.files) {
      if (shape.extents.empty())
        shape.extents =
            declared_extents(sources.lines(file), array.name, count);
    }
  }
}

std::string CellNames::name(int array, int64_t at, uint64_t bytes) const {
  const auto& shape = shapes_[static_cast<size_t>(array)];
  const auto& name = run_.arrays[static_cast<size_t>(array)].name;
  const auto width = static_cast<int64_t>(unit(array, bytes));
  if (at % width != 0) return fmt::format("{}+{}", name, at);
  int64_t index = at / width;
  if (shape.extents.size() < 2 || width != int64_t(shape.element))
    return fmt::format("{}[{}]", name, index);
  std::string text;
  for (size_t i = shape.extents.size(); i-- > 0;) {
    const bool first = i == 0;
    const int64_t here = first ? index : index % shape.extents[i];
    text = fmt::format("[{}]", here) + text;
    index /= shape.extents[i];
  }
  return name + text;
}

Cell CellNames::find(const std::string& name) const {
  const size_t open = name.find('[');
  const auto indices =
      open == name.npos ? std::vector<std::string>{} : brackets(name, open);
  std::set<std::string> names;
  for (size_t i = 0; i < shapes_.size(); ++i) {
    const auto& shape = shapes_[i];
    const auto& array = run_.arrays[i];
    if (shape.element == 0) continue;
    names.insert("`" + array.name + "`");
    if (array.name != name.substr(0, open) || indices.empty()) continue;
    if (indices.size() != 1 && indices.size() != shape.extents.size()) continue;
    int64_t index = 0;
    bool good = true;
    for (size_t k = 0; k < indices.size(); ++k) {
      int64_t here = 0;
      const char* end = indices[k].data() + indices[k].size();
      const auto read = std::from_chars(indices[k].data(), end, here);
      good = good && read.ec == std::errc{} && read.ptr == end && here >= 0 &&
             here < kMostExtent;
      if (indices.size() > 1) good = good && here < shape.extents[k];
      index = k == 0 ? here : index * shape.extents[k] + here;
    }
    const auto width = static_cast<int64_t>(shape.element);
    const auto bytes = static_cast<int64_t>(array.bytes);
    if (good && (index + 1) * width <= bytes)
      return {static_cast<int>(i), index * width, (index + 1) * width};
  }
  throw Stop{fmt::format(
      "--cell `{}` is no cell of this run: write an array and its index, such "
      "as tile[5]. The arrays are {}",
      name, fmt::join(names, ", "))};
}

}  // namespace learn
