// SPDX-License-Identifier: MIT
// One switch over the kinds of memory for each question.
#include "simt/context/pointer_words.h"

namespace simt::cudart {

std::string words_of(MemoryKind kind) {
  switch (kind) {
    case MemoryKind::kManaged:
      return "managed memory";
    case MemoryKind::kHost:
      return "page-locked memory of the host";
    case MemoryKind::kRegistered:
      return "registered memory of the host";
    case MemoryKind::kVariable:
      return "a variable of the device";
    default:
      return "memory of the device";
  }
}

std::string describe_pointer(State& s, const void* pointer) {
  if (!pointer) return "a null pointer";
  if (const Allocation* a = s.memory.find(pointer)) {
    const uint64_t at = reinterpret_cast<uint64_t>(pointer) - a->begin;
    const std::string where = at == 0 ? "" : "+" + std::to_string(at);
    return "`" + a->name + where + "`, " + words_of(s.memory.facts(*a).kind);
  }
  const auto address = reinterpret_cast<uint64_t>(pointer);
  if (s.memory.device().contains(address)) return "an address of the device";
  return "ordinary memory of the host";
}

std::string remedy_of(MemoryKind kind) {
  switch (kind) {
    case MemoryKind::kDevice:
    case MemoryKind::kManaged:
      return "cudaFree(pointer)";
    case MemoryKind::kHost:
      return "cudaFreeHost(pointer)";
    case MemoryKind::kRegistered:
      return "cudaHostUnregister(pointer)";
    case MemoryKind::kHeap:
      return "free(pointer) in a kernel";
    default:
      return "";
  }
}

}  // namespace simt::cudart
