# SPDX-License-Identifier: MIT
# Where tests find the headers of CUDA libraries: in the toolkit, or where
# cmake/library_headers.sh puts them. They may come after the first configuring.
set(LOCKSTEP_LIBRARY_HEADERS
  ${PROJECT_SOURCE_DIR}/.toolchain/libraries/include)

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

# A test that cannot be built here, and why.
function(lockstep_skipped_test name labels reason)
  add_test(NAME ${name} COMMAND sh -c "echo 'skipped: ${reason}'; exit 77")
  set_tests_properties(${name} PROPERTIES
    LABELS "${labels}" SKIP_RETURN_CODE 77)
endfunction()
