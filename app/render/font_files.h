#pragma once
/// Finds and reads font files, including those that come with the program.

#include <optional>
#include <string>
#include <vector>

#include <imgui.h>

namespace vitrine {

/// A font file in use, for `vitrine doctor`.
struct FontFile {
    std::string role;                 ///< "words", "words, strong", "numbers", "numbers, strong", "signs", "other characters"
    std::string family, style, path;  ///< as in "Inter", "Regular", a file
    int face = 0;                     ///< index in a font collection
};

/// The contents of a font file, with its metrics and characters.
class LoadedFont {
public:
    /// Nothing if the file cannot be read or has no outlines that Dear ImGui can draw.
    static std::optional<LoadedFont> load(const FontFile& file);

    /// The characters with a glyph in this font that Dear ImGui can draw, in ascending order.
    const std::vector<ImWchar>& characters() const { return characters_; }

    /// Whether a character's glyph has no outline. Requires: it is one of characters().
    bool is_blank(ImWchar character) const;

    std::vector<unsigned char>& data() { return data_; }
    int face() const { return face_; }

    float ascent() const { return ascent_; }    ///< above the baseline, in em
    float descent() const { return descent_; }  ///< below the baseline, in em, positive

private:
    std::vector<unsigned char> data_;
    std::vector<ImWchar> characters_;
    int face_ = 0;
    float ascent_ = 1, descent_ = 0;
};

/// The fonts that come with the program, in the order of the roles above: Inter, JetBrains Mono, and DejaVu Sans for signs that
/// both lack. Throws Error if their folder does not exist.
std::vector<FontFile> shipped_fonts();

}  // namespace vitrine
