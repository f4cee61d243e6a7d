#include "app/state/edits.h"

#include <utility>

namespace vitrine {

namespace {

/// How many steps back are kept.
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
    undone_.clear();
    if (done_.size() == most_kept) done_.erase(done_.begin());
    done_.push_back({std::move(before), std::move(what)});
}

const std::string& EditHistory::undo_words() const { return last_words(done_); }

const std::string& EditHistory::redo_words() const { return last_words(undone_); }

Edits EditHistory::undo(Edits now) {
    Entry last = std::move(done_.back());
    done_.pop_back();
    undone_.push_back({std::move(now), last.what});
    return std::move(last.edits);
}

Edits EditHistory::redo(Edits now) {
    Entry next = std::move(undone_.back());
    undone_.pop_back();
    done_.push_back({std::move(now), next.what});
    return std::move(next.edits);
}

void EditHistory::forget_last() {
    if (!done_.empty()) done_.pop_back();
}

}  // namespace vitrine
