#include "app/render/fonts.h"

#include <map>
#include <string>

#include <doctest/doctest.h>
#include <fontconfig/fontconfig.h>

#include "app/render/system_fonts.h"
#include "tests/counted.h"

namespace vitrine::fonts_test {

namespace {

constexpr std::array all_fonts{Font::body,  Font::body_strong, Font::note,  Font::note_strong, Font::label,      Font::heading,
                               Font::title, Font::section,     Font::mono,  Font::mono_strong, Font::mono_small, Font::mono_tiny,
                               Font::value, Font::display,     Font::large, Font::mono_large};
static_assert(all_fonts.size() == font_count);

struct BuiltFonts {
    ImFontAtlas atlas;
    Fonts fonts;

    explicit BuiltFonts(float scale) { fonts.build(atlas, scale); }
    float advance(Font font, char32_t code) const {
        const Fonts::Glyph found = fonts.find(font, code);
        return found.glyph->AdvanceX * found.scale;
    }
};

}  // namespace

TEST_CASE("every font has its own letters and borrows what the interface writes") {
    const BuiltFonts built(1);
    for (const Font font : all_fonts) {
        for (const char32_t code : std::u32string_view(U"Az09éßœ.,…₀₁ᵢᵀᴷ√ΣΠ·×÷∞−→↓←↑⊙∂∧≠“”‹›αβжĠ▁⏎")) {
            INFO("font " << static_cast<int>(font) << ", character " << static_cast<unsigned>(code));
            CHECK(built.fonts.find(font, code).glyph);
        }
    }
    CHECK_FALSE(built.fonts.wants_characters());
}

TEST_CASE("the words of a sentence in large letters are drawn from glyphs of that size, and not enlarged") {
    const tests::Counted counted(2 * 3 * 9);
    constexpr double rounding = 0.05;  // newer versions of Dear ImGui bake glyphs in whole pixels
    for (const float scale : {1.0f, 2.0f}) {
        const BuiltFonts built(scale);
        for (const Font font : {Font::title, Font::display, Font::large}) {
            for (const char32_t code : std::u32string_view(U"aéœŒłșřπЖ")) {
                INFO("font " << static_cast<int>(font) << ", character " << static_cast<unsigned>(code));
                CHECK(built.fonts.find(font, code).scale * scale == doctest::Approx(1).epsilon(rounding));
            }
        }
    }
}

TEST_CASE("a character that no font has is not found, whatever its plane") {
    const BuiltFonts built(1);
    for (const char32_t code : {U'\U0001F600', U'\U000F1234', U'\uE000', U'\uFFFE', U'\u200B'})
        CHECK_FALSE(built.fonts.find(Font::body, code).glyph);
    CHECK_FALSE(built.fonts.wants_characters());  // nor is one of the system's fonts loaded for characters that are never shown
}

TEST_CASE("sizes are those of the em, at every scale of the display") {
    for (const float scale : {1.0f, 1.5f, 2.0f}) {
        const BuiltFonts built(scale);
        CHECK(built.advance(Font::mono, U'0') == doctest::Approx(0.6 * 12).epsilon(0.01));
        CHECK(built.advance(Font::value, U'8') == doctest::Approx(0.6 * 22).epsilon(0.01));
        CHECK(built.advance(Font::value, U'ж') == doctest::Approx(0.6 * 22).epsilon(0.02));
        const ImFont& value = *built.fonts[Font::value];
        CHECK(value.FontSize * value.Scale == doctest::Approx(1.32 * 22).epsilon(0.01));
        CHECK(built.fonts.line_height(Font::body) == doctest::Approx(1.21 * 13).epsilon(0.01));
    }
}

/// While this object lives, the system has only these of the program's font files.
class OnlyFonts {
public:
    explicit OnlyFonts(std::initializer_list<std::size_t> indices)
        : config_(FcConfigCreate()), before_(FcConfigReference(nullptr)) {
        const std::vector<FontFile> files = shipped_fonts();
        for (const std::size_t index : indices)
            FcConfigAppFontAddFile(config_, reinterpret_cast<const FcChar8*>(files[index].path.c_str()));
        FcConfigSetCurrent(config_);
    }
    ~OnlyFonts() {
        FcConfigSetCurrent(before_);
        FcConfigDestroy(config_);
        FcConfigDestroy(before_);
    }
    OnlyFonts(const OnlyFonts&) = delete;
    OnlyFonts& operator=(const OnlyFonts&) = delete;

private:
    FcConfig *config_, *before_;
};
constexpr std::size_t inter = 0, dejavu = 4;

TEST_CASE("of the system's fonts each character gets one that has it, and a character that none has gets none") {
    const OnlyFonts fonts({inter, dejavu});
    // Inter has Ж. The shipped DejaVu Sans only has characters that Inter and JetBrains Mono lack, such as ᵀ. No font has the
    // Chinese word.
    const auto found = fonts_with({u'Ж', u'ᵀ', u'中'});
    REQUIRE(found.size() == 2);
    std::map<std::string, std::vector<ImWchar>> by_family;
    for (const BorrowedFont& font : found) by_family[font.file.family] = font.characters;
    CHECK(by_family["Inter"] == std::vector<ImWchar>{u'Ж'});
    CHECK(by_family["DejaVu Sans"] == std::vector<ImWchar>{u'ᵀ'});
}

TEST_CASE("without any font of the system the program's own fonts are all there, and other characters are not drawn") {
    const OnlyFonts fonts({});
    BuiltFonts built(1);
    for (const char32_t code : std::u32string_view(U"Kᵀ·√")) CHECK(built.fonts.find(Font::body, code).glyph);
    CHECK_FALSE(built.fonts.find(Font::body, U'中').glyph);
    CHECK(built.fonts.wants_characters());
    built.fonts.build(built.atlas, 1);
    CHECK_FALSE(built.fonts.find(Font::body, U'中').glyph);
    CHECK_FALSE(built.fonts.wants_characters());  // asked for once
}

TEST_CASE("fonts can be built again in the same atlas") {
    BuiltFonts built(1);
    const int fonts_before = built.atlas.Fonts.Size;
    built.fonts.build(built.atlas, 2);
    CHECK(built.atlas.Fonts.Size == fonts_before);
    CHECK(built.fonts.scale() == 2);
}

}  // namespace vitrine::fonts_test
