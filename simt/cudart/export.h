// SPDX-License-Identifier: MIT
// The C view of the report for checks. A program looks these up by their names
// (common/counters.h), so that it runs without the emulator, too.
#pragma once

#include <cstdint>

#include "common/counters.h"

extern "C" {

const char* simt_emulator_version();
uint64_t simt_launch_count();
int simt_launch_at(uint64_t index, SimtLaunch* out);
uint64_t simt_instruction_count(uint64_t index, const char* mnemonic);
int simt_allocation_traffic(uint64_t index, const void* address,
                            SimtTraffic* reads, SimtTraffic* writes);
void simt_fail_call(uint64_t call, int told);
int simt_call_failed(uint64_t* later);
uint64_t simt_live_objects();

}  // extern "C"
