# SPDX-License-Identifier: MIT
# What `cmake --install` puts where: the emulator on its own (docs/testing.md).
# Everything is found from bin/lockstep and from Lockstep's own folder, so the
# prefix may be moved. cmake/wheel.py makes a Python wheel of the same files.
include(CMakePackageConfigHelpers)

# A wheel carries the libraries that a machine may lack; elsewhere that folder is
# not there. The paths are those of the build as well: nothing is rewritten.
set_target_properties(cudart PROPERTIES
  BUILD_WITH_INSTALL_RPATH ON INSTALL_RPATH "$ORIGIN/carried")
set_target_properties(cuda_driver former_cudart PROPERTIES
  BUILD_WITH_INSTALL_RPATH ON INSTALL_RPATH "$ORIGIN")
set_target_properties(lockstep PROPERTIES
  BUILD_WITH_INSTALL_RPATH ON INSTALL_RPATH "$ORIGIN/../lib/lockstep/carried")

install(TARGETS cudart LIBRARY DESTINATION lib/lockstep)
install(TARGETS cuda_driver former_cudart
  LIBRARY DESTINATION lib/lockstep NAMELINK_SKIP)
install(TARGETS lockstep RUNTIME DESTINATION bin)
# The command is for programs of all three libraries.
add_dependencies(lockstep cuda_driver former_cudart)

# A report names docs/diagnostics/NAME.md, which is found below this folder.
install(FILES LICENSE DESTINATION share/doc/lockstep)
install(DIRECTORY docs/diagnostics DESTINATION share/doc/lockstep/docs
  FILES_MATCHING PATTERN "*.md")
install(FILES docs/testing.md docs/report.md docs/step.md docs/devices.md
  docs/counting.md docs/driver-api.md docs/floor.md docs/memory-model.md docs/html-report.md
  DESTINATION share/doc/lockstep/docs OPTIONAL)  # a student's copy has fewer

write_basic_package_version_file(LockstepConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES cmake/package/LockstepConfig.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/LockstepConfigVersion.cmake
  DESTINATION lib/cmake/Lockstep)
