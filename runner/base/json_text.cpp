// SPDX-License-Identifier: MIT
// Instantiates nlohmann's parser once for most readers. Damaged JSON throws the
// parser's own exception: only the reader of a file knows what that means.
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
