#pragma once
/// What somebody has made of an open model: all that its run is made from beside the model itself. Plain data; undo and redo go
/// from one of these to another.

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
    std::shared_ptr<const Batch> batch = {};  ///< other sentences than the model was opened on; null: those
    Interventions interventions = {};         ///< numbers, heads and sublayers that are altered by hand
    Design design = {};                       ///< design choices that are taken back
    Variant variant = {};                     ///< another model in the place of the opened one

    /// True where the run is not the one that the model makes of its sentences, whichever they are.
    bool alter() const { return !interventions.empty() || design != Design{} || !variant.is_own(); }
    bool empty() const { return !batch && !alter(); }
};

/// The same sentences, word for word, and the same of everything else.
bool operator==(const Edits& a, const Edits& b);

/// One thing that was done: its words lead from these edits to those of the next one; of what was undone, they lead to these.
struct EditStep {
    Edits edits;
    std::string what;
};

/// What was done, for undo and redo.
class EditHistory {
public:
    EditHistory() = default;

    /// As it was kept; the last of each is the next one to go to.
    EditHistory(std::vector<EditStep> done, std::vector<EditStep> undone) : line_{std::move(done), std::move(undone)} {}

    const std::vector<EditStep>& done() const { return line_.done; }
    const std::vector<EditStep>& undone() const { return line_.undone; }

    /// Notes down what there was before something is done. `what`: "silence head 2".
    void note(Edits before, std::string what);

    /// Says that the step that was noted down last leads to these edits instead; if they are where it began, there was no step.
    /// There is a step to undo.
    void amend(const Edits& now, std::string what);

    bool can_undo() const { return !line_.done.empty(); }
    bool can_redo() const { return !line_.undone.empty(); }

    /// What would be undone or redone next, in words; empty where there is nothing.
    const std::string& undo_words() const;
    const std::string& redo_words() const;

    /// Goes one back or forward from what there is now, and returns what there is then. There is something to go to.
    Edits undo(Edits now);
    Edits redo(Edits now);

    /// Says that the run of what there is now is there: should what comes next fail, return_to() leads back to this place.
    void keep_place() { kept_ = line_; }

    /// Says that the run that is there is the model's own, from where nothing leads anywhere.
    void keep_nothing() { kept_ = {}; }

    /// Goes back to the place that was kept, where `shown` is what there is, with all that could be undone and redone there; but
    /// for what has failed, which is no place to go to any more.
    void return_to(const Edits& shown, const Edits& failed);

    void clear() { line_ = kept_ = {}; }

private:
    struct Line {
        std::vector<EditStep> done = {}, undone = {};
    };
    Line line_, kept_;
};

}  // namespace vitrine
