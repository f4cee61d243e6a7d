#include "app/render/fonts.h"

#include <string>

#include <doctest/doctest.h>

namespace vitrine::fonts_test {

namespace {

constexpr std::array all_fonts{Font::body,       Font::body_strong, Font::note,    Font::note_strong, Font::label,
                               Font::heading,    Font::title,       Font::section, Font::mono,        Font::mono_strong,
                               Font::mono_small, Font::mono_tiny,   Font::value};
static_assert(all_fonts.size() == font_count);

struct BuiltFonts {
    ImFontAtlas atlas;
    Fonts fonts;

    explicit BuiltFonts(float scale) { fonts.build(atlas, scale); }
    bool has_typefaces() const { return fonts.files()[0].as_wanted() && fonts.files()[2].as_wanted(); }
    float advance(Font font, char32_t code) const {
        const Fonts::Glyph found = fonts.find(font, code);
        return found.glyph->AdvanceX * found.scale;
    }
};

}  // namespace

TEST_CASE("every font has its own letters and borrows what the interface writes") {
    const BuiltFonts built(1);
    for (const Font font : all_fonts)
        for (const char32_t code : U"Az09éßœ.,…") CHECK((code == 0 || built.fonts.find(font, code).glyph));
    if (!built.has_typefaces()) return;
    for (const Font font : all_fonts) {
        for (const char32_t code : std::u32string_view(U"₀₁ᵢ√ΣΠ·×÷∞−→↓←↑⊙∂…“”‹›αβжĠ▁⏎")) {
            INFO("font " << static_cast<int>(font) << ", character " << static_cast<unsigned>(code));
            CHECK(built.fonts.find(font, code).glyph);
        }
    }
}

TEST_CASE("a character that no font has is not found, whatever its plane") {
    const BuiltFonts built(1);
    for (const char32_t code : {U'\U0001F600', U'\U000F1234', U'\uE000', U'\uFFFE'})
        CHECK_FALSE(built.fonts.find(Font::body, code).glyph);
}

TEST_CASE("sizes are those of the em, at every scale of the display") {
    for (const float scale : {1.0f, 1.5f, 2.0f}) {
        const BuiltFonts built(scale);
        if (!built.has_typefaces()) return;
        CHECK(built.advance(Font::mono, U'0') == doctest::Approx(0.6 * 12).epsilon(0.01));
        CHECK(built.advance(Font::value, U'8') == doctest::Approx(0.6 * 22).epsilon(0.01));
        CHECK(built.advance(Font::value, U'ж') == doctest::Approx(0.6 * 22).epsilon(0.02));
        const ImFont& value = *built.fonts[Font::value];
        CHECK(value.FontSize * value.Scale == doctest::Approx(1.32 * 22).epsilon(0.01));
        CHECK(built.fonts.line_height(Font::body) == doctest::Approx(1.21 * 13).epsilon(0.01));
    }
}

TEST_CASE("fonts can be built again in the same atlas") {
    BuiltFonts built(1);
    const int fonts_before = built.atlas.Fonts.Size;
    built.fonts.build(built.atlas, 2);
    CHECK(built.atlas.Fonts.Size == fonts_before);
    CHECK(built.fonts.scale() == 2);
}

}  // namespace vitrine::fonts_test
