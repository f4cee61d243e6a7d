#include "app/widgets/label_width.h"

#include <algorithm>

namespace vitrine {

namespace {

constexpr std::size_t many = 256, most_known = 8;

/// Labels that have been measured. They are known by a number of 64 bits that is made of all their letters.
struct Measured {
    const Fonts* fonts;
    float scale;
    Font font;
    std::size_t count, letters;

    bool operator==(const Measured&) const = default;
};

struct KnownWidth {
    Measured what;
    float width;
};

std::size_t letters_of(const std::vector<std::string>& labels) {
    std::size_t letters = 0;
    for (const std::string& label : labels) letters = (letters ^ std::hash<std::string>()(label)) * 0x9e3779b97f4a7c15u;
    return letters;
}

float measure(const Ui& ui, Font font, const std::vector<std::string>& labels) {
    float width = 0;
    for (const std::string& label : labels) width = std::max(width, ui.width_of(font, label));
    return width;
}

}  // namespace

float widest_of(const Ui& ui, Font font, const std::vector<std::string>& labels) {
    if (labels.size() <= many) return measure(ui, font, labels);
    static thread_local std::vector<KnownWidth> known;  // the one found last at the end
    const Measured what{&ui.fonts, ui.fonts.scale(), font, labels.size(), letters_of(labels)};
    const auto found = std::ranges::find(known, what, &KnownWidth::what);
    if (found != known.end()) return found->width;
    if (known.size() == most_known) known.erase(known.begin());
    return known.emplace_back(KnownWidth{what, measure(ui, font, labels)}).width;
}

}  // namespace vitrine
