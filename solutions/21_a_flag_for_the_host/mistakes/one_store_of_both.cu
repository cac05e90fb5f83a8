// SPDX-License-Identifier: MIT
// caught by: case "the host is promised the sum that goes with the flag"
// caught by: diagnostic global-race
// One store of 64 bits carries both. But the readers load two ints, and an int
// of a message has no alignment of 8 bytes.

__device__ void send(Message* message, int total) {
  const unsigned long long both = 1ull << 32 | unsigned(total);
  *reinterpret_cast<volatile unsigned long long*>(message) = both;
}
