#pragma once
/// Edits: everything besides the model itself that determines its run. Plain data; undo and redo go from one Edits to another.

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/model/batch.h"
#include "core/model/design.h"
#include "core/model/variant.h"
#include "core/pass/interventions.h"

namespace vitrine {

struct Edits {
    std::shared_ptr<const Batch> batch = {};  ///< the sentences; null: those that the model was opened with
    Interventions interventions = {};         ///< numbers, heads and sublayers altered by hand
    Design design = {};                       ///< design choices that are switched off
    Variant variant = {};                     ///< a variant of the model instead of the opened one

    /// True if the run differs from the opened model's own run on the same sentences.
    bool alter() const { return !interventions.empty() || design != Design{} || !variant.is_own(); }
    bool empty() const { return !batch && !alter(); }
};

/// Batches are compared by their contents.
bool operator==(const Edits& a, const Edits& b);

/// One step of the history. `edits`: for a done step, those before it; for an undone step, those after it.
struct EditStep {
    Edits edits;
    std::string what;
};

/// The steps for undo and redo.
class EditHistory {
public:
    EditHistory() = default;

    /// A history read from a file. The last step of `done` is undone first, the last of `undone` redone first.
    EditHistory(std::vector<EditStep> done, std::vector<EditStep> undone) : line_{std::move(done), std::move(undone)} {}

    const std::vector<EditStep>& done() const { return line_.done; }
    const std::vector<EditStep>& undone() const { return line_.undone; }

    /// Adds a step. `before`: the edits before it; `what`: "silence head 2". Deletes the undone steps, and the oldest step if
    /// there are more than 200.
    void note(Edits before, std::string what);

    /// Makes the last step lead to `now` instead; removes the step if that is the same as before it. Requires: can_undo().
    void amend(const Edits& now, std::string what);

    bool can_undo() const { return !line_.done.empty(); }
    bool can_redo() const { return !line_.undone.empty(); }

    /// The next step to undo or redo, in words; empty if there is none.
    const std::string& undo_words() const;
    const std::string& redo_words() const;

    /// Undoes or redoes one step from the edits `now`, and returns the edits after that. Requires: can_undo() or can_redo().
    Edits undo(Edits now);
    Edits redo(Edits now);

    /// Remembers the current history for return_to(), since its run exists.
    void keep_place() { kept_ = line_; }

    /// Remembers an empty history for return_to(): the shown run is the model's own.
    void keep_nothing() { kept_ = {}; }

    /// Restores the remembered history, without steps that lead to the edits `failed` and without steps that change nothing.
    /// `shown`: the edits of the shown run.
    void return_to(const Edits& shown, const Edits& failed);

    /// Deletes the undone steps, as every new step does.
    void forget_undone() { line_.undone.clear(); }

    void clear() { line_ = kept_ = {}; }

private:
    struct Line {
        std::vector<EditStep> done = {}, undone = {};
    };
    Line line_, kept_;
};

}  // namespace vitrine
