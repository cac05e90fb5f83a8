// SPDX-License-Identifier: MIT
// Runs a kernel written in PTX on the machine alone: no host API, no checks.
#pragma once

#include <cstring>
#include <string>
#include <vector>

#include "simt/machine/machine.h"

/// A module, its memory and one output buffer that every kernel gets as its
/// first parameter.
class MachineFixture {
 public:
  explicit MachineFixture(const std::string& body, size_t words = 1024)
      : text_(body) {
    simt::ptx::ParseError error;
    auto parsed = simt::ptx::parse(text_, error);
    if (!parsed) throw std::runtime_error(error.message);
    module_ = std::move(*parsed);
    simt::program::Linker linker;
    linker.variable = [this](const std::string& name) { return address(name); };
    std::string problem;
    for (const auto& f : module_.functions)
      if (f.entry) kernel_ = decode(module_, f, linker, problem);
    if (kernel_ == nullptr) throw std::runtime_error(problem);
    out_ = memory_.allocate(words * 4, "out", 1, false);
    std::memset(host(), 0, words * 4);
    settings_.profile = simt::find_profile("h200");
    settings_.print = [this](const std::string& t) { printed_ += t; };
  }

  simt::Outcome run(uint32_t grid, uint32_t block, uint32_t dynamic = 0) {
    simt::Launch launch;
    launch.kernel = kernel_.get();
    launch.grid = {grid, 1, 1};
    launch.block = {block, 1, 1};
    launch.dynamic_shared = dynamic;
    launch.params.resize(kernel_->param_bytes);
    launch.alone = alone_;
    launch.explicit_cluster = clusters_;
    std::memcpy(launch.params.data(), &out_->begin, 8);
    return simt::run(settings_, memory_, launch);
  }

  uint32_t* host() {
    return reinterpret_cast<uint32_t*>(
        simt::DeviceMemory::host(*out_, out_->begin));
  }

  std::optional<uint64_t> address(const std::string& name) {
    const auto* v = module_.find_variable(name);
    if (v == nullptr) return std::nullopt;
    auto& a = variables_[name];
    if (a == nullptr) a = memory_.allocate(v->bytes(), name, 1, false);
    a->constant = v->space == simt::ptx::Space::kConst;
    for (size_t i = 0; i < v->init.size(); ++i) {
      const auto size = static_cast<size_t>(simt::ptx::size_of(v->type));
      std::memcpy(simt::DeviceMemory::host(*a, a->begin + i * size),
                  &v->init[i].bits, size);
    }
    return a->begin;
  }

  simt::Settings settings_;
  bool alone_ = true;      // Launch::alone
  bool clusters_ = false;  // of one block each
  std::string printed_;
  std::unique_ptr<simt::program::Kernel> kernel_;
  simt::DeviceMemory memory_;
  simt::Allocation* out_ = nullptr;

 private:
  std::string text_;
  simt::ptx::Module module_;
  std::map<std::string, simt::Allocation*> variables_;
};

/// A module with one kernel `k(out)`; %tid, %rd1 (out) and %r1 (tid) are set.
inline std::string kernel_text(const std::string& registers,
                               const std::string& code,
                               const std::string& before = "") {
  return ".version 9.0\n.target sm_75\n.address_size 64\n" + before +
         "\n.visible .entry k(.param .u64 k_param_0)\n{\n"
         ".reg .b32 %r<40>;\n.reg .b64 %rd<20>;\n.reg .pred %p<10>;\n" +
         registers +
         "\nld.param.u64 %rd1, [k_param_0];\n"
         "cvta.to.global.u64 %rd1, %rd1;\nmov.u32 %r1, %tid.x;\n" +
         code + "\nret;\n}\n";
}

/// Stores %r{value} at out[%r1].
inline std::string store_at_tid(int value) {
  return "mul.wide.u32 %rd10, %r1, 4;\nadd.s64 %rd11, %rd1, %rd10;\n"
         "st.global.u32 [%rd11], %r" +
         std::to_string(value) + ";\n";
}
