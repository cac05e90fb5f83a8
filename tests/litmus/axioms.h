// SPDX-License-Identifier: MIT
// The axioms of PTX's memory consistency model (PTX ISA, chapter "Memory
// Consistency Model"), applied to every candidate execution of a litmus test.
// Knows nothing of the emulator beyond the names of orders and scopes: it is
// what the emulator is held to.
#pragma once

#include "tests/litmus/program.h"

namespace litmus {

/// Every outcome that the axioms allow. Proxies and accesses of two sizes are
/// not part of it, nor chains of dependent values.
Verdicts allowed(const Program& program);

}  // namespace litmus
