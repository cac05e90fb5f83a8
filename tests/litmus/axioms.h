// SPDX-License-Identifier: MIT
// The axioms of PTX's memory consistency model (PTX ISA, chapter "Memory
// Consistency Model"), applied to every candidate execution of a litmus test.
// Knows nothing of the emulator beyond the names of orders and scopes: it is
// what the emulator is held to.
#pragma once

#include "tests/litmus/program.h"

namespace litmus {

/// Every outcome that the axioms allow. Proxies are not part of it, nor chains
/// of dependent values. The words of a load of 64 bits may come from two
/// stores. That allows more than the axioms do, for they tear no access; after
/// a race of accesses of two sizes they allow anything.
Verdicts allowed(const Program& program);

}  // namespace litmus
