# SPDX-License-Identifier: MIT
# Where tests find CUDA's libraries: in the toolkit, or where
# cmake/test_libraries.sh puts them. They may come after the first configuring.
set(LOCKSTEP_LIBRARY_HEADERS
  ${PROJECT_SOURCE_DIR}/.toolchain/libraries/include)
set(LOCKSTEP_NVRTC_FOLDER ${PROJECT_SOURCE_DIR}/.toolchain/nvrtc)

# The folder that has `header`, or nothing.
function(lockstep_library_header header result)
  file(GLOB found CONFIGURE_DEPENDS
    ${CMAKE_CUDA_COMPILER_TOOLKIT_ROOT}/include/${header}
    ${LOCKSTEP_LIBRARY_HEADERS}/${header})
  set(folder)
  if(found)
    list(GET found 0 file)
    cmake_path(GET file PARENT_PATH folder)
  endif()
  set(${result} ${folder} PARENT_SCOPE)
endfunction()

# The folder of nvrtc.h and the file of the library, or nothing.
function(lockstep_nvrtc include library)
  set(root ${CMAKE_CUDA_COMPILER_TOOLKIT_ROOT})
  file(GLOB header CONFIGURE_DEPENDS ${root}/include/nvrtc.h)
  file(GLOB file CONFIGURE_DEPENDS ${root}/lib64/libnvrtc.so
    ${root}/lib/libnvrtc.so.13)
  if(NOT header OR NOT file)
    file(GLOB header CONFIGURE_DEPENDS ${LOCKSTEP_NVRTC_FOLDER}/include/nvrtc.h)
    file(GLOB file CONFIGURE_DEPENDS ${LOCKSTEP_NVRTC_FOLDER}/lib/libnvrtc.so.13)
  endif()
  set(${include} PARENT_SCOPE)
  set(${library} PARENT_SCOPE)
  if(CMAKE_CROSSCOMPILING)
    return()  # the library is this machine's
  endif()
  if(header AND file)
    list(GET file 0 file)
    cmake_path(GET header PARENT_PATH folder)
    set(${include} ${folder} PARENT_SCOPE)
    set(${library} ${file} PARENT_SCOPE)
  endif()
endfunction()

# A test that cannot be built here, and why.
function(lockstep_skipped_test name labels reason)
  add_test(NAME ${name} COMMAND sh -c "echo 'skipped: ${reason}'; exit 77")
  set_tests_properties(${name} PROPERTIES
    LABELS "${labels}" SKIP_RETURN_CODE 77)
endfunction()
