#pragma once
/// The sentences as they are to be, and what is done to them.

#include <string>
#include <vector>

#include "app/state/state.h"
#include "core/model/batch_edit.h"

namespace vitrine {

/// Those of the shown run; of B those of the edits that are wanted: the run of them may still be under way. There is a run.
const Batch& wanted_batch(const State& state);

/// Which of them is looked at: the one that is selected, or the last where there are fewer.
Size shown_sentence(const State& state);

const IndexTensor& tokens_of(const Batch& batch, BatchSide side);
const Vocabulary& vocabulary_of(const Run& run, BatchSide side);
std::int32_t padding_of(const Run& run, BatchSide side);

/// "replace “like” by “am”", "add a copy of sentence 2": for undo.
std::string words_of(const State& state, const BatchEdit& edit);

/// The anchor of a word that can be changed, "batch/source/3", and of the place behind the last one, "batch/source/add".
std::string chip_anchor(const TokenPlace& place);
std::string add_anchor(BatchSide side);

/// What the open field of a word offers. There is one.
std::vector<std::int32_t> field_choices(const State& state);

/// The edits without the overwritten numbers whose cells are outside of their sentences' tensors, and how many these were.
struct FittingEdits {
    Edits edits;
    int dropped = 0;
};
FittingEdits fitting(const Run& run, Edits edits);

}  // namespace vitrine
