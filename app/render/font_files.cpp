#include "app/render/font_files.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>

#include <stb_truetype.h>

#include "core/files/program.h"
#include "core/tensor/error.h"

namespace vitrine {

namespace {

constexpr int drawable_characters = 0x10000;  ///< Dear ImGui's characters have 16 bits

}  // namespace

std::optional<LoadedFont> LoadedFont::load(const FontFile& file) {
    std::ifstream stream(file.path, std::ios::binary);
    LoadedFont font;
    font.face_ = file.face;
    font.data_.assign(std::istreambuf_iterator<char>(stream), {});
    stbtt_fontinfo info;
    const int offset = font.data_.size() < 64 ? -1 : stbtt_GetFontOffsetForIndex(font.data_.data(), file.face);
    if (offset < 0 || !stbtt_InitFont(&info, font.data_.data(), offset)) return std::nullopt;
    int ascent = 0, descent = 0, line_gap = 0;
    stbtt_GetFontVMetrics(&info, &ascent, &descent, &line_gap);
    const float unit = stbtt_ScaleForMappingEmToPixels(&info, 1);
    font.ascent_ = unit * static_cast<float>(ascent);
    font.descent_ = -unit * static_cast<float>(descent);
    if (!(font.ascent_ + font.descent_ > 0.1f)) return std::nullopt;
    for (int code = 0x20; code < drawable_characters; ++code)
        if (stbtt_FindGlyphIndex(&info, code) != 0) font.characters_.push_back(static_cast<ImWchar>(code));
    return font;
}

bool LoadedFont::is_blank(ImWchar character) const {
    stbtt_fontinfo info;
    stbtt_InitFont(&info, data_.data(), stbtt_GetFontOffsetForIndex(data_.data(), face_));
    return stbtt_IsGlyphEmpty(&info, stbtt_FindGlyphIndex(&info, character)) != 0;
}

std::vector<FontFile> shipped_fonts() {
    struct Shipped {
        const char *role, *family, *style, *name;
    };
    constexpr std::array fonts{Shipped{"words", "Inter", "Regular", "Inter-Regular.otf"},
                               Shipped{"words, strong", "Inter", "Semi Bold", "Inter-SemiBold.otf"},
                               Shipped{"numbers", "JetBrains Mono", "Regular", "JetBrainsMono-Regular.ttf"},
                               Shipped{"numbers, strong", "JetBrains Mono", "Bold", "JetBrainsMono-Bold.ttf"},
                               Shipped{"signs", "DejaVu Sans", "Book", "DejaVuSans.ttf"}};
    const auto folders = data_folders("fonts", "assets/fonts");
    std::error_code unreadable;
    const auto folder = std::ranges::find_if(folders, [&](const auto& at) { return is_directory(at, unreadable); });
    if (folder == folders.end())
        throw Error("no folder of fonts in " + folders.front().string() + " or " + folders.back().string() +
                    ": install the program with cmake --install, or run it from its source tree");
    std::vector<FontFile> files;
    for (const auto& [role, family, style, name] : fonts) files.push_back({role, family, style, (*folder / name).string()});
    return files;
}

}  // namespace vitrine
