// SPDX-License-Identifier: MIT
// Archives and folders that try to bring in files of others.
#include <doctest/doctest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "runner/base/scratch.h"
#include "runner/base/stop.h"
#include "runner/base/text_file.h"
#include "runner/grade/submission.h"
#include "tests/grade/grading.h"

namespace {

namespace fs = learn::fs;

/// Writes archives with Python's own modules: they make any name and kind.
bool python(const fs::path& folder, const std::string& program) {
  learn::Limits limits;
  limits.small = false;
  const auto outcome = learn::run_limited(
      {{"python3", "-c", "import io, tarfile, zipfile\n" + program},
       {},
       folder},
      limits);
  INFO(outcome.err.text());
  CHECK((outcome.ok() || outcome.end == learn::Outcome::End::kNotStarted));
  return outcome.ok();
}

/// Read once: another user may not be able to.
const std::vector<learn::Lesson>& lessons() {
  const learn::Place place{FIXTURES, BUILD};
  static const std::vector<learn::Lesson> kAll{learn::find_lesson(place, "90")};
  return kAll;
}

learn::Submission read(const fs::path& path) {
  return learn::read_submission(path, lessons(), true);
}

std::string refusal(const learn::Submission& submission) {
  const auto found = submission.exercises.find("90_adds");
  return found == submission.exercises.end() ? "none" : found->second.refusal;
}

std::string text(const learn::Submission& submission) {
  const auto found = submission.exercises.find("90_adds");
  return found == submission.exercises.end() ? "none" : found->second.text;
}

const std::string kTar =
    "def add(name, data=b'mine', kind=tarfile.REGTYPE, link=''):\n"
    "  info = tarfile.TarInfo(name)\n"
    "  info.size = len(data); info.type = kind; info.linkname = link\n"
    "  tar.addfile(info, io.BytesIO(data))\n";

}  // namespace

TEST_SUITE("archive") {
  TEST_CASE("a name is the folder's or archive's") {
    CHECK(learn::student_name("/x/alice") == "alice");
    CHECK(learn::student_name("/x/alice/") == "alice");
    CHECK(learn::student_name("/x/alice.tar.gz") == "alice");
    CHECK(learn::student_name("/x/a.b.zip") == "a.b");
  }

  TEST_CASE("tar files") {
    const learn::ScratchFolder scratch;
    const auto& folder = scratch.path();
    const bool there = python(
        folder,
        kTar +
            "for name, mode in [('a.tar', 'w'), ('b.tar.gz', 'w:gz'), "
            "('c.tgz', 'w:gz')]:\n"
            "  tar = tarfile.open(name, mode)\n"
            "  add('./b/90_adds/exercise.cu'); add('b/90_adds/lesson.toml')\n"
            "  add('../up'); add('/tmp/lockstep_absolute'); tar.close()\n"
            "tar = tarfile.open('link.tar', 'w')\n"
            "add('90_adds/exercise.cu', b'', tarfile.SYMTYPE, "
            "'/etc/passwd'); tar.close()\n"
            "tar = tarfile.open('hard.tar', 'w')\n"
            "add('90_adds/exercise.cu', b'', tarfile.LNKTYPE, "
            "'/etc/passwd'); tar.close()\n"
            "tar = tarfile.open('twice.tar', 'w')\n"
            "add('90_adds/exercise.cu'); add('90_adds/exercise.cu', b'b')\n"
            "tar.close()\n"
            "tar = tarfile.open('up.tar', 'w')\n"
            "add('../90_adds/exercise.cu'); add('/90_adds/exercise.cu')\n"
            "add('x/y/90_adds/exercise.cu'); tar.close()\n"
            "tar = tarfile.open('pipe.tar', 'w')\n"
            "add('exercise.cu', b'', tarfile.FIFOTYPE); tar.close()\n"
            "tar = tarfile.open('bomb.tar.gz', 'w:gz')\n"
            "add('exercise.cu', bytes(1 << 26)); tar.close()\n"
            "tar = tarfile.open('many.tar', 'w')\n"
            "add('x', b''); tar.close()\n"
            "header = open('many.tar', 'rb').read()[:512]\n"
            "open('many.tar', 'wb').write(header * 100001)\n"
            "open('cut.tar', 'wb').write(open('a.tar', 'rb').read()[:700])\n"
            "open('none.tgz', 'wb').write(b'no archive')\n");
    if (!there) return;
    for (const auto* name : {"a.tar", "b.tar.gz", "c.tgz"}) {
      CHECK_MESSAGE(text(read(folder / name)) == "mine", name);
    }
    CHECK(!fs::exists(folder.parent_path() / "up"));
    CHECK(!fs::exists("/tmp/lockstep_absolute"));
    const auto complains = [&](const char* name, const char* sentence) {
      const auto submission = read(folder / name);
      INFO(name << ": " << refusal(submission));
      CHECK(text(submission) != "mine");
      CHECK(refusal(submission).find(sentence) != std::string::npos);
    };
    complains("link.tar", "is a link or no plain file");
    complains("hard.tar", "is a link or no plain file");
    complains("pipe.tar", "is a link or no plain file");
    complains("twice.tar", "stands 2 times");
    complains("up.tar", "none");
    complains("bomb.tar.gz", "longer than 256 KB");
    for (const auto* name : {"many.tar", "cut.tar", "none.tgz"}) {
      const auto submission = read(folder / name);
      CHECK_MESSAGE(text(submission) == "none", name);
      CHECK_MESSAGE(submission.notes.size() == 1, name);
    }
  }

  TEST_CASE("zip files") {
    const learn::ScratchFolder scratch;
    const auto& folder = scratch.path();
    const bool there = python(
        folder,
        "import warnings; warnings.simplefilter('ignore')\n"
        "def make(name, *members):\n"
        "  with zipfile.ZipFile(name, 'w', zipfile.ZIP_DEFLATED) as z:\n"
        "    for path, data, mode in members:\n"
        "      info = zipfile.ZipInfo(path); info.create_system = 3\n"
        "      info.external_attr = mode << 16\n"
        "      info.compress_type = zipfile.ZIP_DEFLATED\n"
        "      z.writestr(info, data)\n"
        "f = 0o100644\n"
        "make('good.zip', ('my work/lessons/90_adds/exercise.cu', 'mine', f), "
        "('../up', 'x', f), ('/tmp/lockstep_absolute', 'x', f))\n"
        "make('link.zip', ('exercise.cu', '/etc/passwd', 0o120777))\n"
        "make('twice.zip', ('exercise.cu', 'a', f), ('exercise.cu', 'b', f))\n"
        "make('up.zip', ('../exercise.cu', 'mine', f))\n"
        "make('bomb.zip', ('exercise.cu', bytes(1 << 26), f))\n"
        "make('star.zip', ('[a]*/exercise.cu', 'mine', f))\n"
        "open('none.zip', 'wb').write(b'PK')\n");
    if (!there) return;
    CHECK(text(read(folder / "good.zip")) == "mine");
    CHECK(!fs::exists("/tmp/lockstep_absolute"));
    const auto complains = [&](const char* name, const char* sentence) {
      const auto submission = read(folder / name);
      INFO(name << ": " << refusal(submission));
      CHECK(text(submission) != "mine");
      CHECK(refusal(submission).find(sentence) != std::string::npos);
    };
    complains("link.zip", "is a link or no plain file");
    complains("twice.zip", "stands 2 times");
    complains("up.zip", "none");
    complains("bomb.zip", "longer than 256 KB");
    // What a program would take for a pattern or an option is a name here.
    CHECK(text(read(folder / "star.zip")) == "mine");
    CHECK(read(folder / "none.zip").notes.size() == 1);
  }

  TEST_CASE("no name of an archive or member is more than a name") {
    const learn::ScratchFolder scratch;
    const auto& folder = scratch.path();
    const bool there = python(
        folder,
        "def make(name, *members):\n"
        "  with zipfile.ZipFile(name, 'w') as z:\n"
        "    for path, data in members: z.writestr(path, data)\n"
        "make('alice.zip', ('exercise.cu', 'hers'))\n"
        "make('[a]lice.zip', ('other.cu', 'mine'))\n"
        "make('-d.zip', ('-d/exercise.cu', 'mine'), ('x.txt', 'other'))\n"
        "make('x.zip', ('-x/exercise.cu', 'mine'))\n"
        "make('long.zip', ('f' * 60000 + '/exercise.cu', 'mine'))\n"
        "make('umlaut.zip', ('Übung/exercise.cu', 'mine'))\n"
        "make('latin.zip', ('Uebung/exercise.cu', 'mine'))\n"
        "raw = open('latin.zip', 'rb').read()\n"
        "open('latin.zip', 'wb').write(raw.replace(b'Ue', b'\\xdc\\xff'))\n" +
            kTar +
            "for name, form in [('gnu.tar', tarfile.GNU_FORMAT), "
            "('pax.tar', tarfile.PAX_FORMAT), "
            "('ustar.tar', tarfile.USTAR_FORMAT)]:\n"
            "  tar = tarfile.open(name, 'w', format=form)\n"
            "  add('Übung/exercise.cu'); tar.close()\n"
            "tar = tarfile.open('latin.tar', 'w', encoding='latin-1', "
            "format=tarfile.GNU_FORMAT)\n"
            "add('Übung/exercise.cu'); tar.close()\n"
            "tar = tarfile.open('options.tar', 'w')\n"
            "add('--to-command=touch x/exercise.cu'); tar.close()\n");
    if (!there) return;
    CHECK(text(read(folder / "[a]lice.zip")) == "none");
    CHECK(text(read(folder / "alice.zip")) == "hers");
    for (const auto* name :
         {"-d.zip", "x.zip", "long.zip", "umlaut.zip", "latin.zip", "gnu.tar",
          "pax.tar", "ustar.tar", "latin.tar", "options.tar"}) {
      const auto submission = read(folder / name);
      CHECK_MESSAGE(text(submission) == "mine", name, " ", refusal(submission));
      CHECK_MESSAGE(submission.fault.empty(), name);
    }
  }

  TEST_CASE("archives that cost too much, or need a password") {
    const learn::ScratchFolder scratch;
    const auto& folder = scratch.path();
    const bool there =
        python(folder,
               "import gzip\n"
               "with zipfile.ZipFile('secret.zip', 'w') as z:\n"
               "  z.writestr('exercise.cu', 'mine' * 9)\n"
               "raw = bytearray(open('secret.zip', 'rb').read())\n"
               "raw[6] |= 1; raw[raw.rfind(b'PK\\x01\\x02') + 8] |= 1\n"
               "open('secret.zip', 'wb').write(raw)\n" +
                   kTar +
                   // Members of gzip may follow one another: 1088 MB of zeros.
                   "tar = tarfile.open('one.tar', 'w')\n"
                   "add('zeros', bytes(64 << 20)); tar.close()\n"
                   "one = gzip.compress(open('one.tar', 'rb').read()[:512 + "
                   "(64 << 20)], 1)\n"
                   "tar = tarfile.open('late.tar', 'w')\n"
                   "add('exercise.cu'); tar.close()\n"
                   "late = gzip.compress(open('late.tar', 'rb').read())\n"
                   "open('sum.tar.gz', 'wb').write(one * 17 + late)\n"
                   "open('few.tar.gz', 'wb').write(one * 2 + late)\n"
                   "import subprocess\n"
                   "open('exercise.cu', 'wb').truncate(8 << 30)\n"
                   "subprocess.run(['tar', '--create', '--sparse', '--file', "
                   "'sparse.tar', 'exercise.cu'], check=True)\n");
    if (!there) return;
    const auto secret = read(folder / "secret.zip");
    CHECK(refusal(secret).find("must have no password") != std::string::npos);
    CHECK(text(read(folder / "few.tar.gz")) == "mine");
    const auto sum = read(folder / "sum.tar.gz");
    CHECK(sum.refusal == "the archive unpacks to more than 1024 MB");
    CHECK(text(sum) == "none");
    const auto sparse = read(folder / "sparse.tar");
    CHECK_MESSAGE(
        refusal(sparse).find("longer than 256 KB") != std::string::npos,
        refusal(sparse), sparse.refusal, sparse.fault);
  }

  TEST_CASE("a checksum or a length that is wrong refuses the archive") {
    const learn::ScratchFolder scratch;
    const auto& folder = scratch.path();
    // Random text, of more than the blocks that readers fetch at once.
    const bool there = python(
        folder,
        kTar +
            "import random, zlib\n"
            "random.seed(1)\n"
            "text = b''.join(b'%d\\n' % random.getrandbits(60) for _ in "
            "range(20000))\n"
            "def make(name, mode):\n"
            "  global tar; tar = tarfile.open(name, mode)\n"
            "  add('exercise.cu'); add('notes', text); tar.close()\n"
            "def changed(name, to, at):\n"
            "  raw = bytearray(open(name, 'rb').read())\n"
            "  raw[at] ^= 1; open(to, 'wb').write(raw)\n"
            "make('good.tar.gz', 'w:gz')\n"
            "raw = open('good.tar.gz', 'rb').read()\n"
            "changed('good.tar.gz', 'sum.tar.gz', -8)\n"
            "changed('good.tar.gz', 'length.tar.gz', -4)\n"
            "open('cut.tar.gz', 'wb').write(raw[:-1])\n"
            "open('padded.tar.gz', 'wb').write(raw + bytes(512))\n"
            "empty = bytearray(__import__('gzip').compress(b''))\n"
            "open('two.tar.gz', 'wb').write(raw + empty)\n"
            "empty[-8] ^= 1\n"
            "open('second.tar.gz', 'wb').write(raw + empty)\n"
            "for kind in ['bz2', 'xz']:\n"
            "  make('good.tar.' + kind + '.tar', 'w:' + kind)\n"
            "  changed('good.tar.' + kind + '.tar', kind + '.tar', -60)\n"
            "with zipfile.ZipFile('stored.zip', 'w') as z:\n"
            "  z.writestr('exercise.cu', 'mine')\n"
            "raw = open('stored.zip', 'rb').read()\n"
            "open('text.zip', 'wb').write(raw.replace(b'mine', b'MINE'))\n");
    if (!there) return;
    for (const auto* name : {"good.tar.gz", "padded.tar.gz", "two.tar.gz",
                             "good.tar.bz2.tar", "good.tar.xz.tar"}) {
      CHECK_MESSAGE(text(read(folder / name)) == "mine", name);
    }
    for (const auto* name : {"sum.tar.gz", "length.tar.gz", "cut.tar.gz",
                             "second.tar.gz", "bz2.tar", "xz.tar"}) {
      const auto submission = read(folder / name);
      CHECK_MESSAGE(text(submission) == "none", name);
      CHECK_MESSAGE(
          submission.refusal == "the archive is damaged, or of another kind",
          name);
    }
    CHECK(refusal(read(folder / "text.zip")).find("is damaged") !=
          std::string::npos);
  }

  TEST_CASE("one name in two spellings stands twice") {
    const learn::ScratchFolder scratch;
    const auto& folder = scratch.path();
    if (!python(folder, kTar +
                            "tar = tarfile.open('a.tar', 'w')\n"
                            "add('./90_adds/exercise.cu', b'one')\n"
                            "add('90_adds/.//exercise.cu'); tar.close()\n")) {
      return;
    }
    CHECK(refusal(read(folder / "a.tar")).find("stands 2 times") !=
          std::string::npos);
  }

  TEST_CASE("what is written replaces no device and follows no link") {
    const learn::ScratchFolder scratch;
    const auto& folder = scratch.path();
    CHECK_THROWS_AS(learn::write_text("/dev/full", "text"), learn::Stop);
    CHECK(fs::is_character_file("/dev/full"));
    learn::write_text(folder / "victim", "theirs");
    for (const auto* name : {"mark.new", "mark.new-0"}) {
      fs::create_symlink("victim", folder / name);
    }
    fs::create_symlink(
        "victim", folder / ("mark.new-" + std::to_string(getpid()) + "-0"));
    learn::write_text(folder / "mark", "ours");
    CHECK(learn::read_text(folder / "victim") == "theirs");
    CHECK(learn::read_text(folder / "mark") == "ours");
    CHECK_FALSE(fs::is_symlink(folder / "mark"));
  }

  TEST_CASE("an archive that this machine cannot read is nobody's fault") {
    const learn::ScratchFolder scratch;
    const auto file = scratch.path() / "alice.zip";
    learn::write_text(file, "PK");
    REQUIRE(!lessons().empty());
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      // Root reads everything: another user is needed to see it refused.
      fs::permissions(file, fs::perms::none);
      fs::permissions(scratch.path(), fs::perms::all);
      if (geteuid() == 0 && setresuid(65534, 65534, 65534) != 0) _exit(2);
      const auto submission = read(file);
      _exit(submission.fault.empty() || !submission.refusal.empty() ? 1 : 0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    CHECK(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 0);
  }

  TEST_CASE("folders") {
    const learn::ScratchFolder scratch;
    const auto& folder = scratch.path();
    const auto make = [&](const char* name) {
      fs::create_directories(folder / name);
      return folder / name;
    };
    learn::write_text(make("plain") / "exercise.cu", "mine");
    CHECK(text(read(folder / "plain")) == "mine");
    learn::write_text(make("real") / "exercise.cu", "answer");
    fs::create_symlink(folder / "real/exercise.cu",
                       make("link") / "exercise.cu");
    CHECK(refusal(read(folder / "link")).find("symbolic link") !=
          std::string::npos);
    fs::create_directory_symlink(folder / "real", make("way") / "90_adds");
    CHECK(refusal(read(folder / "way")).find("symbolic link") !=
          std::string::npos);
    fs::create_directory_symlink(folder / "plain", folder / "whole");
    CHECK(read(folder / "whole").refusal ==
          "the submission is a symbolic link");
    CHECK(text(read(folder / "whole")) == "none");
    learn::write_text(make("two") / "exercise.cu", "one");
    fs::create_directories(folder / "two/90_adds");
    learn::write_text(folder / "two/90_adds/exercise.cu", "other");
    CHECK(refusal(read(folder / "two")).find("not the only file") !=
          std::string::npos);
    mkfifo((make("pipe") / "exercise.cu").c_str(), 0600);
    CHECK(refusal(read(folder / "pipe")).find("no plain file") !=
          std::string::npos);
    learn::write_text(make("long") / "exercise.cu", std::string(1 << 20, ' '));
    CHECK(refusal(read(folder / "long")).find("at most 256 KB") !=
          std::string::npos);
  }
}
