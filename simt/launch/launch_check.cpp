// SPDX-License-Identifier: MIT
// The limits of a launch: CUDA C++ Programming Guide, technical specifications
// per compute capability. The error codes are those that an H200 with CUDA
// 13.0 gives.
#include "simt/launch/launch_check.h"

#include <array>
#include <map>

#include "simt/context/caller.h"
#include "simt/context/error_names.h"
#include "simt/context/host_calls.h"
#include "simt/context/kernel_limits.h"
#include "simt/machine/occupancy.h"

namespace simt::cudart {
namespace {

constexpr const char* kDimensions[] = {"x", "y", "z"};

uint64_t product(const dim3& d) { return uint64_t{d.x} * d.y * d.z; }

std::array<uint32_t, 3> sizes(const dim3& d) { return {d.x, d.y, d.z}; }

std::string shape(const dim3& d) {
  std::string text = "(";
  return text.append(std::to_string(d.x) + "," + std::to_string(d.y) + "," +
                     std::to_string(d.z)) +
         ")";
}

std::string device_name(State& s) {
  return std::string(s.device().profile->name);
}

/// Blocks of a grid, or threads of a block.
struct Shape {
  std::string owner, unit;
  const dim3& size;
  const std::array<int, 3>& most;
};

/// One size of a grid or a block.
Refusal check_sizes(State& s, const Shape& shape_of) {
  if (product(shape_of.size) == 0) {
    return {cudaErrorInvalidValue,
            shape_of.owner + " has no " + shape_of.unit + ": " +
                shape(shape_of.size),
            "each of the three sizes must be at least 1"};
  }
  for (size_t i = 0; i < 3; ++i) {
    const auto most = static_cast<uint32_t>(shape_of.most[i]);
    const uint32_t asked = sizes(shape_of.size)[i];
    if (asked <= most) continue;
    return {cudaErrorInvalidValue,
            shape_of.owner + " has " + std::to_string(asked) + " " +
                shape_of.unit + " in " + kDimensions[i] + "; " +
                device_name(s) + " allows " + std::to_string(most),
            "the compute capability of the device limits each size"};
  }
  return {};
}

// Not cudaErrorInvalidConfiguration: an H200 with CUDA 13.0 says this.
Refusal check_shape(State& s, const LaunchRequest& r) {
  const Profile& profile = *s.device().profile;
  Refusal refusal =
      check_sizes(s, {"the grid", "blocks", r.grid, profile.max_grid});
  if (refusal.error != cudaSuccess) return refusal;
  refusal = check_sizes(s, {"a block", "threads", r.block, profile.max_block});
  const auto most = static_cast<uint64_t>(profile.max_threads_per_block);
  if (refusal.error == cudaSuccess && product(r.block) > most) {
    refusal = {cudaErrorInvalidValue,
               "a block has " + std::to_string(product(r.block)) +
                   " threads; " + device_name(s) + " allows " +
                   std::to_string(most),
               "a block runs on one multiprocessor, which has room for so many "
               "threads of one block"};
  }
  // A grid that would do as a block: the numbers may have changed places.
  const uint64_t blocks = product(r.grid);
  if (refusal.error != cudaSuccess && product(r.block) > most &&
      blocks >= kWarpSize && blocks <= most) {
    refusal.notes.push_back(
        {"note", "the launch asks for " + std::to_string(blocks) +
                     " blocks of " + std::to_string(product(r.block)) +
                     " threads; was it meant the other way round?"});
  }
  return refusal;
}

/// "fill": without its arguments.
std::string name_of(const KernelEntry& kernel) {
  return short_name(program::demangle(kernel.symbol));
}

Refusal check_dynamic_shared(State& s, const KernelEntry& kernel,
                             const LaunchRequest& r) {
  const Profile& profile = *s.device().profile;
  const uint32_t most = max_dynamic_shared(profile, kernel);
  if (r.shared <= most) return {};
  Refusal refusal{cudaErrorInvalidValue,
                  "a block asks for " + std::to_string(r.shared) +
                      " bytes of dynamic shared memory; " +
                      std::to_string(most) + " are allowed",
                  ""};
  const uint32_t taken = kernel.code->static_shared;
  refusal.notes.push_back({"static", std::to_string(taken) + " bytes besides"});
  if (kernel.max_dynamic_shared >= 0) {
    refusal.why =
        "cudaFuncSetAttribute set this limit for the kernel "
        "(cudaFuncAttributeMaxDynamicSharedMemorySize)";
  } else {
    refusal.why = "a block has " + std::to_string(profile.shared_per_block) +
                  " bytes, static and dynamic, as long as the program does "
                  "not ask for more with cudaFuncSetAttribute";
  }
  const auto room = static_cast<uint64_t>(profile.shared_per_block_optin);
  refusal.notes.push_back({"device", device_name(s) + " can give a block " +
                                         std::to_string(room) + " bytes"});
  if (taken + r.shared <= room) {
    refusal.notes.push_back(
        {"type", "cudaFuncSetAttribute(" + name_of(kernel) +
                     ", cudaFuncAttributeMaxDynamicSharedMemorySize, " +
                     std::to_string(r.shared) + ") before the launch"});
  }
  return refusal;
}

Refusal check_bounds(const KernelEntry& kernel, const LaunchRequest& r) {
  const int most = kernel.code->maxntid;
  if (most <= 0 || product(r.block) <= static_cast<uint64_t>(most)) return {};
  return {cudaErrorInvalidValue,
          "a block has " + std::to_string(product(r.block)) +
              " threads; the kernel was compiled for at most " +
              std::to_string(most),
          "__launch_bounds__ promised the compiler that no block is larger"};
}

Refusal no_cluster(std::string what, std::string why) {
  return {cudaErrorInvalidClusterSize, std::move(what), std::move(why)};
}

// In the order in which an H100 with CUDA 13.0 refuses.
Refusal check_cluster(State& s, const KernelEntry& kernel,
                      const LaunchRequest& r) {
  const std::optional<dim3> cluster = cluster_of(kernel, r);
  if (!cluster) return {};
  const dim3 required = required_cluster(kernel);
  const std::string size = "a cluster of " + shape(*cluster) + " blocks";
  if (!s.device().profile->since(9, 0)) {
    return {cudaErrorNotSupported,
            device_name(s) + " cannot launch clusters of blocks",
            "they need compute capability 9.0 or later"};
  }
  if (product(*cluster) == 0)
    return no_cluster(size, "each of the three sizes must be at least 1");
  if (required.x != 0 && sizes(required) != sizes(*cluster))
    return no_cluster(size + "; the kernel's are " + shape(required),
                      "the kernel was compiled for clusters of that size");
  const int most = most_cluster_blocks(kernel);
  if (product(*cluster) > static_cast<uint64_t>(most))
    return no_cluster(
        size + "; " + std::to_string(most) + " blocks are allowed",
        kernel.code->max_cluster_blocks > 0
            ? "__launch_bounds__ promised the compiler that no cluster is "
              "larger"
            : "every device has clusters of 8 blocks; for up to 16 the program "
              "sets cudaFuncAttributeNonPortableClusterSizeAllowed");
  for (size_t i = 0; i < 3; ++i)
    if (sizes(r.grid)[i] % sizes(*cluster)[i] != 0)
      return no_cluster(size + " does not divide the grid " + shape(r.grid),
                        "a grid consists of whole clusters");
  return {};
}

/// Why not one block fits on a multiprocessor.
Refusal too_large(State& s, const KernelEntry& kernel, const LaunchRequest& r) {
  const Profile& profile = *s.device().profile;
  const uint64_t threads = product(r.block);
  const uint64_t shared = kernel.code->static_shared + r.shared;
  if (shared > profile.shared_per_block_optin) {
    return {cudaErrorLaunchOutOfResources,
            "a block needs " + std::to_string(shared) +
                " bytes of shared memory; " + device_name(s) + " has " +
                std::to_string(profile.shared_per_block_optin),
            "a block's shared memory lies in one multiprocessor"};
  }
  return {
      cudaErrorLaunchOutOfResources,
      "a block has " + std::to_string(threads) + " threads with " +
          std::to_string(kernel.registers) + " registers each; at most " +
          std::to_string(max_threads_for_registers(profile, kernel.registers)) +
          " such threads fit",
      "a block of " + device_name(s) + " has " +
          std::to_string(profile.registers_per_block) +
          " registers, handed out by warps",
      {{"from", "the register count is that of " + kernel.registers_from}}};
}

Refusal check_room(State& s, const KernelEntry& kernel,
                   const LaunchRequest& r) {
  const int threads = static_cast<int>(product(r.block));
  const int fit = resident_blocks(s.device(), kernel, threads, r.shared);
  if (fit == 0) {
    Refusal refusal = too_large(s, kernel, r);
    if (r.cooperative) refusal.error = cudaErrorCooperativeLaunchTooLarge;
    return refusal;
  }
  const uint64_t together = product(cluster_of(kernel, r).value_or(dim3()));
  const uint64_t room =
      together * static_cast<uint64_t>(resident_clusters(
                     s.device(), fit, static_cast<int>(together)));
  if (!r.cooperative || product(r.grid) <= room) return {};
  return {cudaErrorCooperativeLaunchTooLarge,
          "the cooperative grid has " + std::to_string(product(r.grid)) +
              " blocks; " + std::to_string(room) + " fit at the same time",
          "all blocks of a cooperative launch must be resident together",
          {{"fit", std::to_string(s.device().sms) + " multiprocessors with " +
                       std::to_string(fit) + " each"}}};
}

/// Where the program can learn of the error.
std::string how_told(const LaunchRequest& r, const CallPlace& place,
                     const std::string& code) {
  if (r.by) return code + ", told by cudaGetLastError() in the kernel";
  return r.returned ? call_name(place) + " returns " + code
                    : code + ", told by cudaGetLastError() only";
}

}  // namespace

std::optional<dim3> cluster_of(const KernelEntry& kernel,
                               const LaunchRequest& r) {
  const bool asks = r.cluster.x != 0 || r.cluster.y != 0 || r.cluster.z != 0;
  if (asks) return r.cluster;
  const dim3 required = required_cluster(kernel);
  if (required.x != 0 || required.y != 0 || required.z != 0) return required;
  return {};
}

uint64_t count_launch(const KernelEntry& kernel) {
  static std::map<const KernelEntry*, uint64_t> tried;
  return ++tried[&kernel];
}

Refusal refuse(State& s, const KernelEntry& kernel, const LaunchRequest& r) {
  if (!r.arguments && !kernel.code->parameters.empty()) {
    return {cudaErrorInvalidValue,
            "the kernel takes " +
                std::to_string(kernel.code->parameters.size()) +
                " arguments, the launch gives none",
            "the array of pointers to the arguments is null"};
  }
  Refusal refusal = check_shape(s, r);
  if (refusal.error != cudaSuccess) return refusal;
  const Profile& profile = *s.device().profile;
  if (r.cooperative && !profile.since(6, 0)) {
    return {cudaErrorNotSupported,
            device_name(s) + " cannot launch cooperatively",
            "it needs compute capability 6.0 or later"};
  }
  refusal = check_cluster(s, kernel, r);
  if (refusal.error == cudaSuccess)
    refusal = check_dynamic_shared(s, kernel, r);
  if (refusal.error == cudaSuccess) refusal = check_bounds(kernel, r);
  if (refusal.error == cudaSuccess) refusal = check_room(s, kernel, r);
  return refusal;
}

cudaError_t diagnose_launch(State& s, const KernelEntry* kernel,
                            const LaunchRequest& r, const Refusal& refusal,
                            uint64_t number_of_launch) {
  report::Diagnostic d;
  d.name = "invalid-launch";
  d.severity = report::Severity::kError;
  std::string name = "the kernel";
  if (kernel) {
    d.kernel = program::demangle(kernel->symbol);
    name = std::string("`").append(name_of(*kernel)) + "`";
  }
  d.message = name + " cannot start: " + refusal.what;
  const CallPlace place = call_place();
  d.notes = host_note(place, r.by ? r.by->name : d.kernel);
  if (r.by) {
    d.notes.push_back({"from", "kernel `" + plain_name(r.by->name) + "`"});
  }
  d.notes.insert(d.notes.end(), refusal.notes.begin(), refusal.notes.end());
  d.notes.push_back({"error", how_told(r, place, error_name(refusal.error))});
  d.why = refusal.why;
  if (kernel) {
    d.seen =
        number_of_launch == 0
            ? "a node of a graph"
            : "launch " + std::to_string(number_of_launch) + " of this kernel";
    d.seen += ", grid " + shape(r.grid) + ", block " + shape(r.block);
  }
  d.hint = "which part of the launch goes beyond which limit?";
  launch_refused({d.kernel, d.message, refusal.error, 0, r.returned});
  diagnose(s, std::move(d));
  return refusal.error;
}

}  // namespace simt::cudart
