#include "app/widgets/label_width.h"

#include <algorithm>
#include <vector>

namespace vitrine {

namespace {

constexpr std::size_t most_known = 16;

struct KnownWidth {
    Font font;
    LabelsIdentity labels;
    float width;
};

/// The widths that were found last, the newest at the end.
struct KnownWidths {
    std::vector<KnownWidth> all;
};

float measure(const Ui& ui, Font font, const Labels& labels) {
    float width = 0;
    for (Size i = 0; i < labels.count(); ++i) width = std::max(width, ui.width_of(font, labels[i]));
    return width;
}

}  // namespace

float widest_of(const Ui& ui, Font font, const Labels& labels) {
    if (labels.are_numbers()) return 0;
    if (!labels.identity().of) return measure(ui, font, labels);
    std::vector<KnownWidth>& known = ui.fonts.remembered<KnownWidths>().all;
    const auto found =
        std::ranges::find_if(known, [&](const KnownWidth& one) { return one.font == font && one.labels == labels.identity(); });
    if (found != known.end()) return found->width;
    if (known.size() == most_known) known.erase(known.begin());
    return known.emplace_back(KnownWidth{font, labels.identity(), measure(ui, font, labels)}).width;
}

}  // namespace vitrine
