#pragma once
/// What somebody has made of an open model: all that its run is made from beside the model itself. Plain data; undo and redo go
/// from one of these to another.

#include <memory>
#include <string>
#include <vector>

#include "core/model/batch.h"
#include "core/model/design.h"
#include "core/model/interventions.h"
#include "core/model/variant.h"

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

/// What was done, for undo and redo.
class EditHistory {
public:
    /// Notes down what there was before something is done. `what`: "silence head 2".
    void note(Edits before, std::string what);

    bool can_undo() const { return !done_.empty(); }
    bool can_redo() const { return !undone_.empty(); }

    /// What would be undone or redone next, in words; empty where there is nothing.
    const std::string& undo_words() const;
    const std::string& redo_words() const;

    /// Goes one back or forward from what there is now, and returns what there is then. There is something to go to.
    Edits undo(Edits now);
    Edits redo(Edits now);

    /// Takes the last thing that was done out, because it could not be.
    void forget_last();

    void clear() { done_.clear(), undone_.clear(); }

private:
    struct Entry {
        Edits edits;
        std::string what;
    };
    std::vector<Entry> done_, undone_;
};

}  // namespace vitrine
