#include "app/render/fonts.h"

#include <algorithm>
#include <cmath>
#include <span>

#include <utf8proc.h>

#include "app/render/imgui_version.h"
#include "app/render/system_fonts.h"
#include "core/tensor/error.h"

namespace vitrine {

namespace {

enum Face : std::size_t { words, words_strong, numbers, numbers_strong, signs };  ///< in the order of shipped_fonts()

struct Use {
    Face face;
    float size;         ///< the em, in logical pixels
    float spacing = 0;  ///< between letters, in em
};
constexpr std::array<Use, font_count> uses{{
    {words, 13},
    {words_strong, 13},
    {words, 12},
    {words_strong, 12},
    {words, 11},
    {words_strong, 15},
    {words_strong, 17},
    {words_strong, 10.5f, 0.06f},
    {numbers, 12},
    {numbers_strong, 12},
    {numbers, 11},
    {numbers, 9},
    {numbers, 22},
    {words_strong, 26},
    {words, 21},
    {numbers, 16},
}};
const Use& use_of(Font font) { return uses[static_cast<std::size_t>(font)]; }

/// Whether a font gets all characters of its file. The other fonts get fewer, and borrow the rest from these.
constexpr bool has_all(Font font) { return font == Font::body || font == Font::body_strong || font == Font::mono; }

/// The fonts from which a font borrows, the most similar first.
constexpr std::array<Font, 3> lenders(Face face) {
    switch (face) {
        case words_strong:
            return {Font::body_strong, Font::body, Font::mono};
        case words:
            return {Font::body, Font::mono, Font::body_strong};
        default:
            return {Font::mono, Font::body, Font::body_strong};
    }
}

using Range = std::array<ImWchar, 2>;

/// Latin with accents, punctuation of running text, arithmetic, and the controls' arrows and triangles.
constexpr std::array usual_characters{Range{0x20, 0x7e},     Range{0xa0, 0xff},     Range{0x2013, 0x2014}, Range{0x2018, 0x201d},
                                      Range{0x2022, 0x2022}, Range{0x2026, 0x2026}, Range{0x2039, 0x203a}, Range{0x2190, 0x2193},
                                      Range{0x2212, 0x2212}, Range{0x221a, 0x221a}, Range{0x221e, 0x221e}, Range{0x3a3, 0x3a3}};

bool is_in(std::span<const Range> ranges, ImWchar code) {
    return std::ranges::any_of(ranges, [code](const Range& range) { return range[0] <= code && code <= range[1]; });
}

/// The letters of further languages of Europe: the rest of Latin ("œ", "ł", "ș"), Greek and Cyrillic.
constexpr std::array further_letters{Range{0x100, 0x17f}, Range{0x218, 0x21b}, Range{0x386, 0x3ce}, Range{0x400, 0x45f},
                                     Range{0x1e9e, 0x1e9e}};

/// Whether sentences are written in it, in letters larger than those of the fonts from which it borrows. A borrowed letter would be
/// enlarged there, and blurred, so such a font has further letters itself.
constexpr bool is_of_large_sentences(Font font) { return font == Font::title || font == Font::display || font == Font::large; }

/// Whether a character is visible and the same everywhere: a letter, a mark, a digit, punctuation or a symbol; not a space, a
/// control character or one for private use.
bool is_visible(char32_t code) {
    const utf8proc_category_t category = utf8proc_category(static_cast<utf8proc_int32_t>(code));
    return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_SO;
}

/// The most characters taken from the system's fonts, to limit the size of the atlas.
constexpr std::size_t most_borrowed = 8192;

using Characters = std::vector<ImWchar>;

/// Ascending characters in Dear ImGui's form: the first and last of each run, and a zero at the end.
std::vector<ImWchar> ranges_of(const Characters& characters) {
    std::vector<ImWchar> ranges;
    for (const ImWchar code : characters) {
        if (!ranges.empty() && ranges.back() + 1 == code) {
            ranges.back() = code;
        } else {
            ranges.insert(ranges.end(), {code, code});
        }
    }
    ranges.push_back(0);
    return ranges;
}

/// Fills one atlas. Has to outlive ImFontAtlas::Build, since the atlas refers to its contents.
class Filler {
public:
    Filler(ImFontAtlas& atlas, float scale) : atlas_(atlas), scale_(scale) {}

    /// Adds a font that has these characters of the face.
    ImFont* add(const Use& use, LoadedFont& face, const Characters& characters) {
        ranges_.push_back(ranges_of(characters));
        ImFontConfig config;
        config.FontDataOwnedByAtlas = false;
        config.FontNo = face.face();
        config.OversampleH = scale_ < 1.75f ? 2 : 1;
        config.OversampleV = 1;
        config.GlyphExtraSpacing.x = use.spacing * use.size * scale_;
        imgui::set_height(config, use.size * scale_ * (face.ascent() + face.descent()));
        return atlas_.AddFontFromMemoryTTF(face.data().data(), static_cast<int>(face.data().size()), config.SizePixels, &config,
                                           ranges_.back().data());
    }

private:
    ImFontAtlas& atlas_;
    float scale_;
    std::vector<std::vector<ImWchar>> ranges_;  ///< growing moves the inner vectors, but not their contents, to which the atlas
                                                ///< points
};

std::vector<LoadedFont> load(const std::vector<FontFile>& files) {
    std::vector<LoadedFont> fonts;
    for (const FontFile& file : files) {
        auto font = LoadedFont::load(file);
        if (!font) throw Error(file.path + ": not a font that can be drawn");
        fonts.push_back(std::move(*font));
    }
    return fonts;
}

/// The program's fonts, but with a family of the system for words and numbers.
std::vector<FontFile> with_family(std::vector<FontFile> files, const std::string& family) {
    const FamilyFiles found = family_files(family);
    for (const Face face : {words, words_strong, numbers, numbers_strong}) {
        const bool strong = face == words_strong || face == numbers_strong;
        const std::string role = files[face].role;
        files[face] = strong ? found.strong : found.regular;
        files[face].role = role;
    }
    return files;
}

/// The characters that a font has itself.
Characters characters_of(Font font, const LoadedFont& face) {
    Characters own = face.characters();
    if (has_all(font)) return own;
    const bool further = is_of_large_sentences(font);
    std::erase_if(own,
                  [further](ImWchar code) { return !is_in(usual_characters, code) && !(further && is_in(further_letters, code)); });
    return own;
}

}  // namespace

Fonts::Loaded Fonts::with_metrics(ImFont* font, float size, const LoadedFont& face) {
    return {font, size, size * face.ascent(), size * (face.ascent() + face.descent())};
}

void Fonts::build(ImFontAtlas& atlas, float scale, const std::string& family) {
    scale_ = scale;
    family_ = family;
    remembered_.clear();
    looked_for_.merge(wanted_);
    wanted_.clear();
    files_ = family.empty() ? shipped_fonts() : with_family(shipped_fonts(), family);
    std::vector<LoadedFont> faces = load(files_);
    std::vector<BorrowedFont> borrowed = fonts_with(looked_for_);
    atlas.Clear();
    atlas.Flags |= ImFontAtlasFlags_NoMouseCursors | ImFontAtlasFlags_NoPowerOfTwoHeight;
    Filler filler(atlas, scale);
    for (std::size_t i = 0; i < font_count; ++i) {
        LoadedFont& face = faces[uses[i].face];
        fonts_[i] = with_metrics(filler.add(uses[i], face, characters_of(static_cast<Font>(i), face)), uses[i].size, face);
    }
    others_.clear();
    const auto add_other = [&](LoadedFont& face, const Characters& characters) {
        others_.push_back(with_metrics(filler.add(uses[0], face, characters), uses[0].size, face));
    };
    add_other(faces[signs], faces[signs].characters());
    for (BorrowedFont& other : borrowed) {
        add_other(other.font, other.characters);
        files_.push_back(other.file);
    }
    atlas.Build();
    atlas.ClearInputData();  // it points into `faces` and `borrowed`
    const auto set_scale = [](const Loaded& loaded) { loaded.font->Scale = loaded.line_height / loaded.font->FontSize; };
    std::ranges::for_each(fonts_, set_scale);
    std::ranges::for_each(others_, set_scale);
}

FontFace Fonts::face(Font font) const {
    const Use& use = use_of(font);
    const bool is_number = use.face == numbers || use.face == numbers_strong;
    const bool strong = use.face == words_strong || use.face == numbers_strong;
    const std::string otherwise = !family_.empty() ? "" : is_number ? ", monospace" : ", sans-serif";
    return {files_[use.face].family + otherwise, is_number, strong ? 600 : 400, use.spacing};
}

Fonts::Glyph Fonts::find(Font font, char32_t code) const {
    const Loaded& own = loaded(font);
    const auto look = [&](const Loaded& from) -> Glyph {
        const ImFontGlyph* glyph = imgui::find_glyph(*from.font, code);
        if (!glyph) return {};
        return {glyph, from.font->Scale * own.size / from.size, std::round(from.font->Ascent)};
    };
    if (const Glyph found = look(own); found.glyph) return found;
    for (const Font lender : lenders(use_of(font).face))
        if (const Glyph borrowed = look(loaded(lender)); borrowed.glyph) return borrowed;
    for (const Loaded& other : others_)
        if (const Glyph borrowed = look(other); borrowed.glyph) return borrowed;
    const auto character = static_cast<ImWchar>(code);
    if (code <= IM_UNICODE_CODEPOINT_MAX && !looked_for_.contains(character) && is_visible(code) &&
        looked_for_.size() + wanted_.size() < most_borrowed)
        wanted_.insert(character);
    return {};
}

}  // namespace vitrine
