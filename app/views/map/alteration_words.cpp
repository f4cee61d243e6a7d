#include "app/views/map/alteration_words.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "app/run/parameter_totals.h"
#include "app/words/alterations.h"
#include "core/trace/comparison.h"

namespace vitrine {

namespace {

/// Walks along the last axis by its stride, since that is what takes the time.
ChangedNumbers count(const TensorView& was, const TensorView& is) {
    ChangedNumbers result;
    const Layout& layout = is.layout;
    const auto last = static_cast<std::size_t>(layout.rank - 1);
    const Size length = layout.shape[last];
    result.all = layout.count();
    for (Size first = 0; first < result.all; first += length) {
        const Index index = index_of(layout, first);
        const Size is_there = layout.offset(index), was_there = was.layout.offset(index);
        for (Size i = 0; i < length; ++i) {
            const double now = is.at_offset(is_there + i * layout.strides[last]);
            const double before = was.at_offset(was_there + i * was.layout.strides[last]);
            result.changed += now != before && (now == now || before == before);
        }
    }
    return result;
}

/// The alteration in a word or two.
std::string cause(const Edits& edits) {
    const Interventions& done = edits.interventions;
    if (done.empty()) return edits.variant.is_own() ? "by the design choices" : "in another model";
    if (edits.design != Design{} || !edits.variant.is_own()) return "by your alterations";
    const std::size_t heads = done.silenced.size(), numbers = done.overwrites.size(),
                      others = done.skipped_sublayers.size() + done.skipped_residuals.size();
    if (heads + numbers + others != heads && heads + numbers + others != numbers) return "by your alterations";
    if (heads) return heads == 1 ? "by the silenced head" : "by the silenced heads";
    return numbers == 1 ? "by the overwritten number" : "by the overwritten numbers";
}

}  // namespace

namespace {

/// The cells that hold a number set by hand.
Size count_by_hand(const Run& run, const std::string& path) {
    const auto written = run.written.find(path);
    if (written == run.written.end()) return 0;
    const std::set<Index> cells(written->second.begin(), written->second.end());
    return std::ranges::count_if(cells, [&](const Index& cell) { return by_hand_words(run, path, cell) == "set by hand"; });
}

}  // namespace

ChangedNumbers count_changed(const Run& run, const std::string& path) {
    const TensorView is = run.trace.find(path);
    if (!is.present()) return {};
    if (alteration_of(run, path) == Alteration::none) return {0, is.layout.count()};
    const TensorView was = run.untouched->trace.find(path);
    if (!was.present() || was.layout.shape != is.layout.shape) return {is.layout.count(), is.layout.count()};
    return count(was, is);
}

std::string alteration_words(const Run& run, const std::string& path) {
    const Alteration alteration = alteration_of(run, path);
    if (alteration == Alteration::none) return "";
    const Size by_hand = count_by_hand(run, path);
    std::string what = by_hand == 0 ? "" : count_text(by_hand) + " set by hand, ";
    const TensorView was = run.untouched->trace.find(path);
    if (!was.present()) return what + "not computed in the unaltered run";
    if (was.layout.shape != run.trace.find(path).layout.shape)
        return what + "of another shape in the unaltered run: " + size_words(was.layout);
    what += "changed " + cause(run.edits);
    constexpr Size most_counted = 2'000'000;  // in a few milliseconds
    if (run.trace.find(path).layout.count() > most_counted) return what;
    const ChangedNumbers numbers = count_changed(run, path);
    return fmt::format("{}: {} of {} numbers", what, count_text(numbers.changed), count_text(numbers.all));
}

}  // namespace vitrine
