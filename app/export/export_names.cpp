#include "app/export/export_names.h"

#include <cstdlib>
#include <fstream>

namespace vitrine {

namespace {

std::string environment(const char* variable) {
    const char* value = std::getenv(variable);
    return value ? value : "";
}

/// The folder in a line such as XDG_PICTURES_DIR="$HOME/Pictures"; empty for any other line.
std::filesystem::path pictures_in(const std::string& line, const std::string& home) {
    constexpr std::string_view key = "XDG_PICTURES_DIR=\"", variable = "$HOME/";
    if (!line.starts_with(key) || !line.ends_with('"') || line.size() <= key.size()) return {};
    const std::string value = line.substr(key.size(), line.size() - key.size() - 1);
    return value.starts_with(variable) ? std::filesystem::path(home) / value.substr(variable.size()) : std::filesystem::path(value);
}

std::filesystem::path configured_pictures(const std::string& home) {
    const std::string configuration = environment("XDG_CONFIG_HOME");
    std::ifstream file((configuration.empty() ? home + "/.config" : configuration) + "/user-dirs.dirs");
    for (std::string line; std::getline(file, line);) {
        if (const auto folder = pictures_in(line, home); !folder.empty()) return folder;
    }
    return {};
}

}  // namespace

std::filesystem::path pictures_folder() {
    const std::string home = environment("HOME");
    std::error_code none;
    for (const std::filesystem::path& folder : {std::filesystem::path(environment("XDG_PICTURES_DIR")), configured_pictures(home),
                                                std::filesystem::path(home) / "Pictures"}) {
        if (folder.is_absolute() && std::filesystem::is_directory(folder, none)) return folder;
    }
    return std::filesystem::current_path(none);
}

std::string file_name(std::string_view text) {
    std::string name;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        const bool usual = (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z') ||
                           byte == '.' || byte == '_' || byte >= 0x80;
        if (usual) {
            name += c;
        } else if (!name.empty() && name.back() != '-') {
            name += '-';
        }
    }
    constexpr std::size_t longest = 120;
    return name.substr(0, longest);
}

std::filesystem::path unused_path(const std::filesystem::path& folder, const std::string& stem, const std::string& ending) {
    std::error_code none;
    for (int number = 1;; ++number) {
        const std::filesystem::path path = folder / (stem + (number > 1 ? '-' + std::to_string(number) : "") + ending);
        if (!std::filesystem::exists(std::filesystem::symlink_status(path, none))) return path;
    }
}

}  // namespace vitrine
