// SPDX-License-Identifier: MIT
// The messages of the process that judges: counters, functions that run apart,
// and the end.
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "simt/apart/server.h"
#include "simt/cudart/export.h"
#include "simt/process/process.h"

namespace simt::apart {

bool Server::tell_launch(const Request& request) {
  SimtLaunch launch{};
  if (simt_launch_at(request.words[0], &launch) == 0) return answer(0);
  const std::string name(launch.kernel);
  launch.kernel = nullptr;
  Bytes bytes;
  append(bytes, &launch, sizeof launch);
  append(bytes, name.data(), std::min(name.size(), kMostText));
  return answer(1, bytes);
}

bool Server::tell_traffic(const Request& request) {
  SimtTraffic loads{}, stores{};
  const auto* address = reinterpret_cast<const void*>(request.words[1]);
  if (simt_allocation_traffic(request.words[0], address, &loads, &stores) ==
      0) {
    return answer(0);
  }
  Bytes bytes;
  append(bytes, &loads, sizeof loads);
  append(bytes, &stores, sizeof stores);
  return answer(1, bytes);
}

bool Server::serve_function(const Bytes& bytes, int file) {
  if (file < 0) return false;
  Bytes taken;
  const SimtEnd end =
      Server(file, text_of(bytes), Role::kFunction).serve(taken);
  return answer(static_cast<uint64_t>(end), taken);
}

bool Server::end(const Request& request) {
  using cudart::Ending;
  if (request.words[0] > static_cast<uint64_t>(Ending::kCut)) return false;
  stage_ = Stage::kDone;
  cudart::write_reports(static_cast<Ending>(request.words[0]));
  return answer(0);
}

bool Server::obey_judge(const Request& request, const Bytes& bytes, int file) {
  switch (request.ask) {
    case kLaunchCount:
      return answer(simt_launch_count());
    case kLaunchAt:
      return tell_launch(request);
    case kInstructionCount:
      return answer(
          simt_instruction_count(request.words[0], text_of(bytes).c_str()));
    case kTraffic:
      return tell_traffic(request);
    case kFailCall:
      simt_fail_call(request.words[0], request.words[1] != 0);
      return answer(0);
    case kCallFailed: {
      uint64_t later = 0;
      const auto error = static_cast<uint64_t>(simt_call_failed(&later));
      return answer(later << 32 | error);
    }
    case kLiveObjects:
      return answer(simt_live_objects());
    case kServe:
      return serve_function(bytes, file);
    case kEnd:
      return end(request);
    default:
      return false;
  }
}

}  // namespace simt::apart
