// SPDX-License-Identifier: MIT
// Memory for the copy is first written, and then code: never both.
#include "simt/process/one_step.h"

#include <sys/mman.h>
#include <ucontext.h>

#include "simt/process/a64.h"
#include "simt/process/fault.h"

namespace simt::cudart {

#if defined(__aarch64__)
namespace {

struct Code {
  uint32_t instruction, breakpoint;
};
constexpr uint32_t kBreakpoint = 0xd4200000;  // BRK #0

/// 0 when the system does not allow it.
uint64_t make_code(uint32_t instruction) {
  void* at = mmap(nullptr, sizeof(Code), PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (at == MAP_FAILED) return 0;
  auto* code = static_cast<Code*>(at);
  *code = {instruction, kBreakpoint};
  if (mprotect(at, sizeof(Code), PROT_READ | PROT_EXEC) != 0) {
    munmap(at, sizeof(Code));
    return 0;
  }
  auto* bytes = static_cast<char*>(at);
  __builtin___clear_cache(bytes, bytes + sizeof(Code));
  return reinterpret_cast<uint64_t>(at);
}

void drop_code(uint64_t code) {
  if (code != 0) munmap(reinterpret_cast<void*>(code), sizeof(Code));
}

unsigned long long& counter(void* context) {
  return static_cast<ucontext_t*>(context)->uc_mcontext.pc;
}

}  // namespace

uint64_t OneStep::instruction(const void* context) const {
  const uint64_t at = instruction_address(context);
  return copy_ != 0 && at == copy_ ? original_ : at;
}

bool OneStep::begin(void* context) {
  const uint64_t at = instruction_address(context);
  if (copy_ != 0 && at == copy_) return true;  // it faulted at another page
  const uint32_t word = *reinterpret_cast<const uint32_t*>(at);
  if (!a64::can_move(word)) return false;
  drop_code(copy_);  // of a step that the program left by longjmp
  copy_ = make_code(word);
  original_ = at;
  if (copy_ != 0) counter(context) = copy_;
  return copy_ != 0;
}

void OneStep::end(void* context) {
  counter(context) = original_ + sizeof(uint32_t);
  drop_code(copy_);
  copy_ = 0;
}

#else

uint64_t OneStep::instruction(const void* context) const {
  return instruction_address(context);
}

#if defined(__x86_64__)
namespace {

constexpr int64_t kTrapFlag = 0x100;

auto& flags(void* context) {
  return static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_EFL];
}

}  // namespace

bool OneStep::begin(void* context) {
  flags(context) |= kTrapFlag;
  return true;
}

void OneStep::end(void* context) { flags(context) &= ~kTrapFlag; }
#else
bool OneStep::begin(void*) { return false; }
void OneStep::end(void*) {}
#endif
#endif

}  // namespace simt::cudart
