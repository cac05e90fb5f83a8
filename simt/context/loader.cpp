// SPDX-License-Identifier: MIT
// Reads binaries and decodes kernels. What is wrong with the program's own
// build becomes one sentence on stderr and in the report, once.
#include "simt/context/loader.h"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "simt/context/variables.h"
#include "simt/fatbin/fatbin.h"
#include "simt/fatbin/mapped.h"
#include "simt/machine/occupancy.h"
#include "simt/ops/opcodes.h"
#include "simt/program/names.h"
#include "simt/verify/verify.h"

namespace simt::cudart {
namespace {

int capability(const Profile& profile) {
  return profile.major * 10 + profile.minor;
}

/// "kernel k(int), a.cu:5, line 12 of its PTX: `add.u64`: ..."
std::string sentence_of(const ptx::Module& unit,
                        const verify::Refusal& refusal) {
  program::InstInfo at;
  program::find_lines(unit, refusal.location, at);
  std::string text = "the PTX of ";
  text += refusal.function.empty() ? "this program"
                                   : program::demangle(refusal.function);
  text += " is not valid";
  if (!at.line.file.empty())
    text += ", at " + at.line.file + ":" + std::to_string(at.line.line);
  if (refusal.ptx_line > 0)
    text += ", line " + std::to_string(refusal.ptx_line) + " of the PTX";
  return text + ": " + refusal.what;
}

/// Whether a kernel of it speaks to launches beside it.
bool controls_grids(const ptx::Module& unit) {
  const auto& all = unit.functions;
  return std::any_of(all.begin(), all.end(), [](const ptx::Function& f) {
    return std::any_of(f.body.begin(), f.body.end(), [](const auto& in) {
      return in.opcode == ops::opcode::kGridControl;
    });
  });
}

cudaError_t parse_units(State& s,
                        const std::vector<const fatbin::Entry*>& chosen,
                        Binary& binary) {
  for (const fatbin::Entry* entry : chosen) {
    ptx::ParseError error;
    auto unit = ptx::parse(entry->payload, error);
    if (!unit) {
      refuse_code(
          s, "the PTX of " +
                 (entry->source.empty() ? "this program" : entry->source) +
                 " cannot be read: line " + std::to_string(error.ptx_line) +
                 ": " + error.message);
      return cudaErrorInvalidPtx;
    }
    if (const auto refusal = verify::verify(*unit)) {
      refuse_code(s, sentence_of(*unit, *refusal));
      return cudaErrorInvalidPtx;
    }
    s.overlaps = s.overlaps || controls_grids(*unit);
    binary.units.push_back(std::move(*unit));
  }
  return cudaSuccess;
}

/// PTX that the program gave as text, as if nvcc had packed it. A file alone is
/// the program's own unit, others are linked to it.
std::vector<fatbin::Entry> packed(const std::vector<std::string>& texts) {
  constexpr uint64_t kThisOnly = 0x100000;  // sm_90a, as nvcc writes it
  std::vector<fatbin::Entry> made;
  for (const std::string& text : texts) {
    fatbin::Entry& entry = made.emplace_back();
    entry.kind = fatbin::Entry::Kind::kPtx;
    entry.unit = texts.size() == 1 ? 0 : static_cast<int>(made.size());
    entry.source = "a loaded module";
    entry.payload = text;
    const size_t at = text.find("\n.target sm_");
    if (at == text.npos) continue;  // the parser says what is wrong
    size_t end = at + std::string_view("\n.target sm_").size();
    for (; end < text.size() && text[end] >= '0' && text[end] <= '9'; ++end)
      entry.sm = entry.sm * 10 + (text[end] - '0');
    if (end < text.size() && text[end] == 'a') entry.flags |= kThisOnly;
  }
  return made;
}

cudaError_t read_binary(State& s, Binary& binary) {
  std::string sentence;
  const auto listed = binary.texts.empty()
                          ? fatbin::read_wrapper(binary.wrapper, sentence)
                          : std::optional(packed(binary.texts));
  if (!listed) {
    refuse_code(s, sentence);
    return cudaErrorInvalidKernelImage;
  }
  const int sm = capability(*s.device().profile);
  const auto chosen = fatbin::choose_ptx(*listed, sm, sentence);
  if (chosen.empty()) {
    refuse_code(s, sentence);
    return cudaErrorNoKernelImageForDevice;
  }
  if (const fatbin::Entry* elf = fatbin::choose_elf(*listed, sm)) {
    binary.resources = fatbin::read_resources(elf->payload);
    binary.resources_from = "elf sm_" + std::to_string(elf->sm);
  }
  return parse_units(s, chosen, binary);
}

/// The kernel's definition and the unit that holds it.
const ptx::Function* find_function(const Binary& binary,
                                   const std::string& symbol,
                                   const ptx::Module** unit) {
  for (const ptx::Module& candidate : binary.units) {
    const ptx::Function* found = candidate.find_function(symbol);
    if (found && !found->external) {
      *unit = &candidate;
      return found;
    }
  }
  return nullptr;
}

cudaError_t decode(State& s, KernelEntry& kernel) {
  Binary& binary = *kernel.binary;
  const ptx::Module* unit = nullptr;
  const ptx::Function* entry = find_function(binary, kernel.symbol, &unit);
  if (!entry) return cudaErrorInvalidDeviceFunction;
  program::Linker linker;
  linker.variable = [&](const std::string& symbol) -> std::optional<uint64_t> {
    const Allocation* memory = variable_memory(s, binary, symbol);
    return memory ? std::optional(memory->begin) : std::nullopt;
  };
  linker.function = [&](const std::string& symbol, const ptx::Module** from) {
    return find_function(binary, symbol, from);
  };
  for (const ptx::Module& other : binary.units)
    linker.modules.push_back(&other);
  std::string sentence;
  kernel.code = program::decode(*unit, *entry, linker, sentence);
  if (kernel.code) return cudaSuccess;
  refuse_code(s, "kernel " + program::demangle(kernel.symbol) +
                     " cannot be loaded: " + sentence);
  return cudaErrorSymbolNotFound;
}

}  // namespace

void refuse_code(State& s, std::string sentence) {
  const std::string prefix = s.working_directory + "/";
  for (size_t at; (at = sentence.find(prefix)) != std::string::npos;) {
    sentence.erase(at, prefix.size());
  }
  std::fprintf(stderr, "simt: %s\n", sentence.c_str());
  s.refused.push_back(std::move(sentence));
}

cudaError_t load(State& s, Binary& binary) {
  if (!binary.loaded) {
    binary.loaded = true;
    binary.error = read_binary(s, binary);
  }
  return binary.error;
}

cudaError_t prepare(State& s, KernelEntry& kernel) {
  if (kernel.prepared) return kernel.error;
  kernel.prepared = true;
  kernel.error = load(s, *kernel.binary);
  if (kernel.error != cudaSuccess) return kernel.error;
  kernel.error = decode(s, kernel);
  const auto facts = kernel.binary->resources.find(kernel.symbol);
  if (facts != kernel.binary->resources.end()) {
    kernel.registers =
        capped_registers(*s.device().profile, facts->second.registers);
    kernel.registers_from = kernel.binary->resources_from;
  }
  return kernel.error;
}

bool load_managed_variables(State& s, Binary& binary) {
  if (load(s, binary) != cudaSuccess) return false;
  bool all = true;
  for (auto& [shadow, variable] : s.device().modules.variables()) {
    if (variable.binary != &binary || !variable.managed) continue;
    const Allocation* memory = variable_memory(s, binary, variable.symbol);
    all = all && memory;
    if (memory) {
      all = fatbin::write_mapped(variable.host_pointer, &memory->begin,
                                 sizeof(memory->begin)) &&
            all;
    }
  }
  return all;
}

}  // namespace simt::cudart
