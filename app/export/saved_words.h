#pragma once
/// What is said after something was saved.

#include <filesystem>
#include <string>

#include "app/base/browser.h"

namespace vitrine {

struct SavedFiles {
    std::filesystem::path path;
    bool is_folder = false;  ///< `path` is a folder with the files
    std::string what = {};   ///< "47 pictures"; empty: what was asked for
};

/// "Saved to /home/ada/attention.png". A page in a browser has no access to the user's folders: it hands files to the browser,
/// and a folder as one .zip file.
std::string saved_words(const SavedFiles& saved, bool in_page = in_browser);

}  // namespace vitrine
