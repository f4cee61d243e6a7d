#include "app/render/system_fonts.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <utility>

#include <fontconfig/fontconfig.h>

#include "core/tensor/error.h"
#include "core/text/nearest.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

using Pattern = std::unique_ptr<FcPattern, void (*)(FcPattern*)>;
using CharacterSet = std::unique_ptr<FcCharSet, void (*)(FcCharSet*)>;
using FontSet = std::unique_ptr<FcFontSet, void (*)(FcFontSet*)>;

std::string text_of(FcPattern* pattern, const char* object) {
    FcChar8* text = nullptr;
    return FcPatternGetString(pattern, object, 0, &text) == FcResultMatch ? reinterpret_cast<const char*>(text) : "";
}

/// The system's fonts, preferred ones for running text first. Variable fonts are left out, since only their default weight could
/// be drawn.
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

/// Whether fontconfig lists any of these characters for the font. Asking this first means that only few files have to be opened.
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

namespace {

/// The fonts of one family that have outlines and are not variable; of all families if `family` is empty.
FontSet fonts_of(const std::string& family) {
    const Pattern wanted(FcPatternCreate(), FcPatternDestroy);
    FcPatternAddBool(wanted.get(), FC_SCALABLE, FcTrue);
    FcPatternAddBool(wanted.get(), FC_VARIABLE, FcFalse);
    if (!family.empty()) FcPatternAddString(wanted.get(), FC_FAMILY, reinterpret_cast<const FcChar8*>(family.c_str()));
    const std::unique_ptr<FcObjectSet, void (*)(FcObjectSet*)> asked(
        FcObjectSetBuild(FC_FAMILY, FC_STYLE, FC_FILE, FC_INDEX, FC_WEIGHT, FC_SLANT, FC_WIDTH, nullptr), FcObjectSetDestroy);
    return {FcFontList(nullptr, wanted.get(), asked.get()), FcFontSetDestroy};
}

int number_of(FcPattern* font, const char* object, int otherwise) {
    int number = otherwise;
    FcPatternGetInteger(font, object, 0, &number);
    return number;
}

/// How far a font is from upright letters of normal width and this weight.
int distance(FcPattern* font, int weight) {
    const int slant = number_of(font, FC_SLANT, FC_SLANT_ROMAN) == FC_SLANT_ROMAN ? 0 : 1000;
    return slant + 10 * std::abs(number_of(font, FC_WIDTH, FC_WIDTH_NORMAL) - FC_WIDTH_NORMAL) +
           std::abs(number_of(font, FC_WEIGHT, FC_WEIGHT_REGULAR) - weight);
}

FontFile nearest_to(const FontSet& fonts, int weight) {
    FcPattern** const end = fonts->fonts + fonts->nfont;
    return file_of(*std::min_element(fonts->fonts, end, [weight](FcPattern* a, FcPattern* b) {
        return std::pair(distance(a, weight), text_of(a, FC_FILE)) < std::pair(distance(b, weight), text_of(b, FC_FILE));
    }));
}

std::vector<std::string> family_names() {
    std::set<std::string> names;
    const FontSet fonts = fonts_of("");
    for (int i = 0; fonts && i < fonts->nfont; ++i) names.insert(text_of(fonts->fonts[i], FC_FAMILY));
    return {names.begin(), names.end()};
}

}  // namespace

FamilyFiles family_files(const std::string& family) {
    const bool known = FcInit() == FcTrue;
    const FontSet fonts = known ? fonts_of(family) : FontSet(nullptr, FcFontSetDestroy);
    if (!fonts || fonts->nfont == 0) {
        throw Error("font " + in_quotes(family) + ": there is no such family here" +
                    (known ? did_you_mean(family, similar(family, family_names())) : ""));
    }
    return {nearest_to(fonts, FC_WEIGHT_REGULAR), nearest_to(fonts, FC_WEIGHT_BOLD)};
}

std::vector<std::string> families_there(const std::vector<std::string>& families) {
    std::vector<std::string> there;
    if (!FcInit()) return there;
    for (const std::string& family : families) {
        const FontSet fonts = fonts_of(family);
        if (fonts && fonts->nfont > 0) there.push_back(family);
    }
    return there;
}

}  // namespace vitrine
