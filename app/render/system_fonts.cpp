#include "app/render/system_fonts.h"

#include <algorithm>
#include <iterator>
#include <memory>

#include <fontconfig/fontconfig.h>

namespace vitrine {

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
