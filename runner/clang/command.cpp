// SPDX-License-Identifier: MIT
// A table says what becomes of each option; its value stands behind `=` or in
// the next word, as with nvcc.
#include "runner/clang/command.h"

#include <algorithm>
#include <functional>
#include <map>

namespace learn::clang {
namespace {

namespace fs = std::filesystem;
using Value = const std::string&;
using Make = Command::Make;

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == ',') {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

void add_all(std::vector<std::string>& list, std::vector<std::string> more) {
  list.insert(list.end(), more.begin(), more.end());
}

void add_arch(Command& command, const std::string& name, bool ptx) {
  const auto end = std::find_if(name.begin(), name.end(), [](unsigned char c) {
    return c < '0' || c > '9';
  });
  const std::string rest(end, name.end());
  if (end == name.begin() || end - name.begin() > 4 ||
      (!rest.empty() && rest != "a")) {
    throw Refused("no such architecture: " + name);
  }
  for (Arch& arch : command.archs) {
    if (arch.name != name) continue;
    arch.ptx |= ptx;
    return;
  }
  command.archs.push_back({name, ptx});
}

/// The `75` of sm_75 or compute_75.
std::string number_of(const std::string& name) {
  return name.substr(name.find('_') + 1);
}

/// arch=compute_75,code=[compute_75,sm_90]
void generate_code(Command& command, Value value) {
  std::string arch, codes;
  const size_t code = value.find(",code=");
  if (value.rfind("arch=", 0) == 0) arch = value.substr(5, code - 5);
  if (code != std::string::npos) codes = value.substr(code + 6);
  std::erase_if(codes, [](char c) { return c == '[' || c == ']'; });
  const auto each = split(codes);
  add_arch(command, number_of(arch),
           codes.empty() || std::any_of(each.begin(), each.end(), [](Value c) {
             return c.rfind("compute_", 0) == 0;
           }));
}

/// -Werror all-warnings: clang has one word for it.
void as_errors(Command& command, Value value) {
  if (value != "all-warnings") throw Refused("unknown: -Werror " + value);
  command.host.push_back("-Werror");
}

using Action = std::function<void(Command&, Value)>;

Action take(std::vector<std::string> Command::*list,
            const std::string& before) {
  return [=](Command& command, Value value) {
    (command.*list).push_back(before + value);
  };
}

Action take_pair(std::vector<std::string> Command::*list,
                 const std::string& option) {
  return [=](Command& command, Value value) {
    add_all(command.*list, {option, value});
  };
}

/// Options with a value.
const std::map<std::string, Action>& with_value() {
  static const std::map<std::string, Action> table = {
      {"-o", [](Command& c, Value v) { c.output = v; }},
      {"-x",
       [](Command&, Value v) {
         if (v != "cu") throw Refused("unknown: -x " + v);
       }},
      {"-I", take(&Command::both, "-I")},
      {"-isystem", take_pair(&Command::both, "-isystem")},
      {"-include", take_pair(&Command::both, "-include")},
      {"-D", take(&Command::both, "-D")},
      {"-U", take(&Command::both, "-U")},
      {"-std", take(&Command::both, "-std=")},
      {"--std", take(&Command::both, "-std=")},
      {"-MT", take_pair(&Command::depend, "-MT")},
      {"-MF", take_pair(&Command::depend, "-MF")},
      {"-L", take(&Command::link, "-L")},
      {"-l", take(&Command::link, "-l")},
      {"-Xlinker", [](Command& c, Value v) { c.link.push_back("-Wl," + v); }},
      {"-Xcompiler", [](Command& c, Value v) { add_all(c.host, split(v)); }},
      {"-Werror", as_errors},
      {"-gencode", generate_code},
      {"--generate-code", generate_code},
      {"-arch", [](Command& c, Value v) { add_arch(c, number_of(v), true); }},
      {"--keep-dir", [](Command& c, Value v) { c.kept = v; }},
      {"-ccbin", [](Command& c, Value v) { c.cxx = v; }},
      {"-cudart",
       [](Command&, Value v) {
         if (v != "shared") throw Refused("here programs link cudart shared");
       }},
      {"-diag-suppress", [](Command&, Value) {}},
      {"--compress-mode", [](Command&, Value) {}},
  };
  return table;
}

void make(Command& command, Make what) { command.make = what; }

/// CMake adds -c also where --fatbin or --ptx says what is made.
void object_unless_asked(Command& command) {
  if (command.make == Make::kProgram) command.make = Make::kObject;
}

/// Options without one.
const std::map<std::string, std::function<void(Command&)>>& plain() {
  const auto nothing = [](Command&) {};
  static const std::map<std::string, std::function<void(Command&)>> table = {
      {"-c", object_unless_asked},
      {"-fatbin", [](Command& c) { make(c, Make::kFatbin); }},
      {"--fatbin", [](Command& c) { make(c, Make::kFatbin); }},
      {"-ptx", [](Command& c) { make(c, Make::kPtx); }},
      {"--ptx", [](Command& c) { make(c, Make::kPtx); }},
      {"-lineinfo",
       [](Command& c) { c.device.push_back("-gline-tables-only"); }},
      {"-use_fast_math", [](Command& c) { c.device.push_back("-ffast-math"); }},
      {"-g", [](Command& c) { c.host.push_back("-g"); }},
      {"-MD", [](Command& c) { c.depend.push_back("-MD"); }},
      {"--keep", [](Command& c) { c.keep = true; }},
      {"-v", [](Command& c) { c.verbose = true; }},
      {"--version", [](Command& c) { c.version = true; }},
      // What clang does without being asked.
      {"--extended-lambda", nothing},
      {"--expt-relaxed-constexpr", nothing},
      {"--no-compress", nothing},
      {"-forward-unknown-to-host-compiler", nothing},
  };
  return table;
}

/// Options that g++ and clang share, to which nvcc adds nothing.
bool is_host(const std::string& word) {
  return word.rfind("-O", 0) == 0 || word.rfind("-f", 0) == 0 ||
         word.rfind("-W", 0) == 0 || word == "-pthread";
}

/// Takes the option in `word` with its value, which may be the word after it.
bool take_valued(Command& command, const std::string& word,
                 const std::vector<std::string>& words, size_t& at) {
  for (const auto& [name, action] : with_value()) {
    const bool letter = name.size() == 2 && name != "-x" && name != "-o";
    if (word == name) {
      if (++at == words.size()) throw Refused(name + " needs a value");
      action(command, words[at]);
      return true;
    }
    if (word.rfind(name, 0) != 0) continue;
    if (letter) {
      action(command, word.substr(2));
      return true;
    }
    if (word[name.size()] != '=') continue;
    action(command, word.substr(name.size() + 1));
    return true;
  }
  return false;
}

}  // namespace

Command parse(const std::vector<std::string>& arguments) {
  Command command;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string& word = arguments[i];
    if (const auto it = plain().find(word); it != plain().end()) {
      it->second(command);
    } else if (word.empty() || word[0] != '-') {
      const auto kind = fs::path(word).extension();
      if (kind == ".o" || kind == ".a" || kind == ".so" || kind == ".cpp") {
        command.objects.push_back(word);
      } else {
        command.sources.emplace_back(word);
      }
    } else if (!take_valued(command, word, arguments, i)) {
      if (!is_host(word)) throw Refused("clang has no such option: " + word);
      command.host.push_back(word);
    }
  }
  if (command.archs.empty()) add_arch(command, "75", true);
  const auto wanted = [](const Arch& arch) { return arch.ptx; };
  if (std::any_of(command.archs.begin(), command.archs.end(), wanted)) {
    std::erase_if(command.archs, std::not_fn(wanted));
  }
  return command;
}

}  // namespace learn::clang
