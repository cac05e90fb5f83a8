// SPDX-License-Identifier: MIT
// A call that this architecture lacks is left out. A name that libseccomp does
// not know makes the filter bad, and apply() then fails.
#include "simt/apart/filter.h"

namespace simt::apart {

Filter::Filter(uint32_t otherwise) : rules_(seccomp_init(otherwise)) {
  good_ = rules_ && seccomp_attr_set(rules_, SCMP_FLTATR_ACT_BADARCH,
                                     SCMP_ACT_KILL_PROCESS) == 0;
}

Filter::~Filter() {
  if (rules_) seccomp_release(rules_);
}

void Filter::add(uint32_t action, const char* call,
                 std::initializer_list<scmp_arg_cmp> conditions) {
  const int number = seccomp_syscall_resolve_name(call);
  good_ = good_ && number != __NR_SCMP_ERROR;
  if (!good_ || number < 0) return;  // of other architectures
  good_ = seccomp_rule_add_array(rules_, action, number,
                                 static_cast<unsigned>(conditions.size()),
                                 conditions.begin()) == 0;
}

void Filter::add_number(uint32_t action, int number) {
  good_ =
      good_ && seccomp_rule_add_array(rules_, action, number, 0, nullptr) == 0;
}

void Filter::add_for_bits(uint32_t action, const char* call, unsigned argument,
                          uint32_t bits) {
  for (uint32_t bit = 1; bit != 0; bit <<= 1) {
    if (bits & bit) add(action, call, {of_bits(argument, bit, bit)});
  }
}

bool Filter::apply() { return good_ && seccomp_load(rules_) == 0; }

scmp_arg_cmp is(unsigned argument, uint32_t value) {
  return of_bits(argument, ~uint32_t{0}, value);
}

scmp_arg_cmp of_bits(unsigned argument, uint32_t bits, uint32_t set) {
  return {argument, SCMP_CMP_MASKED_EQ, bits, set};
}

}  // namespace simt::apart
