// SPDX-License-Identifier: MIT
// An image is registered for all devices, as nvcc's start-up code does it, and
// read at once for the one that it is loaded for: the program may give its
// memory back then.
#include "simt/context/image_code.h"

#include <cstring>

#include "simt/context/loader.h"
#include "simt/context/variables.h"
#include "simt/fatbin/fatbin.h"
#include "simt/fatbin/mapped.h"
#include "simt/fatbin/wrapper.h"

namespace simt::cudart {
namespace {

constexpr uint32_t kContainerMagic = 0xBA55ED50;
constexpr uint32_t kElfMagic = 0x464C457F;  // "\x7f" "ELF"

uint32_t magic_of(const void* image) {
  uint32_t magic = 0;
  fatbin::read_mapped(image, &magic, sizeof(magic));
  return magic;
}

bool is_linked(const void* image) {
  char magic[kLinkedMagic.size()];
  return fatbin::read_mapped(image, magic, sizeof(magic)) &&
         std::string_view(magic, sizeof(magic)) == kLinkedMagic;
}

bool is_packed(const void* image) {
  const uint32_t magic = magic_of(image);
  return magic == kContainerMagic || magic == fatbin::kWrapperMagic;
}

/// The wrapper of packed code; `made` is for a container that has none.
const void* wrapper_of(const void* image, fatbin::Wrapper& made) {
  if (magic_of(image) == fatbin::kWrapperMagic) return image;
  made.container = static_cast<const char*>(image);
  return &made;
}

cudaError_t unpack(State& s, const void* image, std::vector<std::string>& texts,
                   std::string& sentence) {
  fatbin::Wrapper made;
  const auto listed = fatbin::read_wrapper(wrapper_of(image, made), sentence);
  if (!listed) return cudaErrorInvalidKernelImage;
  const Profile& profile = *s.device().profile;
  const auto chosen =
      fatbin::choose_ptx(*listed, profile.major * 10 + profile.minor, sentence);
  for (const fatbin::Entry* entry : chosen) texts.push_back(entry->payload);
  return chosen.empty() ? cudaErrorNoKernelImageForDevice : cudaSuccess;
}

Binary& binary_of(State& s, const Image& image) {
  return s.devices[static_cast<size_t>(image.device)].modules.binary(
      image.binary);
}

}  // namespace

std::string linked_image(const std::vector<std::string>& texts) {
  std::string image(kLinkedMagic);
  for (const std::string& text : texts) image += text + '\0';
  return image + '\0';
}

cudaError_t texts_of(State& s, const void* image,
                     std::vector<std::string>& texts, std::string& sentence) {
  if (is_packed(image)) return unpack(s, image, texts, sentence);
  if (is_linked(image)) {
    const char* at = static_cast<const char*>(image) + kLinkedMagic.size();
    for (; *at != '\0'; at += texts.back().size() + 1) texts.emplace_back(at);
    return cudaSuccess;
  }
  if (magic_of(image) == kElfMagic) {
    sentence =
        "a loaded module holds no PTX, only machine code (a cubin); give the "
        "call PTX, of nvcc -ptx or nvrtcGetPTX";
    return cudaErrorNoKernelImageForDevice;
  }
  texts.emplace_back(static_cast<const char*>(image));
  return cudaSuccess;
}

cudaError_t load_image(State& s, const void* image, Image** made,
                       std::string& sentence) {
  if (!image || !made) return cudaErrorInvalidValue;
  const bool packed = is_packed(image);
  std::vector<std::string> texts;
  const cudaError_t error =
      packed ? cudaSuccess : texts_of(s, image, texts, sentence);
  if (error != cudaSuccess) {
    refuse_code(s, sentence);
    return error;
  }
  fatbin::Wrapper own;
  size_t index = 0;
  for (Device& device : s.devices) index = device.modules.add_binary(nullptr);
  Binary& binary = s.device().modules.binary(index);
  if (packed) binary.wrapper = wrapper_of(image, own);
  binary.texts = std::move(texts);
  const cudaError_t loaded = load(s, binary);
  binary.wrapper = nullptr;
  binary.texts.clear();
  if (loaded != cudaSuccess) {
    sentence = s.refused.back();
    return loaded;
  }
  Image& added = s.images.add();
  added.device = s.current;
  added.binary = index;
  *made = &added;
  return cudaSuccess;
}

void unload_image(State& s, Image& image) {
  image.ended = true;
  Modules& modules = s.devices[static_cast<size_t>(image.device)].modules;
  for (auto& [symbol, kernel] : image.kernels) modules.end_kernel(&kernel);
  Binary& binary = binary_of(s, image);
  for (const auto& [symbol, memory] : binary.variables) {
    if (memory->device == image.device) s.memory.release(*memory);
  }
  binary.variables.clear();
}

std::vector<std::string> kernels_of(State& s, const Image& image) {
  std::vector<std::string> names;
  for (const ptx::Module& unit : binary_of(s, image).units) {
    for (const ptx::Function& function : unit.functions) {
      if (function.entry && !function.external) names.push_back(function.name);
    }
  }
  return names;
}

ImageKernel* kernel_of(State& s, Image& image, const std::string& symbol) {
  const auto known = image.kernels.find(symbol);
  if (known != image.kernels.end()) return &known->second;
  for (const std::string& name : kernels_of(s, image)) {
    if (name != symbol) continue;
    ImageKernel& made = image.kernels[symbol];
    made = {&image, symbol};
    s.devices[static_cast<size_t>(image.device)].modules.add_kernel(
        &binary_of(s, image), &made, symbol);
    return &made;
  }
  return nullptr;
}

Allocation* variable_of(State& s, const Image& image,
                        const std::string& symbol) {
  return variable_memory(s, binary_of(s, image), symbol);
}

}  // namespace simt::cudart
