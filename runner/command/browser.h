// SPDX-License-Identifier: MIT
// Shows a file in the browser of the person at this machine.
#pragma once

#include <string>

#include "runner/base/place.h"

namespace learn {

/// Asks for the file to be opened, and does not wait: by $BROWSER, by xdg-open
/// where there is a display, by wslview. The browser outlives this process.
/// A sentence says what was asked, or that there is no browser here.
std::string open_in_browser(const Place& place, const fs::path& file);

}  // namespace learn
