// SPDX-License-Identifier: MIT
// See json_text.h.
#include "runner/base/json_text.h"

namespace learn {

nlohmann::json parse_json(std::string_view text,
                          const nlohmann::json::parser_callback_t& keep) {
  return nlohmann::json::parse(text, keep);
}

nlohmann::json parse_json(std::istream& stream) {
  return nlohmann::json::parse(stream);
}

}  // namespace learn
