#pragma once
/// What is said once something is saved.

#include <filesystem>
#include <string>

#include "app/base/browser.h"

namespace vitrine {

struct SavedFiles {
    std::filesystem::path path;
    bool is_folder = false;  ///< `path` holds the files
    std::string what = {};   ///< "47 pictures"; empty: what was asked for
};

/// "Saved to /home/ada/attention.png". A page has no folders of its reader's: it hands files to the browser, a folder as one .zip
/// file.
std::string saved_words(const SavedFiles& saved, bool in_page = in_browser);

}  // namespace vitrine
