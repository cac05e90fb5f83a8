// SPDX-License-Identifier: MIT
// The mark of "How you are judged". Inside the room only.
#pragma once

namespace learn {

constexpr const char* kJudgedMark = "<!-- judged -->";

}  // namespace learn
