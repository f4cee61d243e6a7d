#pragma once
/// Batches of texts that somebody has typed.

#include "core/io/model.h"

namespace vitrine {

/// The batch of request.texts, each read as in core/io/text_reading.h. The targets are request.target_texts or, if there are
/// none, what the model generates greedily; tgt is a target without its last token, labels without its first. A decoder alone
/// reads the texts themselves, and its labels are their next words; an encoder alone has no labels. Shorter rows are padded on
/// the right. `model`: the opened model, with its own sentences; `notes` receives messages for the user. Throws Error naming the
/// text that cannot be read, or why the model cannot read any.
Batch batch_of_texts(const ModelRequest& request, const Model& model, std::vector<std::string>& notes);

/// The batch of the sentence pairs (core/io/words/sentence_pairs.h) in a file, in the same way.
Batch batch_of_pairs(std::string_view text, const ModelRequest& request, const Model& model, const std::string& where,
                     std::vector<std::string>& notes);

}  // namespace vitrine
