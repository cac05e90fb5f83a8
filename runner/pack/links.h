// SPDX-License-Identifier: MIT
// Links of a Markdown page to files that are not handed out.
#pragma once

#include <functional>
#include <string>

namespace learn {

/// `page` with each link to a file for which `there` is false turned into its
/// text and the words "(not in this copy)"; `there` gets a path relative to the
/// root. `folder` is the page's own folder, "" for the root. The same for paths
/// in `code` that begin with solutions/, bench/ or tests/. Fenced blocks stay.
std::string without_dangling_links(
    const std::string& page, const std::string& folder,
    const std::function<bool(const std::string&)>& there);

}  // namespace learn
