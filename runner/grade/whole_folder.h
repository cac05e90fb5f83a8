// SPDX-License-Identifier: MIT
// A folder of made files that is there whole or not at all, whoever else makes
// it and whatever ends them. Knows nothing of grading.
#pragma once

#include <functional>
#include <string>

#include "runner/base/place.h"

namespace learn {

/// Whether `folder` holds each of its files as keep_whole() left them.
bool is_whole(const fs::path& folder);

/// Has `make` fill a folder that becomes `folder`, unless that is whole. One at
/// a time makes what lies beside it; another one waits, and takes that.
void keep_whole(const Place& place, const fs::path& folder,
                const std::function<void(const fs::path&)>& make);

}  // namespace learn
