# A folder of the source tree is a static library: core/tensor is the target core_tensor. Include paths begin at the root.

function(vitrine_target_name folder result)
  string(REPLACE "/" "_" name "${folder}")
  set(${result} "${name}" PARENT_SCOPE)
endfunction()

# Compiles several files of a target at once, so that their common headers are read once: in batches of equal size, with at most
# the given number of files.
function(vitrine_compile_together target most)
  get_target_property(files ${target} SOURCES)
  list(FILTER files INCLUDE REGEX "\\.cpp$")
  list(LENGTH files count)
  math(EXPR batches "(${count} + ${most} - 1) / ${most}")
  math(EXPR size "(${count} + ${batches} - 1) / ${batches}")
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${VITRINE_UNITY} UNITY_BUILD_BATCH_SIZE ${size})
endfunction()

# Makes one library from the caller's sources, arg_DEPENDS and arg_LIBRARIES. The suffix distinguishes two builds of a folder, and
# also applies to the folders on which it depends.
function(_vitrine_library name suffix scalar)
  if(sources)
    set(scope PUBLIC)
    add_library(${name}${suffix} STATIC ${sources} ${headers})
    vitrine_compile_together(${name}${suffix} ${VITRINE_UNITY_BATCH})
    if(arg_NUMBERS)
      target_precompile_headers(${name}${suffix} REUSE_FROM ${precompiled})
      target_compile_options(${name}${suffix} PRIVATE $<$<CONFIG:Release>:-O3>)
    elseif(arg_WAITED_FOR AND NOT suffix)  # only tests use the libraries in double
      target_precompile_headers(${name}${suffix} REUSE_FROM ${precompiled})
    else()
      vitrine_compile_quickly(${name}${suffix} ${precompiled})
    endif()
  else()
    set(scope INTERFACE)
    add_library(${name}${suffix} INTERFACE)
  endif()
  target_include_directories(${name}${suffix} ${scope} "${PROJECT_SOURCE_DIR}")
  target_compile_definitions(${name}${suffix} ${scope} VITRINE_SCALAR=${scalar})
  target_link_libraries(${name}${suffix} ${scope} ${arg_LIBRARIES})
  foreach(lower IN LISTS arg_DEPENDS)
    vitrine_target_name(${lower} lower)
    target_link_libraries(${name}${suffix} ${scope} ${lower}${suffix})
  endforeach()
endfunction()

# vitrine_folder(FOLDER [NUMBERS|WAITED_FOR] [DEPENDS FOLDER...] [LIBRARIES TARGET...])
# NUMBERS: full optimisation of its loops over numbers is worth the compiler's time. WAITED_FOR: users wait for its work, or
# frames spend time in it, so it is optimised as programs usually are. All others are compiled quickly. A folder without .cpp
# files, or one that does not exist yet, only passes on its dependencies. In WebAssembly, FOLDER/web/FILE.cpp replaces
# FOLDER/FILE.cpp. A folder of core is also built in double for the tests, as core_..._double. main.cpp is left to
# vitrine_program.
function(vitrine_folder folder)
  cmake_parse_arguments(PARSE_ARGV 1 arg "NUMBERS;WAITED_FOR" "" "DEPENDS;LIBRARIES")
  file(GLOB sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${folder}/*.cpp")
  file(GLOB headers CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${folder}/*.h")
  list(FILTER sources EXCLUDE REGEX "/main\\.cpp$")
  if(EMSCRIPTEN)
    file(GLOB of_the_web CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${folder}/web/*.cpp")
    foreach(file IN LISTS of_the_web)
      cmake_path(GET file FILENAME file_name)
      list(REMOVE_ITEM sources "${PROJECT_SOURCE_DIR}/${folder}/${file_name}")
    endforeach()
    list(APPEND sources ${of_the_web})
  endif()
  vitrine_target_name(${folder} name)
  set_property(GLOBAL APPEND PROPERTY VITRINE_FOLDERS ${name})
  set_property(GLOBAL APPEND PROPERTY VITRINE_LIBRARIES ${arg_LIBRARIES})
  if(VITRINE_PACKAGE AND folder MATCHES "^core/")
    _vitrine_levelled_folder(${name})
    return()
  endif()
  _vitrine_library(${name} "" ${VITRINE_SCALAR})
  if(folder MATCHES "^core/" AND BUILD_TESTING AND VITRINE_DOUBLE_TESTS AND VITRINE_SCALAR STREQUAL "float")
    _vitrine_library(${name} _double double)
    set_target_properties(${name}_double PROPERTIES EXCLUDE_FROM_ALL TRUE)
  endif()
endfunction()

# vitrine_define(FILE NAME=VALUE...): definitions for a single file, so that all others do not depend on the checkout's place.
function(vitrine_define file)
  set_property(SOURCE "${PROJECT_SOURCE_DIR}/${file}" APPEND PROPERTY COMPILE_DEFINITIONS ${ARGN})
endfunction()

# vitrine_program(NAME FOLDER [FOLDER...]): main.cpp of the first folder, linked with the rest of it and with the others. The
# program is at the top of the build folder.
function(vitrine_program name folder)
  add_executable(${name} "${PROJECT_SOURCE_DIR}/${folder}/main.cpp")
  vitrine_compile_quickly(${name} ${precompiled})
  foreach(part IN ITEMS ${folder} ${ARGN})
    vitrine_target_name(${part} library)
    target_link_libraries(${name} PRIVATE ${library})
  endforeach()
endfunction()
