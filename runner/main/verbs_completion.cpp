// SPDX-License-Identifier: MIT
// `completion`: what the Tab key offers in bash and zsh. The words come from
// the same declarations as the help.
#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "runner/command/learner.h"
#include "runner/contract/contract.h"
#include "runner/main/verbs.h"

namespace learn {
namespace {

using Words = std::vector<std::string>;

// The shells ask the runner itself: ./learn would look for changes, and set up
// what is missing, at every Tab.
constexpr const char* kBash =
    R"sh(# Tab for ./learn: eval "$(./learn completion bash)"
_learn_complete() {
  local runner word
  runner=$(dirname -- "${COMP_WORDS[0]}")/build/runner/learn
  COMPREPLY=()
  [ -x "$runner" ] || return 0
  while IFS= read -r word; do
    COMPREPLY+=("$word")
  done < <("$runner" complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _learn_complete learn ./learn
)sh";
constexpr const char* kZsh =
    R"sh(# Tab for ./learn: eval "$(./learn completion zsh)"
_learn_complete() {
  local runner=${words[1]:h}/build/runner/learn
  local -a found
  [[ -x $runner ]] || return 1
  found=(${(f)"$($runner complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)"})
  (( $#found )) && compadd -a found || _files
}
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
compdef _learn_complete learn ./learn
)sh";

bool takes_value(const CLI::Option& option) {
  return option.get_items_expected_max() > 0;
}

/// The verb below `app` of this name, or null.
const CLI::App* verb_named(const CLI::App& app, const std::string& word) {
  for (const auto* verb :
       app.get_subcommands([](const CLI::App*) { return true; })) {
    if (verb->get_name() == word) return verb;
  }
  return nullptr;
}

/// The option of `app` that is written `word`, or null.
const CLI::Option* option_named(const CLI::App& app, const std::string& word) {
  for (const auto* option : app.get_options()) {
    if (!option->get_positional() && option->check_name(word)) return option;
  }
  return nullptr;
}

Words option_names(const CLI::App& app) {
  Words names;
  for (const auto* option : app.get_options()) {
    if (option->get_group().empty()) continue;
    for (const auto& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

/// The names in a folder of the lesson's answers.
Words answers_in(const Place& place, const std::string& lesson,
                 const char* folder) {
  Words names;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(
           find_lesson(place, lesson).answers(place) / folder, none)) {
    if (entry.path().extension() == ".cu") {
      names.push_back(entry.path().stem().string());
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

/// What may stand for an argument of this name; none: files.
Words values_of(const Place& place, const std::string& name,
                const std::string& lesson) {
  if (name == "LESSON" || name == "--lesson") {
    Words words;
    for (const auto& one : read_lessons(place)) words.push_back(one.number);
    for (const auto& one : read_lessons(place)) words.push_back(one.name);
    return words;
  }
  if (name == "DIAGNOSTIC") return diagnostic_names(place);
  if (name == "SHELL") return {"bash", "zsh"};
  if (lesson.empty()) return {};
  if (name == "--mistake" || name == "NAME") {
    return answers_in(place, lesson, "mistakes");
  }
  if (name == "--also-right") return answers_in(place, lesson, "also_right");
  return {};
}

/// Where the words before the last one lead.
struct Position {
  const CLI::App* verb;
  const CLI::Option* value_of = nullptr;  // the last option wants a value
  Words positional;
};

Position position_of(const CLI::App& app, const Words& words) {
  Position at{&app, nullptr, {}};
  for (size_t i = 0; i + 1 < words.size(); ++i) {
    const auto& word = words[i];
    if (at.value_of != nullptr) {
      at.value_of = nullptr;
      continue;
    }
    const auto* below = verb_named(*at.verb, word);
    if (at.positional.empty() && below != nullptr) {
      at.verb = below;
    } else if (const auto* option = option_named(*at.verb, word)) {
      if (takes_value(*option)) at.value_of = option;
    } else if (word.rfind('-', 0) != 0) {
      at.positional.push_back(word);
    }
  }
  return at;
}

Words candidates(const CLI::App& app, const Place& place, const Words& words) {
  const auto at = position_of(app, words);
  const auto lesson = at.positional.empty() ? "" : at.positional.front();
  if (at.value_of != nullptr) {
    return values_of(place, at.value_of->get_name(), lesson);
  }
  if (!words.empty() && words.back().rfind('-', 0) == 0) {
    return option_names(*at.verb);
  }
  Words names;
  for (const auto* sub : at.verb->get_subcommands(
           [](const CLI::App* one) { return !one->get_group().empty(); })) {
    names.push_back(sub->get_name());
  }
  if (!names.empty()) return names;
  size_t place_of_word = at.positional.size();
  for (const auto* option : at.verb->get_options()) {
    if (!option->get_positional()) continue;
    if (place_of_word-- == 0) {
      return values_of(place, option->get_name(true), lesson);
    }
  }
  return {};
}

int complete(const CLI::App& app, const Place& place, const Words& words) {
  const auto begin = words.empty() ? std::string() : words.back();
  for (const auto& word : candidates(app, place, words)) {
    if (word.rfind(begin, 0) == 0) std::printf("%s\n", word.c_str());
  }
  return 0;
}

int print_script(const std::string& shell) {
  std::fputs(shell == "bash" ? kBash : kZsh, stdout);
  return 0;
}

}  // namespace

void add_completion_verbs(CLI::App& app, Arguments& a) {
  auto* script =
      app.add_subcommand("completion", "what Tab offers, for bash or zsh");
  const auto shell = std::make_shared<std::string>();
  script->add_option("SHELL", *shell, "bash or zsh")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh"}));
  script->footer("Example: eval \"$(./learn completion bash)\"");
  script->callback(
      [&a, shell] { a.verb = [shell] { return print_script(*shell); }; });

  auto* ask = app.add_subcommand("complete", "words for the last one")
                  ->group("");  // for the scripts above
  const auto words = std::make_shared<Words>();
  ask->add_option("WORD", *words);
  ask->callback([&app, &a, words] {
    a.verb = [&app, &a, words] { return complete(app, a.place, *words); };
  });
}

}  // namespace learn
