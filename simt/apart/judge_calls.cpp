// SPDX-License-Identifier: MIT
// What the process that judges asks besides the runtime's own calls: counters
// (common/counters.h), and that a function is served.
#include <algorithm>
#include <cstring>
#include <deque>
#include <map>
#include <string>
#include <utility>

#include "simt/apart/client.h"
#include "simt/apart/serve.h"
#include "simt/apart/side.h"
#include "simt/cudart/export.h"

namespace simt::apart {
namespace {

constexpr const char* kShort = "it gave less than was asked for";

/// A copy of the name that lives as long as the program.
const char* kept_name(uint64_t index, std::string name) {
  static auto& names = *new std::map<uint64_t, std::deque<std::string>>;
  auto& known = names[index];
  const auto found = std::find(known.begin(), known.end(), name);
  if (found != known.end()) return found->c_str();
  return known.emplace_back(std::move(name)).c_str();
}

/// Asks for counters of launch `index`; false when there are none.
bool ask_for(Ask what, uint64_t index, uint64_t second, size_t bytes,
             size_t most, Answer& answer) {
  Request request{.ask = what};
  request.words = {index, second};
  answer = ask(request, Bytes{}, most);
  if (answer.result == 0) return false;
  if (answer.bytes.size() < bytes) other_side_is_lost(kShort);
  return true;
}

}  // namespace
}  // namespace simt::apart

using namespace simt::apart;

extern "C" {

const char* simt_emulator_version() { return SIMT_VERSION; }

uint64_t simt_launch_count() {
  return ask({.ask = kLaunchCount}, Bytes{}, 0).result;
}

int simt_launch_at(uint64_t index, SimtLaunch* out) {
  constexpr size_t kHead = padded(sizeof *out);
  Answer answer;
  if (!out ||
      !ask_for(kLaunchAt, index, 0, kHead, kHead + padded(kMostText), answer)) {
    return 0;
  }
  std::memcpy(out, answer.bytes.data(), sizeof *out);
  const auto* name = reinterpret_cast<const char*>(answer.bytes.data()) + kHead;
  out->kernel = kept_name(
      index, std::string(name, strnlen(name, answer.bytes.size() - kHead)));
  return 1;
}

uint64_t simt_instruction_count(uint64_t index, const char* mnemonic) {
  if (!mnemonic) return 0;
  Request request{.ask = kInstructionCount};
  request.words[0] = index;
  return ask(request, mnemonic).result;
}

int simt_allocation_traffic(uint64_t index, const void* address,
                            SimtTraffic* loads, SimtTraffic* stores) {
  constexpr size_t kEach = padded(sizeof *loads);
  Answer answer;
  if (!ask_for(kTraffic, index, reinterpret_cast<uint64_t>(address), 2 * kEach,
               2 * kEach, answer)) {
    return 0;
  }
  if (loads) std::memcpy(loads, answer.bytes.data(), sizeof *loads);
  if (stores) std::memcpy(stores, answer.bytes.data() + kEach, sizeof *stores);
  return 1;
}

void simt_fail_call(uint64_t call, int told) {
  Request request{.ask = kFailCall};
  request.words[0] = call;
  request.words[1] = told;
  ask(request, Bytes{}, 0);
}

int simt_call_failed(uint64_t* later) {
  const uint64_t both = ask({.ask = kCallFailed}, Bytes{}, 0).result;
  if (later) *later = both >> 32;
  return static_cast<int>(both & 0x7fffffff);
}

uint64_t simt_live_objects() {
  return ask({.ask = kLiveObjects}, Bytes{}, 0).result;
}

SimtEnd simt_serve(int socket, const char* image,
                   void (*take)(void* to, const void* bytes, size_t count),
                   void* to) {
  const Answer answer = ask_with({.ask = kServe}, bytes_of_text(image), socket);
  if (answer.result > kSimtNonsense) other_side_is_lost("it has no such end");
  const auto end = static_cast<SimtEnd>(answer.result);
  if (end == kSimtReturned || end == kSimtThrew) {
    take(to, answer.bytes.data(), answer.bytes.size());
  }
  return end;
}

}  // extern "C"
