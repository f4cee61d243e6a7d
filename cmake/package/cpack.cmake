# How CPack packs what is installed: scripts/package.sh calls it.
set(CPACK_PACKAGE_NAME vitrine)
set(CPACK_PACKAGE_VENDOR "The Vitrine authors")
set(CPACK_PACKAGE_CONTACT "The Vitrine authors <vitrine-authors@users.noreply.github.com>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "shows the Transformer, computing")
set(CPACK_PACKAGE_DESCRIPTION "Vitrine computes the Transformer as it was first published, encoder and
decoder, on a real, padded batch, and shows every tensor that it makes. Stop it
at any operation and click any number to see what it was made of; edit, break
and train small models, and open models of your own.")
set(CPACK_PACKAGE_VERSION "${PROJECT_VERSION}")
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS "${PROJECT_BINARY_DIR}/${library_folder}${core_folder}${lowest}")
# The library for windows loads these when it starts.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libegl1, libgl1, libgl1-mesa-dri")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "xdg-utils")

# What Debian's policy asks for beside the program.
string(TIMESTAMP released "%a, %d %b %Y %H:%M:%S +0000" UTC)  # of SOURCE_DATE_EPOCH
configure_file(cmake/package/changelog.in "${written}/changelog" @ONLY)
add_custom_command(OUTPUT "${written}/changelog.gz" COMMAND gzip -9nkf "${written}/changelog"
  DEPENDS "${written}/changelog" VERBATIM)
add_custom_target(changelog ALL DEPENDS "${written}/changelog.gz")
add_dependencies(written changelog)
install(FILES "${written}/changelog.gz" cmake/package/copyright DESTINATION "${CMAKE_INSTALL_DOCDIR}")
install(FILES cmake/package/lintian-overrides DESTINATION "${CMAKE_INSTALL_DATADIR}/lintian/overrides" RENAME vitrine)

include(CPack)
