#pragma once
/// Batches of texts that somebody types.

#include "core/io/model.h"

namespace vitrine {

/// The batch of request.texts, each of them read as core/io/text_reading.h has it. The targets are request.target_texts or, without
/// any, what the model writes greedily; tgt is a target without its last token, labels without its first. A decoder alone reads
/// the texts themselves and is labelled with their own next words; an encoder alone has no labels. Shorter rows are padded on the
/// right. `model` is what was opened, with its own sentences; `notes` receives what is to be told. Throws Error naming the text
/// that cannot be read, or why the model cannot read any.
Batch batch_of_texts(const ModelRequest& request, const Model& model, std::vector<std::string>& notes);

/// The batch of sentence pairs (core/io/words/sentence_pairs.h) of a file, in the same way.
Batch batch_of_pairs(std::string_view text, const ModelRequest& request, const Model& model, const std::string& where,
                     std::vector<std::string>& notes);

}  // namespace vitrine
