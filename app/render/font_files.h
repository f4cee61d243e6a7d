#pragma once
/// Font files, and those that come with the program.

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

    /// Of all characters that Dear ImGui can draw, those that have a glyph here, in ascending order.
    const std::vector<ImWchar>& characters() const { return characters_; }

    /// Whether a character's glyph has no outline. Requires: it is one of characters().
    bool is_blank(ImWchar character) const;

    std::vector<unsigned char>& data() { return data_; }
    int face() const { return face_; }

    float ascent() const { return ascent_; }    ///< above the baseline, in em
    float descent() const { return descent_; }  ///< below it, in em, positive

private:
    std::vector<unsigned char> data_;
    std::vector<ImWchar> characters_;
    int face_ = 0;
    float ascent_ = 1, descent_ = 0;
};

/// The fonts that come with the program, in the order of roles above: Inter, JetBrains Mono, and for signs that both lack DejaVu
/// Sans. Throws Error if their folder is not there.
std::vector<FontFile> shipped_fonts();

}  // namespace vitrine
