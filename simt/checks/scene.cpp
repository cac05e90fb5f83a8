// SPDX-License-Identifier: MIT
// Unfolds linear numbers to (x,y,z), and finds an address in the kernel's
// variables or the known allocations. The index of a kernel is kept across
// launches.
#include "simt/checks/scene.h"

#include <string_view>
#include <utility>

#include "simt/checks/wording.h"

namespace simt::checks {

void Scene::begin(const LaunchInfo& launch) {
  launch_ = launch;
  raced_.clear();
  auto& known = cache_[launch.kernel];
  if (!known || !known->fits(*launch.kernel))
    known = std::make_shared<KernelIndex>(*launch.kernel);
  index_ = known;
}

void Scene::add_allocation(const Allocation& allocation) {
  (*allocations_)[allocation.begin] = KnownAllocation::of(allocation);
}

const KnownAllocation* Scene::allocation_at(uint64_t address) const {
  auto next = allocations_->upper_bound(address);
  if (next == allocations_->begin()) return nullptr;
  const KnownAllocation& found = std::prev(next)->second;
  return address < found.end ? &found : nullptr;
}

report::Diagnostic Scene::start(std::string name,
                                report::Severity severity) const {
  report::Diagnostic d;
  d.name = std::move(name);
  d.severity = severity;
  d.launch = launch_.index;
  d.kernel = launch_.kernel->name;
  return d;
}

void Scene::add(report::Diagnostic diagnostic) const {
  findings_.hold(std::move(diagnostic));
}

void Scene::set_unseen(const std::string& topic, const std::string& why) const {
  findings_.set_unseen(topic, why);
}

report::Place Scene::place_in(const program::Kernel& kernel, uint32_t pc,
                              std::string what) {
  report::Place place;
  place.what = std::move(what);
  if (pc >= kernel.info.size()) return place;
  const program::SourceLine& line = kernel.info[pc].line;
  place.file = line.file;
  place.line = line.line;
  if (line.line != 0) place.column = line.column;
  if (line.line != 0 || line.file.empty()) return place;
  constexpr std::string_view kHere = " here";
  if (place.what.ends_with(kHere))
    place.what.resize(place.what.size() - kHere.size());
  place.what += " in " + kernel.name + " (the compiler gives no line)";
  return place;
}

report::Place Scene::place(uint32_t pc, std::string what) const {
  return place_in(kernel(), pc, std::move(what));
}

report::Place Scene::place(uint32_t pc, std::string what, const WarpPlace& at,
                           int lane) const {
  report::Place found = place(pc, std::move(what));
  found.block = block(at.block);
  found.thread = thread(at.warp, lane);
  found.has_thread = true;
  return found;
}

std::array<uint32_t, 3> Scene::block(uint32_t linear) const {
  return unfold(linear, launch_.grid);
}

std::array<uint32_t, 3> Scene::thread(uint32_t warp, int lane) const {
  return unfold(warp * kWarpSize + static_cast<uint32_t>(lane), launch_.block);
}

std::string Scene::block_name(uint32_t linear) const {
  return triple(block(linear));
}

std::string Scene::thread_number(uint32_t warp, int lane) const {
  const std::array<uint32_t, 3> place = thread(warp, lane);
  const bool flat = launch_.block[1] == 1 && launch_.block[2] == 1;
  return flat ? std::to_string(place[0]) : triple(place);
}

std::string Scene::thread_name(uint32_t warp, int lane) const {
  return "thread " + thread_number(warp, lane);
}

uint32_t Scene::threads() const {
  return launch_.block[0] * launch_.block[1] * launch_.block[2];
}

program::DataPlace Scene::data_place(ptx::Space space, uint64_t address) const {
  if (space == ptx::Space::kShared) return kernel().shared_place(address);
  if (space == ptx::Space::kLocal) return {"local", address};
  const KnownAllocation* found = allocation_at(address);
  if (found == nullptr) return {"unknown memory", 0, false};
  return {found->name, address - found->begin};
}

std::string Scene::data_name(ptx::Space space, uint64_t address) const {
  return data_place(space, address).text();
}

std::string Scene::data_symbol(ptx::Space space, uint64_t address) const {
  return data_place(space, address).name;
}

}  // namespace simt::checks
