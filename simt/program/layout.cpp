// SPDX-License-Identifier: MIT
// Frames, constants, shared memory and kernel arguments.
#include "simt/program/layout.h"

#include <algorithm>
#include <cstring>

namespace simt::program {
namespace {

uint32_t round_up(uint64_t value, uint64_t unit) {
  return static_cast<uint32_t>((value + unit - 1) / unit * unit);
}

uint32_t align_of(const ptx::Variable& v) {
  if (v.align > 0) return static_cast<uint32_t>(v.align);
  return static_cast<uint32_t>(std::max(1, ptx::size_of(v.type)) * v.vector);
}

}  // namespace

FrameLayout::FrameLayout(const ptx::Function& function)
    : function_(function),
      registers_(function.registers.size(), ops::kNoRef),
      local_(function.variables.size(), 0),
      variables_(function.variables.size()) {
  for (size_t i = 0; i < function.variables.size(); ++i) {
    const ptx::Variable& v = function.variables[i];
    if (v.space != ptx::Space::kLocal) continue;
    local_[i] = round_up(local_bytes_, align_of(v));
    local_bytes_ = local_[i] + static_cast<uint32_t>(v.bytes());
  }
  local_bytes_ = round_up(local_bytes_, 16);
  if (function.entry) return;
  for (const auto& p : function.parameters)
    parameters_.push_back(take_param(p.bytes()));
  for (const auto& r : function.results)
    results_.push_back(take_param(r.bytes()));
}

uint32_t FrameLayout::take(uint32_t bytes, uint32_t align) {
  const uint32_t at = round_up(next_, align);
  next_ = at + bytes;
  return at;
}

FunctionCode::Param FrameLayout::take_param(uint64_t bytes) {
  FunctionCode::Param p;
  p.bytes = static_cast<uint32_t>(bytes);
  p.stride = round_up(bytes, 8);
  p.offset = take(p.stride * kWarpSize, 64);
  return p;
}

ops::Ref FrameLayout::reg(int index) {
  ops::Ref& ref = registers_[index];
  if (ref != ops::kNoRef) return ref;
  const ptx::Type type = function_.registers[index].type;
  if (type == ptx::Type::kPred) {
    ref = ops::make_ref(0, take(4, 4));
  } else {
    const auto lane = static_cast<uint32_t>(std::max(2, ptx::size_of(type)));
    ref = ops::make_ref(0, take(lane * kWarpSize, 64));
  }
  return ref;
}

const FunctionCode::Param& FrameLayout::parameter(size_t i) {
  return parameters_[i];
}
const FunctionCode::Param& FrameLayout::result(size_t i) { return results_[i]; }

const FunctionCode::Param& FrameLayout::variable(int index) {
  FunctionCode::Param& p = variables_[index];
  if (p.stride == 0)
    p = take_param(std::max<uint64_t>(8, function_.variables[index].bytes()));
  return p;
}

ops::Ref ConstantPool::get(uint64_t value, int bytes, bool shared) {
  if (bytes == 1) bytes = 2;
  auto [place, fresh] = known_.try_emplace({shared, bytes, value}, 0);
  if (!fresh) return place->second;
  const size_t at = round_up(bytes_.size(), bytes == 0 ? 4 : 64);
  const size_t size = bytes == 0 ? 4 : size_t(bytes) * kWarpSize;
  bytes_.resize(at + size);
  for (size_t i = 0; i < size; i += bytes == 0 ? 4 : bytes)
    std::memcpy(&bytes_[at + i], &value, bytes == 0 ? 4 : bytes);
  place->second = ops::make_ref(1, static_cast<uint32_t>(at));
  if (shared && bytes >= 4) shared_[bytes / 8].push_back(place->second);
  return place->second;
}

void SharedLayout::add(const ptx::Variable& variable, const void* key) {
  if (index_.count(key)) return;
  SharedSymbol symbol;
  symbol.name = short_name(variable.name);
  symbol.dynamic = variable.unsized;
  if (variable.unsized) {
    dynamic_align_ = std::max(dynamic_align_, align_of(variable));
  } else {
    const uint64_t align = align_of(variable);
    const uint64_t begin = (bytes_ + align - 1) / align * align;
    bytes_ = std::min(begin, kMost) + std::min(variable.bytes(), kMost + 1);
    symbol.begin = static_cast<uint32_t>(std::min(begin, kMost));
    symbol.end = static_cast<uint32_t>(std::min(bytes_, kMost));
  }
  index_[key] = symbols_.size();
  symbols_.push_back(std::move(symbol));
}

void SharedLayout::finish() {
  const uint32_t begin = round_up(bytes_, dynamic_align_);
  for (SharedSymbol& s : symbols_)
    if (s.dynamic) s.begin = s.end = begin;
}

const SharedSymbol* SharedLayout::find(const void* key) const {
  const auto place = index_.find(key);
  return place == index_.end() ? nullptr : &symbols_[place->second];
}

std::vector<SharedSymbol> SharedLayout::symbols() const {
  std::vector<SharedSymbol> sorted = symbols_;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const SharedSymbol& a, const SharedSymbol& b) {
                     return a.begin < b.begin;
                   });
  return sorted;
}

std::vector<Kernel::Param> entry_parameters(const ptx::Function& entry,
                                            uint32_t& total) {
  std::vector<Kernel::Param> out;
  total = 0;
  for (const ptx::Variable& v : entry.parameters) {
    Kernel::Param p;
    p.offset = round_up(total, align_of(v));
    p.bytes = static_cast<uint32_t>(v.bytes());
    total = p.offset + p.bytes;
    out.push_back(p);
  }
  return out;
}

}  // namespace simt::program
