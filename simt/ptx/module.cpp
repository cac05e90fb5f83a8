// SPDX-License-Identifier: MIT
// Lookups go through the lists one by one: a module has few functions and
// variables.
#include "simt/ptx/module.h"

#include <algorithm>

namespace simt::ptx {
namespace {

template <typename T>
const T* find_named(const std::vector<T>& all, const std::string& name) {
  const auto it = std::find_if(all.begin(), all.end(),
                               [&](const T& x) { return x.name == name; });
  return it == all.end() ? nullptr : &*it;
}

}  // namespace

uint64_t Variable::bytes() const {
  return unsized ? 0 : count * static_cast<uint64_t>(vector * size_of(type));
}

const Function* Module::find_function(const std::string& wanted) const {
  return find_named(functions, wanted);
}

const Variable* Module::find_variable(const std::string& wanted) const {
  return find_named(variables, wanted);
}

}  // namespace simt::ptx
