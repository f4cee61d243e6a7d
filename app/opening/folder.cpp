#include "app/opening/folder.h"

#include "core/io/model_folder.h"

namespace vitrine {

namespace {

namespace fs = std::filesystem;

bool is_file(const fs::path& path) {
    std::error_code unreadable;
    return fs::is_regular_file(path, unreadable);
}

bool is_folder(const fs::path& path) {
    std::error_code unreadable;
    return fs::is_directory(path, unreadable);
}

}  // namespace

ModelRequest folder_request(const fs::path& folder) {
    ModelRequest request{.folder = folder};
    const fs::path batch = folder / "batch.json";
    std::error_code unreadable;
    if (!fs::exists(folder / model_folder::sentences, unreadable) && is_file(batch)) request.batch = batch;
    return request;
}

std::vector<RecentModel> recent_that_are_there(const std::vector<RecentModel>& recent) {
    std::vector<RecentModel> there;
    for (RecentModel one : recent) {
        ModelRequest& request = one.request;
        if (request.folder && !is_folder(*request.folder)) continue;
        if (request.configuration && !is_file(*request.configuration)) continue;
        if (request.batch && !is_file(*request.batch)) request.batch.reset();
        if (request.folder || request.configuration || request.batch) there.push_back(std::move(one));
    }
    return there;
}

}  // namespace vitrine
