// SPDX-License-Identifier: MIT
// Parses JSON by a parser that is compiled once, since it is large. Marks keep
// the order of their keys and have one of their own (grade/result.cpp).
#pragma once

#include <istream>
#include <nlohmann/json.hpp>
#include <string_view>

namespace learn {

/// Throws nlohmann::json::exception. `keep`, where given, is asked for each
/// part of the text; false: it is left out.
nlohmann::json parse_json(
    std::string_view text,
    const nlohmann::json::parser_callback_t& keep = nullptr);
nlohmann::json parse_json(std::istream& stream);

}  // namespace learn
