#include "app/render/font_files.h"

#include <fstream>
#include <iterator>
#include <memory>

#include <fontconfig/fontconfig.h>
#include <stb_truetype.h>

namespace vitrine {

namespace {

using Pattern = std::unique_ptr<FcPattern, void (*)(FcPattern*)>;

std::string text_of(FcPattern* pattern, const char* object) {
    FcChar8* text = nullptr;
    return FcPatternGetString(pattern, object, 0, &text) == FcResultMatch ? reinterpret_cast<const char*>(text) : "";
}

void add_family(FcPattern* pattern, const std::string& family) {
    FcPatternAddString(pattern, FC_FAMILY, reinterpret_cast<const FcChar8*>(family.c_str()));
}

/// The file that matches best. Variable fonts are left out: only their default weight could be drawn.
FontFile match(FcPattern* wanted, FontFile file) {
    FcPatternAddBool(wanted, FC_SCALABLE, FcTrue);
    FcPatternAddBool(wanted, FC_VARIABLE, FcFalse);
    FcConfigSubstitute(nullptr, wanted, FcMatchPattern);
    FcDefaultSubstitute(wanted);
    FcResult result = FcResultNoMatch;
    const Pattern found(FcFontMatch(nullptr, wanted, &result), FcPatternDestroy);
    if (!found) return file;
    file.family = text_of(found.get(), FC_FAMILY);
    file.style = text_of(found.get(), FC_STYLE);
    file.path = text_of(found.get(), FC_FILE);
    FcPatternGetInteger(found.get(), FC_INDEX, 0, &file.face);
    file.face &= 0xffff;
    return file;
}

}  // namespace

FontFile find_font(const FontRequest& request) {
    FontFile file{request.role, request.family, "", "", "", 0};
    if (!FcInit()) return file;
    const Pattern pattern(FcPatternCreate(), FcPatternDestroy);
    add_family(pattern.get(), request.family);
    add_family(pattern.get(), request.monospaced ? "monospace" : "sans-serif");
    FcPatternAddInteger(pattern.get(), FC_WEIGHT, request.strong ? FC_WEIGHT_DEMIBOLD : FC_WEIGHT_REGULAR);
    FcPatternAddInteger(pattern.get(), FC_SLANT, FC_SLANT_ROMAN);
    return match(pattern.get(), std::move(file));
}

FontFile find_font_for(const std::vector<ImWchar>& characters) {
    FontFile file{"other characters", "", "", "", "", 0};
    if (!FcInit()) return file;
    const Pattern pattern(FcPatternCreate(), FcPatternDestroy);
    FcCharSet* set = FcCharSetCreate();
    for (const ImWchar character : characters) FcCharSetAddChar(set, character);
    FcPatternAddCharSet(pattern.get(), FC_CHARSET, set);
    FcCharSetDestroy(set);
    add_family(pattern.get(), "sans-serif");
    return match(pattern.get(), std::move(file));
}

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
    font.characters_.resize(0x10000);
    for (int code = 0x20; code < 0x10000; ++code)
        font.characters_[static_cast<std::size_t>(code)] = stbtt_FindGlyphIndex(&info, code) != 0;
    return font;
}

bool LoadedFont::has(ImWchar character) const {
    return character < characters_.size() && characters_[static_cast<std::size_t>(character)];
}

}  // namespace vitrine
