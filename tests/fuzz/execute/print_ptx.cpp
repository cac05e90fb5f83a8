// SPDX-License-Identifier: MIT
// One printer for each part of the tree, in the order of a PTX file.
#include "tests/fuzz/execute/print_ptx.h"

#include <cinttypes>
#include <cstdio>
#include <set>

namespace fuzz {
namespace {

using namespace simt::ptx;
using Kind = Operand::Kind;

std::string hex(const char* format, uint64_t bits) {
  char text[40];
  std::snprintf(text, sizeof(text), format, bits);
  return text;
}

std::string offset_text(int64_t offset) {
  if (offset == 0) return "";
  const auto bits = static_cast<uint64_t>(offset);
  return offset < 0 ? "-" + std::to_string(0 - bits)
                    : "+" + std::to_string(bits);
}

const char* space_word(Space space) {
  switch (space) {
    case Space::kShared:
      return ".shared";
    case Space::kLocal:
      return ".local";
    case Space::kConst:
      return ".const";
    case Space::kParam:
      return ".param";
    default:
      return ".global";
  }
}

std::string dotted(Type type) { return std::string(".") + name_of(type); }

/// Space to dimension, without what follows: `.param .align 8 .b8 a[16]`.
std::string declaration(const Variable& v, const std::string& name) {
  std::string text = space_word(v.space);
  if (v.managed) text += " .attribute(.managed)";
  if (v.align > 0) text += " .align " + std::to_string(v.align);
  if (v.vector > 1) text += " .v" + std::to_string(v.vector);
  text += " " + dotted(v.type) + " " + name;
  if (v.unsized) return text + "[]";
  return v.count == 1 ? text : text + "[" + std::to_string(v.count) + "]";
}

std::string initial_value(const Variable& v) {
  std::string text;
  for (const Initializer& i : v.init) {
    text += text.empty() ? " = {" : ", ";
    std::string value = hex("0x%" PRIx64, i.bits);
    if (!i.symbol.empty()) {
      value = i.symbol + offset_text(i.offset);
      if (i.generic) value = "generic(" + value + ")";
      if (i.mask_byte >= 0 && i.mask_byte < 8) {
        value = hex("0x%" PRIx64 "(", uint64_t{0xff} << (8 * i.mask_byte)) +
                value + ")";
      }
    }
    text += value;
  }
  return text.empty() ? text : text + "}";
}

std::string parameters(const std::vector<Variable>& list, bool named) {
  std::string text = "(";
  for (const Variable& v : list) {
    if (text.size() > 1) text += ", ";
    text += declaration(v, named ? v.name : "_");
  }
  return text + ")";
}

class FunctionPrinter {
 public:
  FunctionPrinter(const Module& module, const Function& f)
      : module_(module), f_(f) {}

  std::string print() {
    head();
    if (f_.external) return out_ + ";\n";
    directives();
    out_ += "\n{\n";
    registers();
    variables();
    tables();
    for (size_t i = 0; i < f_.body.size(); ++i) instruction(i);
    if (targets_.count(static_cast<int>(f_.body.size()))) label(f_.body.size());
    return out_ + "}\n";
  }

 private:
  void head() {
    if (f_.external) out_ += ".extern ";
    if (f_.visible) out_ += ".visible ";
    if (f_.weak) out_ += ".weak ";
    out_ += f_.entry ? ".entry " : ".func ";
    if (!f_.results.empty()) out_ += parameters(f_.results, true) + " ";
    out_ += f_.name + parameters(f_.parameters, true);
  }

  void counts(const char* word, const std::vector<int>& values) {
    if (values.empty()) return;
    out_ += word;
    for (size_t i = 0; i < values.size(); ++i)
      out_ += (i ? ", " : " ") + std::to_string(values[i]);
  }

  void directives() {
    counts("\n.maxntid", f_.maxntid);
    counts("\n.reqntid", f_.reqntid);
    if (f_.minnctapersm) counts("\n.minnctapersm", {f_.minnctapersm});
    if (f_.maxnreg) counts("\n.maxnreg", {f_.maxnreg});
  }

  void registers() {
    std::map<Type, int> counts;
    for (const Register& r : f_.registers) {
      const std::string stem = std::string("%") + name_of(r.type) + "_";
      names_.push_back(stem + std::to_string(counts[r.type]++));
    }
    for (const auto& [type, count] : counts) {
      out_ += ".reg " + dotted(type) + " %" + name_of(type) + "_<" +
              std::to_string(count) + ">;\n";
    }
  }

  void variables() {
    std::set<std::string> taken;
    for (const Variable& v : f_.parameters) taken.insert(v.name);
    for (const Variable& v : f_.results) taken.insert(v.name);
    for (const Variable& v : f_.variables) {
      std::string name = v.name;
      while (!taken.insert(name).second)
        name += "_" + std::to_string(taken.size());
      out_ += declaration(v, name) + ";\n";
      variable_names_.push_back(name);
    }
  }

  void tables() {
    for (const Instruction& in : f_.body)
      for (const Operand& o : in.operands)
        if (o.kind == Kind::kLabel) targets_.insert(o.target);
    for (const auto& [name, table] : f_.branch_tables) {
      std::string list;
      for (const int target : table) {
        targets_.insert(target);
        list += (list.empty() ? " " : ", ") + label_name(target);
      }
      out_ += name + ": .branchtargets" + list + ";\n";
    }
    for (const auto& [name, table] : f_.call_tables) {
      std::string list;
      for (const std::string& to : table)
        list += (list.empty() ? " " : ", ") + to;
      out_ += name + ": .calltargets" + list + ";\n";
    }
    for (const Prototype& p : f_.prototypes) {
      out_ += p.name + ": .callprototype ";
      if (!p.results.empty()) out_ += parameters(p.results, false) + " ";
      out_ += "_ " + parameters(p.parameters, false) + ";\n";
    }
  }

  static std::string label_name(int64_t target) {
    return "L" + std::to_string(target);
  }
  void label(size_t at) {
    out_ += label_name(static_cast<int64_t>(at)) + ":\n";
  }

  void instruction(size_t at) {
    const Instruction& in = f_.body[at];
    if (targets_.count(static_cast<int>(at))) label(at);
    if (in.location >= 0 && in.location != location_) {
      location_ = in.location;
      const Location& l = module_.locations[static_cast<size_t>(location_)];
      out_ += ".loc " + std::to_string(l.file) + " " + std::to_string(l.line) +
              " " + std::to_string(l.column) + "\n";
    }
    if (in.guard >= 0) {
      out_ += (in.guard_negated ? "@!" : "@") + reg(in.guard) + " ";
    }
    out_ += in.opcode;
    for (const std::string& word : in.modifiers) out_ += "." + word;
    for (size_t i = 0; i < in.operands.size(); ++i)
      out_ += (i ? ", " : " ") + argument(in.operands[i]);
    out_ += ";\n";
  }

  std::string reg(int index) const {
    return names_[static_cast<size_t>(index)];
  }

  std::string list(const Operand& o, const char* open, const char* close) {
    std::string text = open;
    for (size_t i = 0; i < o.parts.size(); ++i)
      text += (i ? ", " : "") + operand(o.parts[i]);
    return text + close;
  }

  std::string argument(const Operand& o) {
    const std::string selector = o.selector.empty() ? "" : "." + o.selector;
    return (o.minus ? "-" : "") + operand(o) + selector;
  }

  std::string operand(const Operand& o) {
    const std::string sign = o.negated ? "!" : "";
    switch (o.kind) {
      case Kind::kRegister:
        return sign + reg(o.index);
      case Kind::kSpecial:
        return sign + o.name;
      case Kind::kInteger:
        return hex("0x%" PRIx64, o.bits);
      case Kind::kFloat:
        return o.type == Type::kF32 ? hex("0f%08" PRIX64, o.bits & 0xffffffff)
                                    : hex("0d%016" PRIX64, o.bits);
      case Kind::kSymbol:
        return sign +
               (o.variable >= 0
                    ? variable_names_[static_cast<size_t>(o.variable)]
                    : o.name) +
               offset_text(o.offset);
      case Kind::kAddress: {
        std::string text = "[";
        for (size_t i = 0; i < o.parts.size(); ++i) {
          if (i > 0) text += ", ";
          text += operand(o.parts[i]);
          if (i == 0) text += offset_text(o.offset);
        }
        return text + "]";
      }
      case Kind::kVector:
        return list(o, "{", "}");
      case Kind::kPair:
        return operand(o.parts[0]) + "|" + operand(o.parts[1]);
      case Kind::kList:
        return list(o, "(", ")");
      case Kind::kLabel:
        return label_name(o.target);
      case Kind::kSink:
        return "_";
    }
    return "_";
  }

  const Module& module_;
  const Function& f_;
  std::string out_;
  std::vector<std::string> names_, variable_names_;
  std::set<int> targets_;
  int location_ = -1;
};

}  // namespace

std::string print_ptx(const Module& module) {
  std::string out = ".version " + std::to_string(module.version_major) + "." +
                    std::to_string(module.version_minor) + "\n.target " +
                    module.target + "\n.address_size 64\n";
  for (const auto& [number, name] : module.files) {
    out += ".file " + std::to_string(number) + " \"" + name + "\"\n";
  }
  for (const Variable& v : module.variables) {
    if (v.external) out += ".extern ";
    if (v.visible) out += ".visible ";
    if (v.weak) out += ".weak ";
    out += declaration(v, v.name) + initial_value(v) + ";\n";
  }
  for (const Function& f : module.functions) {
    out += FunctionPrinter(module, f).print();
  }
  return out;
}

}  // namespace fuzz
