// SPDX-License-Identifier: MIT
// Cubins made here byte by byte: wrong offsets must do no harm.
#include <doctest/doctest.h>

#include <vector>

#include "simt/fatbin/elf.h"
#include "tests/host/fatbin_help.h"

namespace simt::fatbin {
namespace {

struct Part {
  std::string name;
  uint32_t type = 1;
  std::string bytes;
  uint64_t size = 0;  // where it has no bytes
  uint32_t link = 0;
};

/// An ELF file with `parts` as its sections 0, 1, ...; the names follow.
std::string elf_bytes(std::vector<Part> parts, uint16_t type, uint8_t sm) {
  std::string names(1, '\0');
  std::vector<uint32_t> name_offsets;
  parts.push_back({".shstrtab", 3, "", 0, 0});
  for (const Part& part : parts) {
    name_offsets.push_back(static_cast<uint32_t>(names.size()));
    names += part.name + '\0';
  }
  parts.back().bytes = names;
  std::string elf(
      "\x7f"
      "ELF\x02\x01",
      6);
  elf.resize(64);
  std::string headers;
  for (size_t i = 0; i < parts.size(); ++i) {
    std::string header(64, '\0');
    const uint64_t size =
        parts[i].bytes.empty() ? parts[i].size : parts[i].bytes.size();
    put<uint32_t>(header, 0x00, name_offsets[i]);
    put<uint32_t>(header, 0x04, parts[i].type);
    put<uint64_t>(header, 0x18, elf.size());
    put<uint64_t>(header, 0x20, size);
    put<uint32_t>(header, 0x28, parts[i].link);
    put<uint64_t>(header, 0x38, parts[i].type == 2 ? 24 : 0);
    headers += header;
    elf += parts[i].bytes;
  }
  put<uint16_t>(elf, 0x10, type);
  put<uint64_t>(elf, 0x28, elf.size());
  put<uint32_t>(elf, 0x30, 0x06000004u | (uint32_t{sm} << 8));
  put<uint16_t>(elf, 0x3C, static_cast<uint16_t>(parts.size()));
  put<uint16_t>(elf, 0x3E, static_cast<uint16_t>(parts.size() - 1));
  return elf + headers;
}

std::string info_record(uint8_t attribute, uint32_t symbol, uint32_t value) {
  std::string record;
  put<uint8_t>(record, 0, 4);
  put<uint8_t>(record, 1, attribute);
  put<uint16_t>(record, 2, 8);
  put<uint32_t>(record, 4, symbol);
  put<uint32_t>(record, 8, value);
  return record;
}

/// One kernel `scale`: 40 registers, a frame of 16 bytes, `shared` bytes.
std::string cubin(uint64_t shared, uint16_t type, uint8_t sm) {
  std::string symbols(48, '\0');
  put<uint32_t>(symbols, 24, 1);
  const std::string flag("\x02\x4c\x01\x00", 4);  // no sized record
  return elf_bytes(
      {{".text.scale", 1, "code", 0, 0},
       {".nv.shared.scale", 8, "", shared, 0},
       {".symtab", 2, symbols, 0, 3},
       {".strtab", 3, std::string("\0scale\0", 7), 0, 0},
       {".nv.info", 0x70000000,
        flag + info_record(0x2f, 1, 40) + info_record(0x12, 1, 99) +
            info_record(0x11, 1, 16) + info_record(0x2f, 7, 1),
        0, 2}},
      type, sm);
}

}  // namespace

TEST_CASE("registers, shared memory and frame of a kernel are found") {
  const auto kernels = read_resources(cubin(400, 2, 75));
  REQUIRE(kernels.size() == 1);
  const KernelResources& scale = kernels.at("scale");
  CHECK(scale.registers == 40);
  CHECK(scale.static_shared == 400);
  CHECK(scale.stack == 16);
}

TEST_CASE("what sm_90 reserves is no static shared memory") {
  CHECK(read_resources(cubin(1424, 2, 90)).at("scale").static_shared == 400);
  CHECK(read_resources(cubin(1024, 2, 120)).at("scale").static_shared == 0);
  CHECK(read_resources(cubin(400, 1, 90)).at("scale").static_shared == 400);
  CHECK(read_resources(cubin(1424, 2, 80)).at("scale").static_shared == 1424);
}

TEST_CASE("bytes that are no cubin have no kernels") {
  CHECK(read_resources("").empty());
  CHECK(read_resources(std::string(200, 'x')).empty());
  CHECK(read_resources("\x7f"
                       "ELF\x01\x01")
            .empty());
}

TEST_CASE("a cubin that is cut or bent anywhere does no harm") {
  const std::string whole = cubin(400, 2, 75);
  for (size_t size = 0; size < whole.size(); ++size) {
    read_resources(whole.substr(0, size));
  }
  for (size_t i = 0; i + 4 <= whole.size(); ++i) {
    std::string bent = whole;
    put<uint32_t>(bent, i, 0xFFFFFFF0);
    CHECK(read_resources(bent).size() <= 1);
  }
}

}  // namespace simt::fatbin
