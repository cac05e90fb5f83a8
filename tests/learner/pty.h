// SPDX-License-Identifier: MIT
// A program on a terminal of its own: what a person would see and type.
#pragma once

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
#include <utmp.h>

#include <array>
#include <cctype>
#include <chrono>
#include <cstring>
#include <string>
#include <vector>

#include "runner/base/text_file.h"
#include "runner/process/process.h"

class Pty {
 public:
  Pty(const learn::Command& command, int columns, int rows) {
    winsize size{};
    size.ws_col = static_cast<unsigned short>(columns);
    size.ws_row = static_cast<unsigned short>(rows);
    if (openpty(&master_, &slave_, nullptr, nullptr, &size) != 0) _exit(99);
    fcntl(master_, F_SETFD, FD_CLOEXEC);
    tcgetattr(slave_, &before_);
    child_ = fork();
    if (child_ != 0) return;
    login_tty(slave_);
    for (const auto& [name, value] : command.environment) {
      setenv(name.c_str(), value.c_str(), 1);
    }
    std::vector<char*> argv;
    for (const auto& word : command.argv) {
      argv.push_back(const_cast<char*>(word.c_str()));
    }
    argv.push_back(nullptr);
    execv(argv[0], argv.data());
    _exit(127);
  }
  ~Pty() {
    if (child_ > 0) kill(child_, SIGKILL);
    if (child_ > 0) waitpid(child_, nullptr, 0);
    close(master_);
    close(slave_);
  }
  Pty(const Pty&) = delete;
  Pty& operator=(const Pty&) = delete;

  void type(const std::string& keys) {
    seen_ = raw_.size();
    [[maybe_unused]] const auto n = write(master_, keys.data(), keys.size());
  }
  void resize(int columns, int rows) {
    seen_ = raw_.size();
    winsize size{};
    size.ws_col = static_cast<unsigned short>(columns);
    size.ws_row = static_cast<unsigned short>(rows);
    ioctl(master_, TIOCSWINSZ, &size);
  }
  void send(int signal) const { kill(child_, signal); }

  /// Reads until a whole screen holds `text`; false after a minute. The screens
  /// are looked at in their order, from the one that showed the last text, or
  /// from what came after the last key: none is missed that stood for a moment.
  bool shows(const std::string& text) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    while (std::chrono::steady_clock::now() < end) {
      read_some(100);
      for (auto at = raw_.find(kScreen, seen_); at != std::string::npos;) {
        const auto end_of_it = raw_.find(kScreenEnd, at);
        if (end_of_it == std::string::npos) break;
        if (plain(raw_.substr(at, end_of_it - at)).find(text) !=
            std::string::npos) {
          seen_ = at;
          return true;
        }
        at = raw_.find(kScreen, end_of_it);
      }
    }
    return false;
  }
  /// The whole screen that stands there now, without colours.
  std::string screen() const {
    const auto end = raw_.rfind(kScreenEnd);
    const auto at = raw_.rfind(kScreen, end);
    if (end == std::string::npos || at == std::string::npos) return "";
    return plain(raw_.substr(at, end - at));
  }
  /// Everything that came, with its escape sequences.
  const std::string& raw() const { return raw_; }

  /// Waits for the end (or a stop) and answers with waitpid's status.
  int end(int options = 0) {
    int status = 0;
    while (waitpid(child_, &status, options | WNOHANG) != child_) {
      read_some(20);
    }
    read_some(20);
    if (!WIFSTOPPED(status)) child_ = -1;
    return status;
  }
  /// Whether the terminal is set as it was before the program started.
  bool as_before() const {
    termios now{};
    tcgetattr(slave_, &now);
    return now.c_iflag == before_.c_iflag && now.c_oflag == before_.c_oflag &&
           now.c_cflag == before_.c_cflag && now.c_lflag == before_.c_lflag &&
           std::memcmp(now.c_cc, before_.c_cc, sizeof now.c_cc) == 0;
  }

  static std::string plain(const std::string& text) {
    std::string result;
    for (size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '\r') continue;
      if (text[i] != '\033') {
        result += text[i];
        continue;
      }
      while (i < text.size() && std::isalpha(text[i]) == 0) ++i;
    }
    return result;
  }

 private:
  void read_some(int milliseconds) {
    pollfd wait{master_, POLLIN, 0};
    std::array<char, 4096> buffer;
    while (poll(&wait, 1, milliseconds) > 0) {
      const auto got = read(master_, buffer.data(), buffer.size());
      if (got <= 0) return;
      raw_.append(buffer.data(), static_cast<size_t>(got));
      milliseconds = 0;
    }
  }

  static constexpr const char* kScreen = "\033[H";     // begins one
  static constexpr const char* kScreenEnd = "\033[J";  // ends it

  int master_ = -1, slave_ = -1;
  pid_t child_ = -1;
  termios before_{};
  std::string raw_;
  size_t seen_ = 0;  // where in it shows() goes on
};
