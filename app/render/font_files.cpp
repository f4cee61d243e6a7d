#include "app/render/font_files.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <memory>

#include <fontconfig/fontconfig.h>
#include <stb_truetype.h>

#include "core/files/data_folders.h"
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

namespace {

using Pattern = std::unique_ptr<FcPattern, void (*)(FcPattern*)>;
using CharacterSet = std::unique_ptr<FcCharSet, void (*)(FcCharSet*)>;
using FontSet = std::unique_ptr<FcFontSet, void (*)(FcFontSet*)>;

std::string text_of(FcPattern* pattern, const char* object) {
    FcChar8* text = nullptr;
    return FcPatternGetString(pattern, object, 0, &text) == FcResultMatch ? reinterpret_cast<const char*>(text) : "";
}

/// All fonts of the system, those preferred for running text first. Of a variable font only the default weight can be drawn.
FontSet preferred_fonts(const std::set<ImWchar>& characters) {
    const Pattern wanted(FcPatternCreate(), FcPatternDestroy);
    const CharacterSet set(FcCharSetCreate(), FcCharSetDestroy);
    for (const ImWchar character : characters) FcCharSetAddChar(set.get(), character);
    FcPatternAddCharSet(wanted.get(), FC_CHARSET, set.get());
    FcPatternAddString(wanted.get(), FC_FAMILY, reinterpret_cast<const FcChar8*>("sans-serif"));
    FcPatternAddBool(wanted.get(), FC_SCALABLE, FcTrue);
    FcPatternAddBool(wanted.get(), FC_VARIABLE, FcFalse);
    FcConfigSubstitute(nullptr, wanted.get(), FcMatchPattern);
    FcDefaultSubstitute(wanted.get());
    FcResult result = FcResultNoMatch;
    return {FcFontSort(nullptr, wanted.get(), FcFalse, nullptr, &result), FcFontSetDestroy};
}

/// Whether fontconfig knows any of these characters in the font: so that few files have to be opened.
bool claims_any(FcPattern* font, const std::set<ImWchar>& characters) {
    FcCharSet* has = nullptr;
    if (FcPatternGetCharSet(font, FC_CHARSET, 0, &has) != FcResultMatch) return false;
    return std::ranges::any_of(characters, [has](ImWchar character) { return FcCharSetHasChar(has, character); });
}

FontFile file_of(FcPattern* font) {
    FontFile file{"other characters", text_of(font, FC_FAMILY), text_of(font, FC_STYLE), text_of(font, FC_FILE)};
    FcPatternGetInteger(font, FC_INDEX, 0, &file.face);
    file.face &= 0xffff;
    return file;
}

}  // namespace

std::vector<BorrowedFont> fonts_with(std::set<ImWchar> characters) {
    std::vector<BorrowedFont> found;
    if (characters.empty() || !FcInit()) return found;
    const FontSet fonts = preferred_fonts(characters);
    for (int i = 0; fonts && i < fonts->nfont && !characters.empty(); ++i) {
        if (!claims_any(fonts->fonts[i], characters)) continue;
        const FontFile file = file_of(fonts->fonts[i]);
        auto font = LoadedFont::load(file);
        if (!font) continue;
        std::vector<ImWchar> taken;
        std::ranges::set_intersection(font->characters(), characters, std::back_inserter(taken));
        std::erase_if(taken, [&](ImWchar character) { return font->is_blank(character); });
        for (const ImWchar character : taken) characters.erase(character);
        if (!taken.empty()) found.push_back({file, std::move(*font), std::move(taken)});
    }
    return found;
}

}  // namespace vitrine
