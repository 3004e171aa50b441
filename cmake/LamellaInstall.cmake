# The library for other projects: one shared library made of the objects of all folders, their headers, and a
# package that find_package(lamella) finds. Third-party libraries stay inside it; users need Eigen only.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

get_property(folders GLOBAL PROPERTY LAMELLA_FOLDERS)
get_property(libraries GLOBAL PROPERTY LAMELLA_LIBRARIES)
list(REMOVE_DUPLICATES libraries)
list(TRANSFORM folders REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>" OUTPUT_VARIABLE objects)

# The program, which links the folders themselves, owns the target name `lamella`.
add_library(lamella_shared SHARED ${objects})
add_library(lamella::lamella ALIAS lamella_shared)
set_target_properties(lamella_shared PROPERTIES
  OUTPUT_NAME lamella EXPORT_NAME lamella LINKER_LANGUAGE CXX
  VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
target_compile_features(lamella_shared INTERFACE cxx_std_20)
target_include_directories(lamella_shared INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_link_libraries(lamella_shared PUBLIC Eigen3::Eigen PRIVATE ${libraries})
# The headers hold packs and Eigen types whose layout depends on the instruction level: users compile for
# the same one, and without contraction, so that inlined code gives the library's bits.
target_compile_options(lamella_shared INTERFACE -ffp-contract=off -Wno-psabi $<$<BOOL:${LAMELLA_ARCH}>:-march=${LAMELLA_ARCH}>)
if(LAMELLA_SANITIZE)
  target_link_options(lamella_shared PRIVATE -fsanitize=${LAMELLA_SANITIZE})
endif()

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/lamella)
install(TARGETS lamella_shared EXPORT lamellaTargets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/lamella/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/lamella
  COMPONENT library FILES_MATCHING PATTERN *.hpp)
install(EXPORT lamellaTargets NAMESPACE lamella:: DESTINATION ${package_folder} COMPONENT library)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/lamellaConfig.cmake.in lamellaConfig.cmake
  INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(lamellaConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/lamellaConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/lamellaConfigVersion.cmake
  DESTINATION ${package_folder} COMPONENT library)
if(TARGET lamella)
  install(TARGETS lamella RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
endif()
