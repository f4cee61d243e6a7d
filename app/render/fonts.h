#pragma once
/// The fonts of the interface: Inter for words, JetBrains Mono for numbers, and the system's fonts for characters that both lack.

#include <any>
#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <typeindex>

#include "app/render/font_files.h"

namespace vitrine {

/// The purpose of a text, which decides its typeface and size. Sizes are the em in logical pixels.
enum class Font : std::uint8_t {
    body,         ///< 13, words
    body_strong,  ///< 13 semibold: titles of cards, buttons, the current step
    note,         ///< 12, beside or below something
    note_strong,  ///< 12 semibold
    label,        ///< 11, tokens on axes and captions
    heading,      ///< 15 semibold: the title of a block
    title,        ///< 17 semibold: the title of a panel
    section,      ///< 10.5 semibold, letters spaced; the caller writes capitals
    mono,         ///< 12, numbers, indices and paths
    mono_strong,  ///< 12 bold
    mono_small,   ///< 11, numbers in cells
    mono_tiny,    ///< 9, numbers in small cells, codes of missing characters
    value,        ///< 22 mono, the explained number
    display,      ///< 26 semibold, the title of the first page
    large,        ///< 21, sentences that are read from afar
    mono_large,   ///< 16, numbers beside them
};
constexpr std::size_t font_count = 16;

/// A font's description for SVG files.
struct FontFace {
    std::string family;    ///< for CSS: the family in use, then fallbacks
    bool numbers = false;  ///< monospaced
    int weight = 400;      ///< 400 regular, 600 semibold
    float spacing = 0;     ///< between letters, in em
};

class Fonts {
public:
    /// Reads the font files and fills the atlas from scratch. Needs no OpenGL; Renderer::set_fonts() uploads the atlas
    /// afterwards. `family`: a family of the system that replaces the program's fonts; empty: none. Throws Error if the system
    /// has no such family, or if a font that comes with the program cannot be read.
    void build(ImFontAtlas& atlas, float scale, const std::string& family = "");

    /// Whether find() was asked for characters that the loaded fonts lack. The next build() looks for them in the system's fonts.
    bool wants_characters() const { return !wanted_.empty(); }

    float scale() const { return scale_; }  ///< pixels of the display per logical pixel
    const std::vector<FontFile>& files() const { return files_; }

    float size(Font font) const { return loaded(font).size; }                ///< the em, in logical pixels
    float ascent(Font font) const { return loaded(font).ascent; }            ///< from the top of a line to its baseline
    float line_height(Font font) const { return loaded(font).line_height; }  ///< from ascender to descender, in logical pixels

    FontFace face(Font font) const;

    /// The font for Dear ImGui's own text fields; all other text goes through draw_text.
    ImFont* operator[](Font font) const { return loaded(font).font; }

    /// A character's glyph, from the font itself or, scaled, from a font with more characters. Null if no font has it.
    struct Glyph {
        const ImFontGlyph* glyph = nullptr;
        float scale = 1;     ///< from the glyph's units to logical pixels
        float baseline = 0;  ///< in the glyph's units
    };
    Glyph find(Font font, char32_t code) const;

    /// Cached measurements in these fonts: one object per type, default-constructed at first, and dropped when the fonts are
    /// built anew. Only for the drawing thread.
    template <class Measured>
    Measured& remembered() const {
        std::any& one = remembered_[typeid(Measured)];
        if (!one.has_value()) one.emplace<Measured>();
        return *std::any_cast<Measured>(&one);
    }

private:
    struct Loaded {
        ImFont* font = nullptr;
        float size = 1, ascent = 0, line_height = 0;  ///< in logical pixels
    };
    static Loaded with_metrics(ImFont* font, float size, const LoadedFont& face);
    const Loaded& loaded(Font font) const { return fonts_[static_cast<std::size_t>(font)]; }

    float scale_ = 1;
    std::array<Loaded, font_count> fonts_{};
    std::vector<Loaded> others_;  ///< fonts for characters that those above lack: signs, then fonts of the system
    std::vector<FontFile> files_;
    std::string family_;                ///< the system's family in use; empty: the program's fonts
    std::set<ImWchar> looked_for_;      ///< characters that build() has looked for in the system's fonts
    mutable std::set<ImWchar> wanted_;  ///< characters that the next build() will look for
    mutable std::map<std::type_index, std::any> remembered_;
};

}  // namespace vitrine
