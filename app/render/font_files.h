#pragma once
/// Font files of the system, through fontconfig.

#include <optional>
#include <string>
#include <vector>

#include <imgui.h>

namespace vitrine {

/// A font file in use, for `vitrine doctor`.
struct FontFile {
    std::string role;                 ///< "words", "words, strong", "numbers", "numbers, strong", "other characters"
    std::string wanted;               ///< the requested family; empty: any
    std::string family, style, path;  ///< the font found; all empty: Dear ImGui's built-in font
    int face = 0;                     ///< index in a font collection

    bool as_wanted() const { return !path.empty() && (wanted.empty() || family == wanted); }
};

struct FontRequest {
    std::string role, family;
    bool strong = false, monospaced = false;
};

/// A font of the requested family or, if that is not installed, the system's default font for words or for numbers.
FontFile find_font(const FontRequest& request);

/// The font that has most of these characters.
FontFile find_font_for(const std::vector<ImWchar>& characters);

/// The contents of a font file, with its metrics and characters.
class LoadedFont {
public:
    /// Nothing if the file cannot be read or has no outlines that Dear ImGui can draw.
    static std::optional<LoadedFont> load(const FontFile& file);

    bool has(ImWchar character) const;
    std::vector<unsigned char>& data() { return data_; }
    int face() const { return face_; }

    float ascent() const { return ascent_; }    ///< above the baseline, in em
    float descent() const { return descent_; }  ///< below it, in em, positive

private:
    std::vector<unsigned char> data_;
    std::vector<bool> characters_;  ///< of the first 65536
    int face_ = 0;
    float ascent_ = 1, descent_ = 0;
};

}  // namespace vitrine
