#include "app/state/exporting.h"

#include <algorithm>
#include <cctype>

namespace vitrine {

const char* name(PictureFormat format) { return format == PictureFormat::svg ? "svg" : "png"; }

std::optional<PictureFormat> picture_format(const std::string& path) {
    std::string end = path.substr(path.size() - std::min<std::size_t>(path.size(), 4));
    std::ranges::transform(end, end.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (end == ".png") return PictureFormat::png;
    if (end == ".svg") return PictureFormat::svg;
    return std::nullopt;
}

}  // namespace vitrine
