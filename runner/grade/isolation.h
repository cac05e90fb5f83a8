// SPDX-License-Identifier: MIT
// Walls around code that is not trusted: bubblewrap where it works, another
// user where we are root, and a bare environment always.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "runner/base/place.h"
#include "runner/process/process.h"

namespace learn {

/// What one command may see.
struct Sight {
  fs::path folder;                // its working folder: it may write there
  std::vector<fs::path> visible;  // files and folders, read-only
  bool gpu = false;               // the GPU's devices, too
  /// Behind walls: a folder in memory of so many bytes stands in the place of
  /// `folder`, empty for each command; 0, or a bubblewrap that makes none:
  /// `folder` itself.
  uint64_t room = 0;
};

/// The program `name` in PATH, or where none is set in the usual folders;
/// empty: there is none that we may execute.
fs::path program_in_path(const std::string& name);

/// Users that nobody is, one for each job that runs at a time. They are ours
/// until this object ends: another grader on this machine takes others, so that
/// no job counts among the processes of another's.
class Users {
 public:
  /// Throws Stop when there are not `count` free ones. Locked files in a
  /// folder of root's tell which are taken: no submission can hold one.
  explicit Users(int count);
  ~Users();
  Users(const Users&) = delete;
  Users& operator=(const Users&) = delete;
  unsigned at(int slot) const { return numbers_.at(size_t(slot)); }

 private:
  std::vector<unsigned> numbers_;
  std::vector<int> claims_;  // files that are locked
};

/// Which of `paths` jobs cannot read, or not all of: as root they run as users
/// that own nothing. Otherwise none.
std::vector<fs::path> hidden_from_jobs(const std::vector<fs::path>& paths);

/// How commands are kept apart on this machine.
class Isolation {
 public:
  /// Looks whether bubblewrap is there and works; `wanted` false: without it.
  /// As root it takes users for `jobs` at a time, and throws Stop when these
  /// cannot read what they must see.
  static Isolation find(const Sight& typical, bool wanted, int jobs = 1);

  bool walls() const { return !bwrap_.empty(); }
  /// One sentence that says what is used, or why bubblewrap is not.
  const std::string& sentence() const { return sentence_; }
  /// Lines for who grades without walls: what that means and what to do; "".
  std::string warning() const;
  /// What to do for walls, where there are none.
  const std::string& remedy() const { return remedy_; }
  /// The user that job number `slot` (from 0) runs as; 0: the one we are.
  unsigned user(int slot) const { return users_ ? users_->at(slot) : 0; }
  /// Gives `folder` and what is in it to that user; -1: takes it back.
  void hand_over(const fs::path& folder, int slot) const;
  /// Puts the walls around `command`, whose environment becomes bare.
  void enclose(Command& command, const Sight& view) const;

 private:
  std::string bwrap_;
  bool sized_ = false;                  // bubblewrap knows --size
  std::shared_ptr<const Users> users_;  // null: we are not root
  std::string sentence_;
  std::string remedy_;  // what to do for walls
};

}  // namespace learn
