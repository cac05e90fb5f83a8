// SPDX-License-Identifier: MIT
// docs/devices.md shows the table of profiles as it is.
#include <doctest/doctest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "simt/machine/profile.h"

namespace machine_profile_test {

using simt::Profile;

namespace {

std::string kilobytes(uint32_t bytes) {
  return std::to_string(bytes / 1024) + " KB";
}

const char* banks(const Profile& p) {
  switch (p.banks) {
    case simt::Banks::kHalfWarp:
      return "16, by half-warps";
    case simt::Banks::kKepler:
      return "32 of 4 or 8 bytes";
    case simt::Banks::kFourByte:
      return "32 of 4 bytes";
  }
  return "";
}

std::string row(const Profile& p) {
  const auto number = [](int n) { return std::to_string(n); };
  return "| `" + std::string(p.name) + "` | " + std::string(p.device_name) +
         " | " + number(p.major) + "." + number(p.minor) + " | " +
         number(p.sms) + " | " + number(p.max_threads_per_sm) + " | " +
         number(p.max_blocks_per_sm) + " | " + number(p.max_threads_per_block) +
         " | " + number(p.registers_per_sm) + " | " +
         kilobytes(p.shared_per_sm) + " | " + kilobytes(p.shared_per_block) +
         " | " + kilobytes(p.shared_per_block_optin) + " | " + banks(p) +
         " | " + (p.independent_threads ? "independent" : "lockstep") + " |\n";
}

std::string table() {
  std::string text =
      "| profile | GPU | compute capability | SMs | threads per SM "
      "| blocks per SM | threads per block | registers per SM "
      "| shared per SM | shared per block | with opt-in | banks | lanes |\n"
      "|---|---|---|---|---|---|---|---|---|---|---|---|---|\n";
  for (const Profile& p : simt::profiles()) text += row(p);
  return text;
}

}  // namespace

TEST_CASE("docs/devices.md shows the profiles as they are") {
  std::ifstream in(LOCKSTEP_ROOT "/docs/devices.md");
  const std::string page((std::istreambuf_iterator<char>(in)), {});
  INFO("the table must be:\n" << table());
  CHECK(page.find("<!-- table: profiles -->\n" + table()) != std::string::npos);
}

TEST_CASE("profiles differ where their generation does") {
  CHECK(simt::find_profile("gtx1") == nullptr);
  CHECK(simt::profiles().front().name == "h200");
  for (const Profile& p : simt::profiles()) {
    CAPTURE(p.name);
    CHECK(p.independent_threads == p.since(7, 0));
    CHECK((p.shared_reserved == 1024) == p.since(8, 0));
    CHECK(p.shared_per_block <= p.shared_per_block_optin);
    CHECK(p.shared_per_block_optin + p.shared_reserved <= p.shared_per_sm);
    CHECK(p.max_threads_per_sm >= p.max_threads_per_block);
    CHECK(simt::find_profile(p.name) == &p);
  }
}

}  // namespace machine_profile_test
