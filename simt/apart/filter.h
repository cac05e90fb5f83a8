// SPDX-License-Identifier: MIT
// A filter of system calls (seccomp), rule by rule, by libseccomp. It knows no
// process that it is for.
#pragma once

#include <seccomp.h>

#include <cstdint>
#include <initializer_list>

namespace simt::apart {

/// Calls have their names, as in system calls' pages; one that this machine's
/// architecture has not is left out. Arguments are numbers of 32 bits for the
/// kernel: the upper half of a register decides nothing.
class Filter {
 public:
  /// `otherwise` is what becomes of calls without a rule, as SCMP_ACT_ALLOW.
  /// Calls of another architecture or interface end the process.
  explicit Filter(uint32_t otherwise);
  ~Filter();
  Filter(const Filter&) = delete;
  Filter& operator=(const Filter&) = delete;

  /// What becomes of `call`, where all of the conditions hold.
  void add(uint32_t action, const char* call,
           std::initializer_list<scmp_arg_cmp> conditions = {});
  /// The same of a call that has no name yet.
  void add_number(uint32_t action, int number);
  /// The same where one of these bits is set, with a rule for each of them.
  void add_for_bits(uint32_t action, const char* call, unsigned argument,
                    uint32_t bits);

  /// From here on it holds. False when a rule or the kernel was wrong.
  bool apply();

 private:
  scmp_filter_ctx rules_;
  bool good_;
};

/// An argument is this number.
scmp_arg_cmp is(unsigned argument, uint32_t value);
/// Of these bits of an argument, exactly `set` are set.
scmp_arg_cmp of_bits(unsigned argument, uint32_t bits, uint32_t set);

}  // namespace simt::apart
