#pragma once
/// Font files on this machine, through fontconfig.

#include <optional>
#include <string>
#include <vector>

#include <imgui.h>

namespace vitrine {

/// A font file in use, for `vitrine doctor`.
struct FontFile {
    std::string role;                 ///< "words", "words, strong", "numbers", "numbers, strong", "other characters"
    std::string wanted;               ///< the family that was asked for; empty: any
    std::string family, style, path;  ///< what was found; all empty where only Dear ImGui's built-in font is left
    int face = 0;                     ///< which font of a collection

    bool as_wanted() const { return !path.empty() && (wanted.empty() || family == wanted); }
};

struct FontRequest {
    std::string role, family;
    bool strong = false, monospaced = false;
};

/// The family asked for or, where it is not installed, the system's own for words or for numbers.
FontFile find_font(const FontRequest& request);

/// A font with as many of these characters as one has.
FontFile find_font_for(const std::vector<ImWchar>& characters);

/// The contents of a font file, and what of it the atlas needs to know.
class LoadedFont {
public:
    /// None where the file cannot be read or is not a font whose outlines Dear ImGui can draw.
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
