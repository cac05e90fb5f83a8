// SPDX-License-Identifier: MIT
// What a trap, a failed assertion or a missing instruction is told with.
#include "simt/checks/fault_check.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "simt/checks/kernel_index.h"
#include "simt/ops/opcodes.h"
#include "simt/program/specials.h"

namespace simt::checks {
namespace {

/// What an unsupported call names, or "" for any other instruction.
std::string callee_of(const program::InstInfo& info) {
  if (info.source == nullptr || !info.source->calls()) return "";
  for (const ptx::Operand& operand : info.source->operands)
    if (operand.kind == ptx::Operand::Kind::kSymbol) return operand.name;
  return "";
}

/// The special register that an unsupported instruction reads and the emulator
/// does not have, or "".
std::string unknown_register(const program::InstInfo& info) {
  if (info.source == nullptr) return "";
  const auto known = [](const std::string& name) {
    const auto is = [&](const auto& row) { return row.name == name; };
    return std::any_of(std::begin(program::kSpecialNames),
                       std::end(program::kSpecialNames), is) ||
           std::any_of(std::begin(ops::opcode::kClockNames),
                       std::end(ops::opcode::kClockNames), is);
  };
  for (const ptx::Operand& operand : info.source->operands) {
    const bool special = operand.kind == ptx::Operand::Kind::kSpecial;
    if (special && !known(operand.name)) return operand.name;
  }
  return "";
}

/// How nvcc 13 names the runtime's calls in kernels (-rdc=true).
constexpr std::string_view kDeviceRuntime = "__cudaCDP2";

void note_forms(const std::string& opcode, report::Diagnostic& d) {
  const auto forms = ops::forms_of(opcode);
  if (forms.empty())
    d.notes.push_back(
        {"forms", "the emulator has no form of `" + opcode + "`"});
  for (std::string_view form : forms)
    d.notes.push_back({"has", std::string(form)});
}

}  // namespace

void FaultCheck::on_fault(const Fault& fault) {
  using Kind = Fault::Kind;
  switch (fault.kind) {
    case Kind::kTrap:
    case Kind::kAssert:
    case Kind::kBadCall:
      return stopped(fault);
    case Kind::kUnsupported:
      return unsupported(fault);
    case Kind::kDescriptor:
      if (fault.bytes == 0) tensor_map(fault);
      return;  // WarpgroupCheck tells of matrices
    default:
      return;  // MemoryCheck tells of it
  }
}

void FaultCheck::stopped(const Fault& fault) const {
  const char* name = "trap";
  std::string message = words_.who(fault) + " ran a trap instruction";
  std::string why =
      "a trap ends the launch with an error; __trap() and failed "
      "checks inside libraries use it";
  if (fault.kind == Fault::Kind::kAssert) {
    name = "assert";
    message = "assertion failed in " + words_.who(fault) +
              (fault.text.empty() ? "" : ": " + fault.text);
    why = "assert() in a kernel ends the launch with an error";
  } else if (fault.kind == Fault::Kind::kBadCall) {
    name = "bad-call";
    message = words_.who(fault) + " calls a function that does not exist";
    why = "the function pointer holds no address of a device function";
  }
  report::Diagnostic d = words_.start(fault, name);
  d.message = std::move(message);
  d.why = std::move(why);
  d.places = {words_.place(fault, "stops here")};
  if (fault.kind == Fault::Kind::kTrap && meets_no_grid(fault)) {
    d.message = words_.who(fault) +
                " waits for the grid, and the launch is not cooperative";
    d.notes.push_back(
        {"type",
         "cudaLaunchCooperativeKernel, or cudaLaunchAttributeCooperative"});
    d.why =
        "grid.sync() works only where all blocks are resident together, which "
        "a cooperative launch makes sure of; elsewhere it traps";
  }
  words_.finish(fault, std::move(d));
}

/// Whether the trap is that of grid_group::sync() for a grid that cannot meet.
/// The only others of cooperative groups stand in headers of its details.
bool FaultCheck::meets_no_grid(const Fault& fault) const {
  return !scene_.launch().cooperative &&
         fault.pc < scene_.kernel().info.size() &&
         scene_.kernel().info[fault.pc].innermost.file.ends_with(
             "/cooperative_groups.h");
}

void FaultCheck::tensor_map(const Fault& fault) const {
  report::Diagnostic d = words_.start(fault, "descriptor");
  d.count = 1;
  d.message = "the tensor map of a copy " + fault.text;
  d.places = {words_.place(fault, "issues the copy here")};
  const bool is_local = fault.space == ptx::Space::kLocal;
  if (is_local || fault.space == ptx::Space::kShared)
    d.why =
        "a copy finds its map among the kernel's parameters, in constant or in "
        "global memory";
  if (is_local) {
    d.why +=
        "; a parameter whose address is taken is copied to local memory, "
        "unless it is const and __grid_constant__";
    d.notes = {{"type", "const __grid_constant__ CUtensorMap map"}};
  }
  d.hint = "who has encoded this map, and what came of it since?";
  d.seen = "the launch ended here";
  words_.finish(fault, std::move(d));
}

void FaultCheck::unsupported(const Fault& fault) const {
  report::Diagnostic d = words_.start(fault, "unsupported-instruction");
  const bool known = fault.pc < scene_.kernel().info.size();
  const program::InstInfo info =
      known ? scene_.kernel().info[fault.pc] : program::InstInfo();
  const std::string name = known ? mnemonic_of(info) : fault.text;
  d.count = 1;
  d.message = "the emulator has no `" + name + "`";
  d.places = {scene_.place(fault.pc, "this line needs it")};
  if (!fault.text.empty() && fault.text != name)
    d.notes.push_back({"detail", fault.text});
  const std::string callee = callee_of(info);
  const std::string missing = unknown_register(info);
  if (!missing.empty()) {
    d.message = "the emulator has no register `" + missing + "`";
  } else if (callee.empty()) {
    note_forms(info.source != nullptr ? info.source->opcode : name, d);
  } else if (callee.starts_with(kDeviceRuntime)) {
    d.message =
        "of dynamic parallelism the emulator has launches only: kernels cannot "
        "call `cuda" +
        callee.substr(kDeviceRuntime.size()) + "`";
  } else {
    d.message = "the emulator has no device function `" + callee + "`";
  }
  d.why = "this is a limit of the emulator, not a mistake in the program";
  d.seen = "the launch ended here";
  words_.finish(fault, std::move(d));
}

}  // namespace simt::checks
