# What is installed: the program with its files, and what desktops, shells and man need to know of it.
install(TARGETS vitrine)
if(VITRINE_PACKAGE)
  foreach(level IN LISTS vitrine_levels)
    add_dependencies(vitrine vitrine_core_${level})
  endforeach()
endif()
if(TARGET vitrine-bench)
  install(TARGETS vitrine-bench OPTIONAL)  # if it has been built
endif()
set(data "${CMAKE_INSTALL_DATADIR}/vitrine")
foreach(folder IN ITEMS fonts languages lessons samples tokenizers)
  install(DIRECTORY assets/${folder} DESTINATION "${data}" OPTIONAL)
endforeach()
install(DIRECTORY shaders DESTINATION "${data}" OPTIONAL)
set(VITRINE_PAGE "${PROJECT_SOURCE_DIR}/build/web" CACHE PATH "The built page for browsers, whose parts are installed for 'Save as a page'")
install(DIRECTORY "${VITRINE_PAGE}/" DESTINATION "${data}/web" OPTIONAL FILES_MATCHING PATTERN single.html PATTERN "*.pack"
  PATTERN threads EXCLUDE)
install(DIRECTORY tests/goldens/navigation DESTINATION "${data}/goldens")  # the self-test's reference
if(NOT VITRINE_PACKAGE)  # which has it among its copyrights
  install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DOCDIR}")
endif()

# The manual page and the completions are written by the program itself, from its options.
set(written "${PROJECT_BINARY_DIR}/written")
file(MAKE_DIRECTORY "${written}")
add_custom_command(OUTPUT "${written}/vitrine.1.gz" COMMAND vitrine manual --out "${written}/vitrine.1"
  COMMAND gzip -9nf "${written}/vitrine.1" DEPENDS vitrine VERBATIM)
set(completions)
foreach(shell IN ITEMS bash zsh fish)
  add_custom_command(OUTPUT "${written}/${shell}" COMMAND vitrine completion ${shell} --out "${written}/${shell}" DEPENDS vitrine VERBATIM)
  list(APPEND completions "${written}/${shell}")
endforeach()
add_custom_target(written ALL DEPENDS "${written}/vitrine.1.gz" ${completions})
install(FILES "${written}/vitrine.1.gz" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" OPTIONAL)
install(FILES "${written}/bash" DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions" RENAME vitrine OPTIONAL)
install(FILES "${written}/zsh" DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions" RENAME _vitrine OPTIONAL)
install(FILES "${written}/fish" DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d" RENAME vitrine.fish OPTIONAL)

# The icon in the sizes that desktops want, drawn from one picture, where there is a program for it.
set(icon "${PROJECT_SOURCE_DIR}/cmake/package/vitrine.svg")
set(icons "${CMAKE_INSTALL_DATADIR}/icons/hicolor")
install(FILES "${icon}" DESTINATION "${icons}/scalable/apps")
find_program(VITRINE_RSVG_CONVERT rsvg-convert)
if(VITRINE_RSVG_CONVERT)
  foreach(size IN ITEMS 16 24 32 48 64 128 256 512)
    set(picture "${written}/vitrine-${size}.png")
    add_custom_command(OUTPUT "${picture}" COMMAND "${VITRINE_RSVG_CONVERT}" -w ${size} -h ${size} -o "${picture}" "${icon}"
      DEPENDS "${icon}" VERBATIM)
    list(APPEND pictures "${picture}")
    install(FILES "${picture}" DESTINATION "${icons}/${size}x${size}/apps" RENAME vitrine.png OPTIONAL)
  endforeach()
  add_custom_target(icons ALL DEPENDS ${pictures})
endif()

# The release's date is that of its heading in the changes: "## 0.1.0 – 2026-11-29".
file(READ docs/CHANGELOG.md changes)
string(REGEX MATCH "## ([0-9.]+) [^0-9\n]+ ([0-9][0-9-]+)" release "${changes}")
if(NOT CMAKE_MATCH_1 STREQUAL PROJECT_VERSION)
  message(FATAL_ERROR "docs/CHANGELOG.md: the first heading has to be '## ${PROJECT_VERSION} – YYYY-MM-DD'")
endif()
set(VITRINE_RELEASE_DATE "${CMAKE_MATCH_2}")
set(desktop "${PROJECT_SOURCE_DIR}/cmake/package")
configure_file("${desktop}/org.vitrine.Vitrine.metainfo.xml.in" "${written}/org.vitrine.Vitrine.metainfo.xml" @ONLY)
install(FILES "${desktop}/org.vitrine.Vitrine.desktop" DESTINATION "${CMAKE_INSTALL_DATADIR}/applications")
install(FILES "${written}/org.vitrine.Vitrine.metainfo.xml" DESTINATION "${CMAKE_INSTALL_DATADIR}/metainfo")
install(FILES "${desktop}/vitrine-mime.xml" DESTINATION "${CMAKE_INSTALL_DATADIR}/mime/packages" RENAME vitrine.xml)
