// SPDX-License-Identifier: MIT
// What a signal handler is told of a fault. Knows nothing of the emulator.
#pragma once

#include <signal.h>
#include <ucontext.h>
#if defined(__aarch64__)
#include <asm/sigcontext.h>
#endif

#include <cstdint>

#include "simt/process/a64.h"

namespace simt::cudart {

/// The address whose touch faulted. A test framework's handler may have come
/// first and raised the signal again; then the siginfo is empty, but the
/// kernel still keeps the thread's last fault address in the context.
inline uint64_t fault_address(const siginfo_t* info, const void* context) {
  if (info->si_code > 0) return reinterpret_cast<uint64_t>(info->si_addr);
#if defined(__x86_64__)
  const auto* machine = static_cast<const ucontext_t*>(context);
  return static_cast<uint64_t>(machine->uc_mcontext.gregs[REG_CR2]);
#elif defined(__aarch64__)
  return static_cast<const ucontext_t*>(context)->uc_mcontext.fault_address;
#else
  (void)context;
  return 0;
#endif
}

/// Where the program was when the signal came.
inline uint64_t instruction_address(const void* context) {
#if defined(__x86_64__)
  const auto* machine = static_cast<const ucontext_t*>(context);
  return static_cast<uint64_t>(machine->uc_mcontext.gregs[REG_RIP]);
#elif defined(__aarch64__)
  return static_cast<const ucontext_t*>(context)->uc_mcontext.pc;
#else
  (void)context;
  return 0;
#endif
}

#if defined(__aarch64__)
/// What the kernel tells of the fault beside the registers: the syndrome
/// register, 0 where there is no such record.
inline uint64_t fault_syndrome(const void* context) {
  const auto& machine = static_cast<const ucontext_t*>(context)->uc_mcontext;
  const auto* at = machine.__reserved;
  const auto* end = at + sizeof machine.__reserved;
  while (at + sizeof(_aarch64_ctx) <= end) {
    const auto* record = reinterpret_cast<const _aarch64_ctx*>(at);
    if (record->magic == ESR_MAGIC) {
      return reinterpret_cast<const esr_context*>(at)->esr;
    }
    if (record->magic == 0 || record->size < sizeof *record) break;
    at += record->size;
  }
  return 0;
}
#endif

/// Whether the touch by `instruction` was a write; where nothing tells, it
/// counts as none. A kernel may keep the syndrome to itself, as qemu-user does.
inline bool fault_writes(const void* context,
                         [[maybe_unused]] uint64_t instruction) {
#if defined(__x86_64__)
  constexpr int64_t kWrite = 2;  // of the page fault's error code
  const auto* machine = static_cast<const ucontext_t*>(context);
  return (machine->uc_mcontext.gregs[REG_ERR] & kWrite) != 0;
#elif defined(__aarch64__)
  constexpr uint64_t kWrite = 1 << 6;  // WnR of a data abort
  if (const uint64_t syndrome = fault_syndrome(context)) {
    return (syndrome & kWrite) != 0;
  }
  return a64::is_store(*reinterpret_cast<const uint32_t*>(instruction));
#else
  (void)context;
  return false;
#endif
}

/// Whether the instruction there is an atomic one, as locks are made of.
inline bool is_atomic(uint64_t instruction) {
#if defined(__x86_64__)
  constexpr uint8_t kLock = 0xf0, kExchangeByte = 0x86, kExchange = 0x87;
  const auto* byte = reinterpret_cast<const uint8_t*>(instruction);
  const auto is_prefix = [](uint8_t b) {
    return b == 0x66 || b == 0xf2 || b == 0xf3 || b == 0x64 || b == 0x65 ||
           (b & 0xf0) == 0x40;
  };
  while (is_prefix(*byte)) ++byte;
  return *byte == kLock || *byte == kExchangeByte || *byte == kExchange;
#elif defined(__aarch64__)
  return a64::is_atomic(*reinterpret_cast<const uint32_t*>(instruction));
#else
  (void)instruction;
  return false;
#endif
}

}  // namespace simt::cudart
