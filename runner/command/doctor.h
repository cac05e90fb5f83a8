// SPDX-License-Identifier: MIT
// The verb doctor: what was found, what is missing, what to type.
#pragma once

#include "runner/base/place.h"

namespace learn {

/// 0 when lessons can be checked, 2 when something needed is missing.
int doctor(const Place& place);

}  // namespace learn
