// SPDX-License-Identifier: MIT
// Finds a device variable by its host shadow, the address that nvcc registers
// for it on the host.
#pragma once

#include "simt/context/state.h"

namespace simt::cudart {

/// The device's address of byte `offset` of a variable, of which `count` bytes
/// from there are used; cudaErrorInvalidSymbol: no variable,
/// cudaErrorInvalidValue: it has not so many bytes.
cudaError_t inside_symbol(State& s, const void* symbol, size_t offset,
                          size_t count, void** address);

}  // namespace simt::cudart
