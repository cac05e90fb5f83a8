// SPDX-License-Identifier: MIT
// Device variables by their host shadow: copies, addresses, sizes.
#include "simt/context/loader.h"
#include "simt/context/variables.h"
#include "simt/cudart/call.h"
#include "simt/cudart/symbols.h"
#include "simt/launch/direction.h"
#include "simt/launch/submit.h"
#include "simt/stream/work.h"

namespace simt::cudart {
namespace {

struct Found {
  cudaError_t error = cudaErrorInvalidSymbol;
  Allocation* memory = nullptr;
  size_t bytes() const { return memory->end - memory->begin; }
};

/// The __managed__ variable that lies at `address`, which is what the host's
/// code passes as its symbol; null: none.
Allocation* managed_variable(State& s, const void* address) {
  Allocation* memory = s.memory.starting_at(address);
  for (Device& device : s.devices) {
    if (!memory) break;
    for (const Binary& binary : device.modules.binaries()) {
      for (const auto& [symbol, made] : binary.variables) {
        if (made == memory && made->host_visible) return memory;
      }
    }
  }
  return nullptr;
}

Found find_symbol(State& s, const void* symbol) {
  Found found;
  if (Allocation* managed = managed_variable(s, symbol)) {
    return {cudaSuccess, managed};
  }
  VariableEntry* variable = s.device().modules.variable(symbol);
  if (!variable) return found;
  found.error = load(s, *variable->binary);
  if (found.error != cudaSuccess) return found;
  found.memory = variable_memory(s, *variable->binary, variable->symbol);
  if (!found.memory) found.error = cudaErrorInvalidSymbol;
  return found;
}

/// Runs `body(State&, Found&)` with a variable that exists.
template <class Body>
cudaError_t with_symbol(const void* symbol, Body body) {
  return call([&](State& s) {
    Found found = find_symbol(s, symbol);
    return found.error == cudaSuccess ? body(s, found) : found.error;
  });
}

bool fits(const Found& found, size_t offset, size_t count) {
  return offset <= found.bytes() && count <= found.bytes() - offset;
}

void* inside(const Found& found, size_t offset) {
  return reinterpret_cast<void*>(found.memory->begin + offset);
}

}  // namespace

cudaError_t inside_symbol(State& s, const void* symbol, size_t offset,
                          size_t count, void** address) {
  const Found found = find_symbol(s, symbol);
  if (found.error != cudaSuccess) return found.error;
  if (!fits(found, offset, count)) return cudaErrorInvalidValue;
  *address = inside(found, offset);
  return cudaSuccess;
}

}  // namespace simt::cudart

using namespace simt::cudart;

extern "C" {

cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* from,
                                    size_t count, size_t offset,
                                    cudaMemcpyKind kind, cudaStream_t stream) {
  return with_symbol(symbol, [&](State& s, Found& found) {
    if (kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyHostToHost) {
      explain_direction(s, "cudaMemcpyToSymbol", inside(found, offset), from,
                        kind);
      return cudaErrorInvalidMemcpyDirection;
    }
    if (!fits(found, offset, count)) return cudaErrorInvalidValue;
    return submit(s, stream,
                  flat_copy("cudaMemcpyToSymbol", inside(found, offset), from,
                            count, kind));
  });
}

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from,
                               size_t count, size_t offset,
                               cudaMemcpyKind kind) {
  const cudaError_t error =
      cudaMemcpyToSymbolAsync(symbol, from, count, offset, kind, nullptr);
  return error == cudaSuccess ? cudaStreamSynchronize(nullptr) : error;
}

cudaError_t cudaMemcpyFromSymbolAsync(void* to, const void* symbol,
                                      size_t count, size_t offset,
                                      cudaMemcpyKind kind,
                                      cudaStream_t stream) {
  return with_symbol(symbol, [&](State& s, Found& found) {
    if (kind == cudaMemcpyHostToDevice || kind == cudaMemcpyHostToHost) {
      explain_direction(s, "cudaMemcpyFromSymbol", to, inside(found, offset),
                        kind);
      return cudaErrorInvalidMemcpyDirection;
    }
    if (!fits(found, offset, count)) return cudaErrorInvalidValue;
    return submit(s, stream,
                  flat_copy("cudaMemcpyFromSymbol", to, inside(found, offset),
                            count, kind));
  });
}

cudaError_t cudaMemcpyFromSymbol(void* to, const void* symbol, size_t count,
                                 size_t offset, cudaMemcpyKind kind) {
  const cudaError_t error =
      cudaMemcpyFromSymbolAsync(to, symbol, count, offset, kind, nullptr);
  return error == cudaSuccess ? cudaStreamSynchronize(nullptr) : error;
}

cudaError_t cudaGetSymbolAddress(void** address, const void* symbol) {
  return with_symbol(symbol, [&](State&, Found& found) {
    if (!address) return cudaErrorInvalidValue;
    *address = reinterpret_cast<void*>(found.memory->begin);
    return cudaSuccess;
  });
}

cudaError_t cudaGetSymbolSize(size_t* bytes, const void* symbol) {
  return with_symbol(symbol, [&](State&, Found& found) {
    if (!bytes) return cudaErrorInvalidValue;
    *bytes = found.bytes();
    return cudaSuccess;
  });
}

}  // extern "C"
