# SPDX-License-Identifier: MIT
add_executable(fatbin_test
  ${CMAKE_CURRENT_LIST_DIR}/fatbin_container_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/fatbin_elf_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/fatbin_mapped_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/fatbin_nvcc_test.cpp)
lockstep_room(fatbin_test)
target_sources(fatbin_test PRIVATE $<TARGET_OBJECTS:lockstep_check_main>)
target_link_libraries(fatbin_test PRIVATE
  lockstep_options simt_fatbin doctest::doctest zstd lz4)
target_compile_definitions(fatbin_test PRIVATE
  FATBIN_CORPUS="${CMAKE_CURRENT_LIST_DIR}/../fuzz/corpus/fatbin")
add_test(NAME fatbin COMMAND fatbin_test)
set_tests_properties(fatbin PROPERTIES LABELS simt)
