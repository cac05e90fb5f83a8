// SPDX-License-Identifier: MIT
// The emulator's own parser says which line is an instruction, of what kind and
// from where; what is shown is the text that nvcc wrote.
#include "runner/ptx/ptx_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

#include "runner/base/demangle.h"
#include "runner/base/stop.h"
#include "runner/base/text_file.h"
#include "simt/ptx/module.h"

namespace learn {
namespace {

namespace ptx = simt::ptx;

struct MarkedOpcode {
  std::string_view begins, mark;
};
// The first row that an opcode begins with counts.
constexpr std::array kMarkedOpcodes{
    MarkedOpcode{"ld.param", ""},        MarkedOpcode{"st.param", ""},
    MarkedOpcode{"ldmatrix", "load"},    MarkedOpcode{"stmatrix", "store"},
    MarkedOpcode{"ldu.", "load"},        MarkedOpcode{"ld.", "load"},
    MarkedOpcode{"st.", "store"},        MarkedOpcode{"tex.", "load"},
    MarkedOpcode{"cp.", "copy"},         MarkedOpcode{"atom.", "atomic"},
    MarkedOpcode{"red.", "atomic"},      MarkedOpcode{"barrier.", "barrier"},
    MarkedOpcode{"bar.", "barrier"},     MarkedOpcode{"mbarrier.", "barrier"},
    MarkedOpcode{"membar.", "fence"},    MarkedOpcode{"fence.", "fence"},
    MarkedOpcode{"shfl.", "shuffle"},    MarkedOpcode{"vote.", "vote"},
    MarkedOpcode{"match.", "vote"},      MarkedOpcode{"redux.", "vote"},
    MarkedOpcode{"activemask", "vote"},  MarkedOpcode{"wmma.load", "load"},
    MarkedOpcode{"wmma.store", "store"}, MarkedOpcode{"wmma.", "matrix"},
    MarkedOpcode{"mma.", "matrix"},      MarkedOpcode{"bra", "branch"},
    MarkedOpcode{"brx", "branch"},       MarkedOpcode{"call", "call"},
};

/// Without the names of unnamed namespaces, which nobody wrote.
std::string shown_name(const std::string& symbol) {
  auto result = demangled(symbol);
  const std::string hidden = "(anonymous namespace)::";
  for (auto at = result.find(hidden); at != std::string::npos;
       at = result.find(hidden)) {
    result.erase(at, hidden.size());
  }
  return result;
}

bool in_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' ||
         c == '$';
}

/// `symbol`_param_3 becomes param_3, and the mangled name of a variable what
/// stands behind the last :: of it.
std::string short_names(const std::string& text, const std::string& symbol) {
  std::string result;
  for (size_t at = 0; at < text.size();) {
    if (!in_word(text[at])) {
      result += text[at++];
      continue;
    }
    auto end = at;
    while (end < text.size() && in_word(text[end])) ++end;
    auto word = text.substr(at, end - at);
    if (word.rfind(symbol + "_param_", 0) == 0) {
      word.erase(0, symbol.size() + 1);
    } else if (word.rfind("_Z", 0) == 0) {
      word = shown_name(word);
      const auto last = word.rfind("::");
      if (last != std::string::npos) word.erase(0, last + 2);
    }
    result += word;
    at = end;
  }
  return result;
}

/// The place of `location`: the first of ours on the way to where it was
/// inlined. The compiler gives line 0 to what it made up.
void set_place(const ptx::Module& unit, int location, const std::string& root,
               PtxLine& line) {
  while (location >= 0) {
    const auto& at = unit.locations[static_cast<size_t>(location)];
    const auto found = unit.files.find(at.file);
    if (at.line != 0 && found != unit.files.end() &&
        found->second.starts_with(root + "/")) {
      line.file = found->second;
      line.line = at.line;
      return;
    }
    location = at.inlined_at;
  }
}

std::string opcode_of(const ptx::Instruction& instruction) {
  auto opcode = instruction.opcode;
  for (const auto& one : instruction.modifiers) opcode += "." + one;
  return opcode;
}

bool is_label(const std::string& line) {
  return !line.empty() && line.back() == ':' && line.rfind("//", 0) != 0;
}

/// What a line of the body adds to the list, in its order.
class Body {
 public:
  Body(const std::vector<std::string>& text, const ptx::Module& unit,
       const ptx::Function& function, const std::string& root)
      : text_(text), unit_(unit), function_(function), root_(root) {}

  std::vector<PtxLine> lines() {
    for (const auto& one : function_.body) {
      const auto at = static_cast<size_t>(one.ptx_line) - 1;
      if (at < next_ || at >= text_.size())
        continue;  // of a line that is there
      add_instruction(one, at);
    }
    // Labels that name the end.
    while (next_ < text_.size() && (is_label(line(next_)) || passes(next_))) {
      if (is_label(line(next_))) add(line(next_), "");
      ++next_;
    }
    return std::move(lines_);
  }

 private:
  std::string line(size_t at) const { return squeeze(text_[at]); }
  bool passes(size_t at) const {
    const auto one = line(at);
    return one.empty() || one == "}" || one.rfind("//", 0) == 0;
  }

  /// The body's first line, where `at` is that of its first instruction.
  size_t begin_of(size_t at) const {
    while (at > 0 && line(at - 1) != "{") --at;
    return at;
  }

  void add_instruction(const ptx::Instruction& one, size_t at) {
    PtxLine place;
    set_place(unit_, one.location, root_, place);
    place_ = place;
    // .loc stands between a label and the instruction that it names.
    for (auto above = next_ > 0 ? next_ : begin_of(at); above < at; ++above) {
      if (is_label(line(above))) add(line(above), "");
    }
    auto mark = ptx_mark(opcode_of(one));
    // One that goes over several lines ends where the semicolon is.
    for (bool ended = false; !ended && at < text_.size(); ++at) {
      const auto shown = line(at);
      ended = shown.find(';') != std::string::npos;
      if (shown != "(" && shown != ")") add(shown, mark);
      mark.clear();
    }
    next_ = at;
  }

  void add(const std::string& shown, const std::string& mark) {
    lines_.push_back(
        {short_names(shown, function_.name), mark, place_.file, place_.line});
  }

  const std::vector<std::string>& text_;
  const ptx::Module& unit_;
  const ptx::Function& function_;
  const std::string& root_;
  PtxLine place_;
  size_t next_ = 0;  // the first line that is not taken
  std::vector<PtxLine> lines_;
};

}  // namespace

std::string ptx_mark(const std::string& opcode) {
  const auto whole = opcode + ".";
  for (const auto& row : kMarkedOpcodes) {
    if (whole.rfind(row.begins, 0) == 0) return std::string(row.mark);
  }
  return {};
}

std::string PtxKernel::base() const {
  auto end = name.find('(');
  const auto before_arguments = name.substr(0, end);
  end = before_arguments.find('<');
  auto word = before_arguments.substr(0, end);
  const auto blank = word.rfind(' ');  // a template's name has its result
  return blank == std::string::npos ? word : word.substr(blank + 1);
}

std::vector<PtxKernel> read_ptx(std::string_view text,
                                const std::string& root) {
  ptx::ParseError error;
  const auto unit = ptx::parse(std::string(text), error);
  if (!unit) {
    throw Stop{
        fmt::format("the PTX that nvcc wrote cannot be read: line {}: "
                    "{}",
                    error.ptx_line, error.message)};
  }
  std::vector<const ptx::Function*> functions;
  for (const auto& one : unit->functions) {
    if (!one.body.empty()) functions.push_back(&one);
  }
  // A function that was declared before stands where its body does.
  std::sort(functions.begin(), functions.end(),
            [](const auto* a, const auto* b) {
              return a->body.front().ptx_line < b->body.front().ptx_line;
            });
  const auto all = split_lines(text);
  std::vector<PtxKernel> kernels;
  for (const auto* one : functions) {
    kernels.push_back(
        {shown_name(one->name), Body(all, *unit, *one, root).lines()});
  }
  return kernels;
}

}  // namespace learn
