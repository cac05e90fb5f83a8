// SPDX-License-Identifier: MIT
// New sizes are mostly small and aligned, now and then absurd; what a variable
// held at the start goes when its shape changes.
#include "tests/fuzz/execute/declarations.h"

#include "tests/fuzz/execute/vocabulary.h"

namespace fuzz {

using namespace simt::ptx;

void Declarations::change_variable(Variable& v) {
  static constexpr Type kElement[] = {Type::kB8, Type::kB16, Type::kB32,
                                      Type::kB64, Type::kF32};
  static constexpr uint64_t kCounts[] = {
      0, 1, 2, 3, 7, 16, 33, 256, 1024, 4096, 12288, 65536, 1u << 20};
  switch (dice_.below(6)) {
    case 0:
      v.type = dice_.of(kElement);
      break;
    case 1:
      v.count = dice_.percent(5) ? edge_value(dice_) & 0xfffffffffff
                                 : dice_.of(kCounts);
      v.init.clear();
      break;
    case 2:
      v.align = 1 << dice_.below(dice_.percent(10) ? 31 : 10);
      break;
    case 3:
      v.vector = 1 << dice_.below(3);
      v.init.clear();
      break;
    case 4:
      if (dice_.percent(30)) v.unsized = !v.unsized;
      v.init.clear();
      break;
    default:
      v.count = 1 + dice_.below(40);
      v.init.clear();
  }
}

void Declarations::parameters_of(std::vector<Variable>& list,
                                 const char* prefix) {
  if (!list.empty() && dice_.percent(60))
    return change_variable(dice_.of(list));
  Variable v;
  v.space = Space::kParam;
  v.type = Type::kB64;
  v.align = 8;
  v.name = prefix + std::to_string(list.size());
  for (const Variable& other : list)
    if (other.name == v.name) return;
  list.push_back(v);
}

void Declarations::parameter() {
  if (!f_.entry && dice_.percent(30)) return parameters_of(f_.results, "res");
  if (!f_.prototypes.empty() && dice_.percent(20)) {
    Prototype& p = dice_.of(f_.prototypes);
    return parameters_of(dice_.percent(50) ? p.results : p.parameters, "_");
  }
  parameters_of(f_.parameters, "par");
}

void Declarations::variable() {
  static constexpr Space kSpaces[] = {Space::kShared, Space::kLocal,
                                      Space::kParam};
  if (f_.variables.empty() || dice_.percent(30)) {
    make_.variable(dice_.of(kSpaces));
    return;
  }
  Variable& v = dice_.of(f_.variables);
  if (dice_.percent(15)) {
    v.space = dice_.of(kSpaces);
  } else {
    change_variable(v);
  }
}

void Declarations::global() {
  if (m_.variables.empty()) {
    Variable v;
    v.space = dice_.percent(50) ? Space::kGlobal : Space::kConst;
    v.type = Type::kB32;
    v.align = 4;
    v.count = 16;
    v.name = "glob";
    if (m_.find_function(v.name) == nullptr) m_.variables.push_back(v);
    return;
  }
  Variable& v = dice_.of(m_.variables);
  if (!v.init.empty() && dice_.percent(40)) {
    dice_.of(v.init).bits = edge_value(dice_);
  } else {
    change_variable(v);
  }
}

void Declarations::type_of_register() {
  if (f_.registers.empty()) return;
  Register& r = dice_.of(f_.registers);
  for (int i = 0; i < 8; ++i) {
    const Type type = any_type(dice_);
    const bool same = size_of(type) == size_of(r.type);
    if (!same && !dice_.percent(5)) continue;
    r.type = type;
    return;
  }
}

void Declarations::bounds() {
  const auto size = [&] { return static_cast<int>(edge_value(dice_) % 2048); };
  switch (dice_.below(4)) {
    case 0:
      f_.maxntid = {size()};
      break;
    case 1:
      f_.maxnreg = size();
      break;
    case 2:
      f_.reqntid = {size(), 1, 1};
      break;
    default:
      f_.maxntid.clear();
      f_.reqntid.clear();
  }
}

}  // namespace fuzz
