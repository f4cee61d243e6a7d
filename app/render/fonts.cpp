#include "app/render/fonts.h"

#include <algorithm>
#include <initializer_list>

#include "app/render/imgui_version.h"

namespace vitrine {

namespace {

enum Face : std::size_t { words, words_strong, numbers, numbers_strong, face_count };

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
}};
const Use& use_of(Font font) { return uses[static_cast<std::size_t>(font)]; }

/// The fonts with every character; the others have the usual ones and borrow the rest.
constexpr bool has_all(Font font) { return font == Font::body || font == Font::body_strong || font == Font::mono; }

constexpr std::size_t other_characters = font_count;  ///< the font of characters that the fonts of words and numbers lack

/// Where a font borrows from, the nearest first.
std::array<std::size_t, 4> lenders(Face face) {
    const auto at = [](Font font) { return static_cast<std::size_t>(font); };
    switch (face) {
        case words_strong:
            return {at(Font::body_strong), at(Font::body), at(Font::mono), other_characters};
        case words:
            return {at(Font::body), at(Font::mono), other_characters, at(Font::body_strong)};
        default:
            return {at(Font::mono), at(Font::body), other_characters, at(Font::body_strong)};
    }
}

using Range = std::array<ImWchar, 2>;

/// Latin with accents, punctuation of running text, arithmetic, the arrows and triangles of controls.
constexpr std::array usual_characters{Range{0x20, 0x7e},     Range{0xa0, 0xff},     Range{0x2013, 0x2014}, Range{0x2018, 0x201d},
                                      Range{0x2022, 0x2022}, Range{0x2026, 0x2026}, Range{0x2039, 0x203a}, Range{0x2190, 0x2193},
                                      Range{0x2212, 0x2212}, Range{0x221a, 0x221a}, Range{0x221e, 0x221e}, Range{0x3a3, 0x3a3}};

/// Latin, Greek, Cyrillic; punctuation, raised and lowered signs, currencies, arrows, mathematics, keys, boxes and shapes.
constexpr std::array all_characters{Range{0x20, 0x7e},     Range{0xa0, 0x24f},    Range{0x2b0, 0x36f},   Range{0x370, 0x3ff},
                                    Range{0x400, 0x45f},   Range{0x490, 0x491},   Range{0x1d2c, 0x1d6a}, Range{0x1e00, 0x1eff},
                                    Range{0x2010, 0x2027}, Range{0x2030, 0x205e}, Range{0x2070, 0x209c}, Range{0x20a0, 0x20bf},
                                    Range{0x2100, 0x214f}, Range{0x2190, 0x21ff}, Range{0x2200, 0x22ff}, Range{0x2300, 0x2328},
                                    Range{0x232b, 0x232b}, Range{0x23ce, 0x23cf}, Range{0x23e9, 0x23fa}, Range{0x2500, 0x25ff},
                                    Range{0x2605, 0x2606}, Range{0x2713, 0x2717}, Range{0x27e8, 0x27e9}, Range{0x2c7c, 0x2c7d}};

using Characters = std::vector<ImWchar>;

template <std::size_t count>
Characters characters_in(const std::array<Range, count>& ranges) {
    Characters all;
    for (const auto& [first, last] : ranges)
        for (int code = first; code <= last; ++code) all.push_back(static_cast<ImWchar>(code));
    return all;
}

/// Characters in ascending order as Dear ImGui wants them: first and last of each run, a zero at the end.
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

using Faces = std::array<std::optional<LoadedFont>, face_count + 1>;  ///< the last one: other characters

/// Fills one atlas. What it holds must outlive ImFontAtlas::Build.
class Filler {
public:
    Filler(ImFontAtlas& atlas, float scale) : atlas_(atlas), scale_(scale) {}

    /// The font with those of the wanted characters that the face has.
    ImFont* add(const Use& use, LoadedFont& face, Characters wanted) {
        std::erase_if(wanted, [&](ImWchar code) { return !face.has(code); });
        ranges_.push_back(ranges_of(wanted));
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

    /// Where no file is found. It has Latin letters only.
    ImFont* add_built_in(const Use& use) {
        ImFontConfig config;
        config.SizePixels = std::round(use.size * scale_);
        return atlas_.AddFontDefault(&config);
    }

private:
    ImFontAtlas& atlas_;
    float scale_;
    std::vector<std::vector<ImWchar>> ranges_;  ///< moved when it grows; their contents, which the atlas points to, stay
};

std::vector<FontFile> find_files() {
    std::vector<FontFile> files{find_font({"words", "Inter", false, false}), find_font({"words, strong", "Inter", true, false}),
                                find_font({"numbers", "JetBrains Mono", false, true}),
                                find_font({"numbers, strong", "JetBrains Mono", true, true})};
    return files;
}

/// What the other characters' font is there for.
Characters missing_from(const Faces& faces) {
    Characters missing = characters_in(all_characters);
    for (const Face face : {words, numbers})
        if (faces[face]) std::erase_if(missing, [&](ImWchar code) { return faces[face]->has(code); });
    return missing;
}

Faces load_faces(std::vector<FontFile>& files) {
    Faces faces;
    const auto load = [&](std::size_t face) {
        faces[face] = LoadedFont::load(files[face]);
        if (!faces[face]) files[face].family = files[face].style = files[face].path = "";
    };
    for (std::size_t face = 0; face < face_count; ++face) load(face);
    const Characters missing = missing_from(faces);
    files.push_back(find_font_for(missing));
    load(face_count);
    return faces;
}

}  // namespace

void Fonts::set_metrics(Loaded& loaded, float size, const std::optional<LoadedFont>& face) {
    const float ascent = face ? face->ascent() : 0.8f, descent = face ? face->descent() : 0.2f;
    loaded.size = size;
    loaded.ascent = size * ascent;
    loaded.line_height = size * (ascent + descent);
}

void Fonts::build(ImFontAtlas& atlas, float scale) {
    scale_ = scale;
    remembered_.clear();
    files_ = find_files();
    Faces faces = load_faces(files_);
    atlas.Clear();
    fonts_ = {};
    atlas.Flags |= ImFontAtlasFlags_NoMouseCursors | ImFontAtlasFlags_NoPowerOfTwoHeight;
    Filler filler(atlas, scale);
    for (std::size_t i = 0; i < font_count; ++i) {
        const Use& use = uses[i];
        const auto wanted = has_all(static_cast<Font>(i)) ? characters_in(all_characters) : characters_in(usual_characters);
        fonts_[i].font = faces[use.face] ? filler.add(use, *faces[use.face], wanted) : filler.add_built_in(use);
        set_metrics(fonts_[i], use.size, faces[use.face]);
    }
    if (auto& face = faces[face_count]) {
        fonts_[other_characters].font = filler.add(uses[0], *face, missing_from(faces));
        set_metrics(fonts_[other_characters], uses[0].size, face);
    }
    atlas.Build();
    atlas.ClearInputData();  // it points into `faces`
    for (Loaded& loaded : fonts_)
        if (loaded.font) loaded.font->Scale = loaded.line_height / loaded.font->FontSize;
}

FontFace Fonts::face(Font font) const {
    const Use& use = use_of(font);
    const bool is_number = use.face == numbers || use.face == numbers_strong;
    const bool strong = use.face == words_strong || use.face == numbers_strong;
    const std::string family = use.face < files_.size() ? files_[use.face].family : "";
    return {(family.empty() ? "" : family + ", ") + (is_number ? "monospace" : "sans-serif"), is_number, strong ? 600 : 400,
            use.spacing};
}

Fonts::Glyph Fonts::find(Font font, char32_t code) const {
    const Loaded& own = loaded(font);
    const auto look = [&](const Loaded& from) -> Glyph {
        const ImFontGlyph* glyph = from.font ? imgui::find_glyph(*from.font, code) : nullptr;
        if (!glyph) return {};
        return {glyph, from.font->Scale * own.size / from.size, std::round(from.font->Ascent)};
    };
    if (const Glyph found = look(own); found.glyph) return found;
    for (const std::size_t lender : lenders(use_of(font).face))
        if (const Glyph borrowed = look(fonts_[lender]); borrowed.glyph) return borrowed;
    return {};
}

}  // namespace vitrine
