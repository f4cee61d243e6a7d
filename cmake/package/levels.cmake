# What packages contain, built with VITRINE_PACKAGE: nothing of it depends on the processor or the folder that it is built on.
#
# On x86-64, core is a shared library that is built for several levels of that processor. They are installed side by side below
# glibc-hwcaps, where the system's loader takes the highest level that the processor has. The program itself is of the lowest.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
  set(vitrine_levels v2 v3 v4)
  set(core_folder /glibc-hwcaps/x86-64-)
else()
  set(vitrine_levels "any")
endif()
list(GET vitrine_levels 0 lowest)
set(library_folder "${CMAKE_INSTALL_LIBDIR}/vitrine")

# The program is where it finds the libraries before and after it is installed.
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
set(CMAKE_BUILD_WITH_INSTALL_RPATH ON)
set(CMAKE_INSTALL_RPATH "$ORIGIN/../${library_folder}")

add_compile_options("-ffile-prefix-map=${PROJECT_SOURCE_DIR}=.")
# All levels exchange Eigen's types, so they have to agree on their alignment.
add_compile_definitions(EIGEN_MAX_ALIGN_BYTES=64 EIGEN_MAX_STATIC_ALIGN_BYTES=64)

# The shared library of each level, to which folders add their objects. What it calls in itself must not be replaced by the
# program's copy of an inline function, which is of the lowest level.
foreach(level IN LISTS vitrine_levels)
  add_library(vitrine_core_${level} SHARED)
  set(own_folder "${library_folder}")
  if(core_folder)
    string(APPEND own_folder "${core_folder}${level}")
  endif()
  file(RELATIVE_PATH up "${PROJECT_BINARY_DIR}/${own_folder}" "${PROJECT_BINARY_DIR}/${library_folder}")
  set_target_properties(vitrine_core_${level} PROPERTIES OUTPUT_NAME vitrine-core LINKER_LANGUAGE CXX INSTALL_RPATH "$ORIGIN/${up}"
    LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/${own_folder}")
  target_link_options(vitrine_core_${level} PRIVATE -Wl,-Bsymbolic-functions)
  install(TARGETS vitrine_core_${level} LIBRARY DESTINATION "${own_folder}" PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
endforeach()

# Makes a folder's objects for every level, and a target with its name that stands for the shared library: from the caller's
# sources, headers, arg_DEPENDS and arg_LIBRARIES.
function(_vitrine_levelled_folder name)
  add_library(${name} INTERFACE)
  target_include_directories(${name} INTERFACE "${PROJECT_SOURCE_DIR}")
  target_compile_definitions(${name} INTERFACE VITRINE_SCALAR=${VITRINE_SCALAR})
  target_link_libraries(${name} INTERFACE vitrine_core_${lowest} ${arg_LIBRARIES})
  foreach(folder IN LISTS arg_DEPENDS)
    vitrine_target_name(${folder} lower)
    target_link_libraries(${name} INTERFACE ${lower})
  endforeach()
  if(NOT sources)
    return()
  endif()
  get_property(outer_libraries GLOBAL PROPERTY VITRINE_LIBRARIES)  # of this folder, and of all below it
  foreach(level IN LISTS vitrine_levels)
    add_library(${name}_${level} OBJECT ${sources} ${headers})
    vitrine_compile_together(${name}_${level} ${VITRINE_UNITY_BATCH})
    set_target_properties(${name}_${level} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    target_compile_options(${name}_${level} PRIVATE -fno-semantic-interposition $<$<CONFIG:Release>:$<IF:$<BOOL:${arg_NUMBERS}>,-O3,-O2>>)
    target_compile_definitions(${name}_${level} PRIVATE VITRINE_SCALAR=${VITRINE_SCALAR})
    if(core_folder)
      target_compile_options(${name}_${level} PRIVATE -march=x86-64-${level})
      target_compile_definitions(${name}_${level} PRIVATE VITRINE_LEVEL="${level}")
    endif()
    target_include_directories(${name}_${level} PRIVATE "${PROJECT_SOURCE_DIR}")
    target_link_libraries(${name}_${level} PRIVATE ${outer_libraries})
    target_link_libraries(vitrine_core_${level} PRIVATE ${arg_LIBRARIES})
    target_sources(vitrine_core_${level} PRIVATE $<TARGET_OBJECTS:${name}_${level}>)
  endforeach()
endfunction()
