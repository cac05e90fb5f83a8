// SPDX-License-Identifier: MIT
// See fault_check.h.
#include "simt/checks/fault_check.h"

#include <bit>
#include <string>
#include <utility>

#include "simt/checks/kernel_index.h"
#include "simt/checks/wording.h"
#include "simt/machine/device_memory.h"

namespace simt::checks {
namespace {

constexpr uint64_t kNullPage = 4096;  // an index off a null pointer

/// Shared and local faults may carry a generic address.
uint64_t offset_of(const Fault& fault) {
  if (fault.space == ptx::Space::kShared && fault.address >= kSharedWindow)
    return fault.address - kSharedWindow;
  if (fault.space == ptx::Space::kLocal && fault.address >= kLocalWindow)
    return fault.address - kLocalWindow;
  return fault.address;
}

std::string access_name(const Fault& fault) {
  return std::string(verb(fault.access)) + " " + count_of(fault.bytes, "byte");
}

/// What an unsupported call names, or "" for any other instruction.
std::string callee_of(const program::InstInfo& info) {
  if (info.source == nullptr || info.source->opcode != "call") return "";
  for (const ptx::Operand& operand : info.source->operands)
    if (operand.kind == ptx::Operand::Kind::kSymbol) return operand.name;
  return "";
}

/// How nvcc 13 names the runtime's calls in kernels (-rdc=true).
constexpr std::string_view kDeviceRuntime = "__cudaCDP2";

void note_forms(const std::string& opcode, report::Diagnostic& d) {
  const auto forms = ops::forms_of(opcode);
  if (forms.empty())
    d.notes.push_back("forms: the emulator has no form of `" + opcode + "`");
  for (std::string_view form : forms)
    d.notes.push_back("has: " + std::string(form));
}

}  // namespace

std::string FaultCheck::who(const Fault& fault) const {
  return scene_.thread_name(fault.at.warp, first_lane(fault.lanes));
}

report::Place FaultCheck::place(const Fault& fault,
                                const std::string& what) const {
  return scene_.place(fault.pc,
                      who(fault) + " of block " +
                          scene_.block_name(fault.at.block) + " " + what,
                      fault.at, first_lane(fault.lanes));
}

std::string FaultCheck::data(const Fault& fault) const {
  return scene_.data_name(fault.space, offset_of(fault));
}

report::Diagnostic FaultCheck::start(const Fault& fault,
                                     const char* name) const {
  report::Diagnostic d = scene_.start(name, "error");
  d.count = std::max(1, std::popcount(fault.lanes));
  return d;
}

void FaultCheck::finish(const Fault& fault, report::Diagnostic d) const {
  if (d.seen.empty() && fault.lanes != 0) {
    d.seen = lanes_name(fault.lanes) + " of warp " +
             std::to_string(fault.at.warp) + " of block " +
             scene_.block_name(fault.at.block) + "; the launch ended here";
  }
  scene_.add(std::move(d));
}

void FaultCheck::on_fault(const Fault& fault) const {
  using Kind = Fault::Kind;
  switch (fault.kind) {
    case Kind::kTrap:
    case Kind::kAssert:
    case Kind::kBadCall:
      return stopped(fault);
    case Kind::kUnsupported:
      return unsupported(fault);
    default:
      break;
  }
  if (!memory_) return;
  switch (fault.kind) {
    case Kind::kOutOfBounds:
      if (fault.space == ptx::Space::kParam) return outside_parameters(fault);
      return outside(fault);
    case Kind::kShared:
    case Kind::kLocal:
      return outside_window(fault);
    case Kind::kMisaligned:
      return misaligned(fault);
    case Kind::kFreed:
      return freed(fault);
    case Kind::kHostPointer:
      return host_pointer(fault);
    case Kind::kReadOnly:
      return read_only(fault);
    default:
      return;
  }
}

void FaultCheck::outside(const Fault& fault) const {
  report::Diagnostic d = start(fault, "out-of-bounds");
  const Allocation* near = fault.nearest;
  const std::string does = who(fault) + " " + access_name(fault);
  std::string where = "an address that no allocation holds";
  if (fault.address < kNullPage) {
    where = "a null pointer";
    d.message = does + " through a null pointer";
    d.why = "the address is " + std::to_string(fault.address) +
            "; nothing lies there";
  } else if (near == nullptr) {
    d.message = does + " at an address that no allocation holds";
    d.why = "no allocation of device memory begins below this address";
  } else if (fault.address >= near->begin) {
    const uint64_t size = near->end - near->begin;
    const uint64_t at = fault.address - near->begin;
    where = "`" + near->name + "+" + std::to_string(at) + "`";
    d.message = does + " past the end of `" + near->name + "`";
    d.why = "`" + near->name + "` has " + count_of(size, "byte") +
            ", the last one is +" + std::to_string(size - 1) +
            "; this access is at +" + std::to_string(at) + "..+" +
            std::to_string(at + fault.bytes - 1);
  } else {
    const uint64_t before = near->begin - fault.address;
    where = count_of(before, "byte") + " before `" + near->name + "`";
    d.message = does + " before the start of `" + near->name + "`";
    d.why = "the access is " + count_of(before, "byte") + " before `" +
            near->name + "+0`";
  }
  d.places = {
      place(fault, std::string(verb(fault.access)) + " " + where + " here")};
  d.hint = "which index does this thread use, and how many elements are there?";
  finish(fault, std::move(d));
}

// An address below the first parameter is a negative offset.
void FaultCheck::outside_parameters(const Fault& fault) const {
  report::Diagnostic d = start(fault, "out-of-bounds");
  const std::string at = std::to_string(static_cast<int64_t>(fault.address));
  d.message = who(fault) + " " + access_name(fault) + " outside the parameters";
  d.places = {place(fault, std::string(verb(fault.access)) + " byte " + at +
                               " of a parameter here")};
  d.why = "this access is at byte " + at +
          " of a parameter's memory, which does not reach there";
  d.hint = "what type does the parameter have, and what type reads it?";
  finish(fault, std::move(d));
}

void FaultCheck::outside_window(const Fault& fault) const {
  report::Diagnostic d = start(fault, "out-of-bounds");
  const bool shared = fault.kind == Fault::Kind::kShared;
  const uint64_t at = offset_of(fault);
  const std::string does = who(fault) + " " + access_name(fault);
  if (!fault.text.empty()) {  // a call or alloca: nothing was touched yet
    d.message = who(fault) + " needs more stack than a thread has";
    d.why = "the stack of a thread would end at byte " + std::to_string(at) +
            "; the limit is cudaLimitStackSize";
    d.places = {place(fault, "needs it here")};
    d.hint = "how deep are the calls, and what ends them?";
    return finish(fault, std::move(d));
  }
  if (shared) {
    const LaunchInfo& launch = scene_.launch();
    d.message = does + " past the block's shared memory";
    d.why = "the block has " +
            count_of(launch.static_shared + launch.dynamic_shared, "byte") +
            " of shared memory (" + std::to_string(launch.static_shared) +
            " static, " + std::to_string(launch.dynamic_shared) +
            " dynamic); this access is at byte " + std::to_string(at);
  } else {
    d.message = does + " outside the thread's local memory";
    d.why =
        "local arrays and the call stack of a thread have their own "
        "memory; this access is at byte " +
        std::to_string(at);
  }
  d.places = {place(fault, std::string(verb(fault.access)) + " `" +
                               (shared ? "shared+" : "local+") +
                               std::to_string(at) + "` here")};
  d.hint = "how many elements does the array have, and what is the index?";
  finish(fault, std::move(d));
}

void FaultCheck::misaligned(const Fault& fault) const {
  report::Diagnostic d = start(fault, "misaligned");
  d.message = std::string("a ") + noun(fault.access) + " of " +
              count_of(fault.bytes, "byte") + " at `" + data(fault) +
              "`, not a multiple of " + std::to_string(fault.bytes);
  d.places = {place(
      fault, std::string(verb(fault.access)) + " `" + data(fault) + "` here")};
  d.why = "an access of " + count_of(fault.bytes, "byte") +
          " must start at a multiple of " + std::to_string(fault.bytes);
  d.hint = "what type was the memory declared with, and what type reads it?";
  finish(fault, std::move(d));
}

void FaultCheck::freed(const Fault& fault) const {
  report::Diagnostic d = start(fault, "use-after-free");
  const std::string name = fault.nearest != nullptr
                               ? fault.nearest->name
                               : scene_.data_symbol(fault.space, fault.address);
  d.message =
      who(fault) + " " + verb(fault.access) + " `" + name + "`, which is freed";
  d.places = {place(
      fault, std::string(verb(fault.access)) + " `" + data(fault) + "` here")};
  d.why = "the memory was given back before this launch ran";
  d.hint = "where is this pointer freed, and which launches still use it?";
  finish(fault, std::move(d));
}

// A generic address of a window that the thread has nothing in, or no more.
void FaultCheck::stale(const Fault& fault) const {
  const bool of_thread = fault.address >= kLocalWindow;
  const std::string kind = of_thread ? "local" : "shared";
  report::Diagnostic d = start(fault, "out-of-bounds");
  d.message = who(fault) + " " + access_name(fault) + " of " + kind +
              " memory through a pointer of another kernel";
  d.places = {place(
      fault, std::string(verb(fault.access)) + " through this pointer here")};
  d.why = of_thread ? "the pointer leads to a local variable or a parameter; "
                      "such memory belongs to one thread and ends with it"
                    : "the pointer leads to a __shared__ variable; such memory "
                      "belongs to one block and ends with it";
  d.hint = "which kernel kept this pointer, and does the variable still live?";
  finish(fault, std::move(d));
}

void FaultCheck::host_pointer(const Fault& fault) const {
  constexpr uint64_t kWindows = kParamWindow + kWindowBytes - kSharedWindow;
  if (fault.address - kSharedWindow < kWindows) return stale(fault);
  report::Diagnostic d = start(fault, "host-pointer");
  d.message = who(fault) + " " + verb(fault.access) +
              " host memory, which the device cannot see";
  d.places = {place(
      fault, std::string(verb(fault.access)) + " through a host pointer here")};
  d.why =
      "the pointer comes from host code (new, malloc, std::vector, a local "
      "variable), not from cudaMalloc or cudaMallocManaged";
  d.hint = "which argument of the launch is a host address?";
  finish(fault, std::move(d));
}

void FaultCheck::read_only(const Fault& fault) const {
  report::Diagnostic d = start(fault, "out-of-bounds");
  d.message = who(fault) + " " + verb(fault.access) +
              " memory that a kernel may only read";
  d.places = {
      place(fault, std::string(verb(fault.access)) + " read-only memory here")};
  d.why = "constant memory and parameters do not change while a kernel runs";
  finish(fault, std::move(d));
}

void FaultCheck::stopped(const Fault& fault) const {
  const char* name = "trap";
  std::string message = who(fault) + " ran a trap instruction";
  std::string why =
      "a trap ends the launch with an error; __trap() and failed "
      "checks inside libraries use it";
  if (fault.kind == Fault::Kind::kAssert) {
    name = "assert";
    message = "assertion failed in " + who(fault) +
              (fault.text.empty() ? "" : ": " + fault.text);
    why = "assert() in a kernel ends the launch with an error";
  } else if (fault.kind == Fault::Kind::kBadCall) {
    name = "bad-call";
    message = who(fault) + " calls a function that does not exist";
    why = "the function pointer holds no address of a device function";
  }
  report::Diagnostic d = start(fault, name);
  d.message = std::move(message);
  d.why = std::move(why);
  d.places = {place(fault, "stops here")};
  finish(fault, std::move(d));
}

void FaultCheck::unsupported(const Fault& fault) const {
  report::Diagnostic d = start(fault, "unsupported-instruction");
  const bool known = fault.pc < scene_.kernel().info.size();
  const std::string name =
      known ? mnemonic_of(scene_.kernel().info[fault.pc]) : fault.text;
  d.count = 1;
  d.message = "the emulator has no `" + name + "`";
  d.places = {scene_.place(fault.pc, "this line needs it")};
  if (!fault.text.empty() && fault.text != name)
    d.notes.push_back("detail: " + fault.text);
  const std::string opcode = name.substr(0, name.find('.'));
  const std::string callee =
      known ? callee_of(scene_.kernel().info[fault.pc]) : "";
  if (callee.empty()) {
    note_forms(opcode, d);
  } else if (callee.starts_with(kDeviceRuntime)) {
    d.message =
        "the emulator has no dynamic parallelism: kernels cannot call "
        "`cuda" +
        callee.substr(kDeviceRuntime.size()) + "`";
  } else {
    d.message = "the emulator has no device function `" + callee + "`";
  }
  d.why = "this is a limit of the emulator, not a mistake in the program";
  d.seen = "the launch ended here";
  finish(fault, std::move(d));
}

}  // namespace simt::checks
