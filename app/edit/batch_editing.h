#pragma once
/// The wanted sentences, and edits of them.

#include <string>
#include <vector>

#include "app/state/state.h"
#include "core/model/batch_edit.h"

namespace vitrine {

/// The sentences of the shown run; for run B those of State::edits, whose run may not be ready yet. Requires: a run is shown.
const Batch& wanted_batch(const State& state);

/// The selected sentence, or the last one if there are fewer.
Size shown_sentence(const State& state);

const IndexTensor& tokens_of(const Batch& batch, BatchSide side);
const Vocabulary& vocabulary_of(const Run& run, BatchSide side);
std::int32_t padding_of(const Run& run, BatchSide side);

/// "replace “like” by “am”", "add a copy of sentence 2": for undo.
std::string words_of(const State& state, const BatchEdit& edit);

/// The anchor of a word, "batch/source/3", and of the position after the last word, "batch/source/add".
std::string chip_anchor(const TokenPlace& place);
std::string add_anchor(BatchSide side);

/// The ids that the open field of a word offers, found once for each text. Valid until it is called for another text, side or
/// run. Requires: such a field is open.
const std::vector<std::int32_t>& field_choices(const State& state);

/// The edits without overwrites of cells that do not exist with their sentences; `dropped`: how many there were.
struct FittingEdits {
    Edits edits;
    int dropped = 0;
};
FittingEdits fitting(const Run& run, Edits edits);

}  // namespace vitrine
