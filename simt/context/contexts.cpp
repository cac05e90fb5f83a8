// SPDX-License-Identifier: MIT
// Contexts are never destroyed, so that no old handle means a new one.
#include "simt/context/contexts.h"

namespace simt::cudart {
namespace {

thread_local const char* driver_call = nullptr;

}  // namespace

Context& Contexts::primary(int device) {
  for (Context& context : all_) {
    if (context.primary && context.device == device) return context;
  }
  Context& made = create(device, 0);
  made.primary = true;
  return made;
}

Context& Contexts::create(int device, unsigned flags) {
  Context& made = all_.emplace_back();
  made.device = device;
  made.flags = flags;
  return made;
}

Context* Contexts::find(const void* handle) {
  for (Context& context : all_) {
    if (&context == handle) return &context;
  }
  return nullptr;
}

Context* Contexts::holder(void* memory) {
  for (Context& context : all_) {
    if (context.memory.contains(memory) || context.host_memory.contains(memory))
      return &context;
  }
  return nullptr;
}

bool ContextStack::push(Context* context) {
  if (size_ == kMost) return false;
  all_[size_++] = context;
  return true;
}

void ContextStack::set_top(Context* context) {
  pop();
  if (context != nullptr) push(context);
}

ContextStack& context_stack() {
  thread_local ContextStack stack{};
  return stack;
}

bool& runtime_in_use() {
  thread_local bool in_use = false;
  return in_use;
}

DriverCall::DriverCall(const char* name) : before_(driver_call) {
  driver_call = name;
}
DriverCall::~DriverCall() { driver_call = before_; }

bool in_driver_call() { return driver_call != nullptr; }

const char* called_as(const char* runtime_call) {
  return driver_call != nullptr ? driver_call : runtime_call;
}

}  // namespace simt::cudart
