// SPDX-License-Identifier: MIT
// caught by: case "the text comes without loads"
// Right, and by ordinary loads of 16 bytes: threads fetch what a copy can.

  const size_t head = min(size, -reinterpret_cast<size_t>(text) % 16);
  const size_t whole = (size - head) / 16 * 16;
  const char* const middle = text + head;
  if (blockIdx.x == 0) {
    count += count_bytes(text, head, mark);
    count += count_bytes(middle + whole, size - head - whole, mark);
  }
  for (size_t begin = size_t(blockIdx.x) * kSlotBytes; begin < whole;
       begin += size_t(gridDim.x) * kSlotBytes) {
    const int bytes = int(min(size_t{kSlotBytes}, whole - begin));
    count += count_slot(middle + begin, bytes, mark);
  }
