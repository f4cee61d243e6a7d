#pragma once
/// The folders of core/ and app/, as CMakeLists.txt declares them: vitrine_folder(core/pass DEPENDS core/model).

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace vitrine::levels {

/// For each folder those that it depends on, directly or through others.
using Folders = std::map<std::string, std::set<std::string>, std::less<>>;

/// Reads the declarations in a text. `views`: the folders that the variable of the views stands for.
Folders folders_in(std::string_view declarations, const std::vector<std::string>& views);

/// The folders of this project.
const Folders& all_folders();

/// The number of folders in the longest chain of folders below one. Requires: the folder is declared.
std::size_t level_of(const std::string& folder, const Folders& folders);

}  // namespace vitrine::levels
