#include "app/run/edits.h"

namespace vitrine {

namespace {

/// The number of steps that are kept for undo.
constexpr std::size_t most_kept = 200;

const std::string& last_words(const auto& entries) {
    static const std::string none;
    return entries.empty() ? none : entries.back().what;
}

}  // namespace

bool operator==(const Edits& a, const Edits& b) {
    const bool same_batch = a.batch == b.batch || (a.batch && b.batch && *a.batch == *b.batch);
    const bool same_model = a.variant == b.variant || (a.variant.is_own() && b.variant.is_own());
    return same_batch && same_model && a.interventions == b.interventions && a.design == b.design;
}

void EditHistory::note(Edits before, std::string what) {
    line_.undone.clear();
    if (line_.done.size() == most_kept) line_.done.erase(line_.done.begin());
    line_.done.push_back({std::move(before), std::move(what)});
}

void EditHistory::amend(const Edits& now, std::string what) {
    line_.undone.clear();
    line_.done.back().what = std::move(what);
    if (line_.done.back().edits == now) line_.done.pop_back();
}

const std::string& EditHistory::undo_words() const { return last_words(line_.done); }

const std::string& EditHistory::redo_words() const { return last_words(line_.undone); }

Edits EditHistory::undo(Edits now) {
    EditStep last = std::move(line_.done.back());
    line_.done.pop_back();
    line_.undone.push_back({std::move(now), last.what});
    return std::move(last.edits);
}

Edits EditHistory::redo(Edits now) {
    EditStep next = std::move(line_.undone.back());
    line_.undone.pop_back();
    line_.done.push_back({std::move(now), next.what});
    return std::move(next.edits);
}

void EditHistory::return_to(const Edits& shown, const Edits& failed) {
    line_ = kept_;
    auto& [done, undone] = line_;
    for (std::size_t i = done.size(); i-- > 0;) {
        const bool fails = done[i].edits == failed,
                   leads_nowhere = done[i].edits == (i + 1 < done.size() ? done[i + 1].edits : shown);
        if (!fails && !leads_nowhere) continue;
        if (fails && i > 0) done[i - 1].what = std::move(done[i].what);  // it now leads past the failed edits
        done.erase(done.begin() + static_cast<std::ptrdiff_t>(i));
    }
    for (std::size_t i = undone.size(); i-- > 0;) {
        const bool leads_nowhere = undone[i].edits == (i + 1 < undone.size() ? undone[i + 1].edits : shown);
        if (undone[i].edits == failed || leads_nowhere) undone.erase(undone.begin() + static_cast<std::ptrdiff_t>(i));
    }
    kept_ = line_;
}

}  // namespace vitrine
