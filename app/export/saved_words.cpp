#include "app/export/saved_words.h"

namespace vitrine {

std::string saved_words(const SavedFiles& saved, bool in_page) {
    const std::string what = saved.what.empty() ? "" : " " + saved.what;
    if (!in_page) return "Saved" + what + " to " + saved.path.string();
    return "Handed" + what + " to the browser's downloads: " + saved.path.filename().string() + (saved.is_folder ? ".zip" : "");
}

}  // namespace vitrine
