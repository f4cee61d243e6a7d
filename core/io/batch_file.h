#pragma once
/// Batches as people write them: JSON {"src", "tgt", "labels"} with the very tokens the model gets, or TSV with sentence pairs.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/io/batch_language.h"
#include "core/tasks/task.h"
#include "core/text/tokenizer.h"
#include "core/text/vocabulary.h"

namespace vitrine {

/// A batch as it stands: src and tgt, and labels where there is to be a loss, each a list of sentences of one length. A sentence is
/// a list of ids or words, or a text whose words are split at spaces, or which the tokenizer cuts as it stands, [EOS] and all; a
/// word the vocabulary does not have is <unk>, where it has that. Throws Error, `where` first, naming the field and the place in it
/// where something is missing, ragged, unknown or cannot run.
Batch batch_from(const nlohmann::json& object, const BatchLanguage& language, const std::string& where);

/// The JSON that batch_from reads, in ids.
std::string batch_text(const Batch& batch);

/// Sentence pairs from lines of source TAB target, cut by the tokenizer, or split into words or characters, or ids where there is
/// no vocabulary; blank lines do not count. The source stands between bos and eos where its vocabulary has the words the target's
/// has for them, or, without vocabularies, room for their ids. A tokenizer's [EOS] in the text itself is [UNK], as in training (see
/// core/tasks/subword_reader.h). Throws Error naming line and word, or the line of which nothing has a token.
std::vector<Example> examples_from_tsv(std::string_view text, TextUnit unit, const BatchLanguage& language,
                                       const std::string& where);

/// The same as a batch, split into words where there is no tokenizer: tgt is bos + target, labels target + eos, and all is padded.
Batch batch_from_tsv(std::string_view text, const BatchLanguage& language, const std::string& where);

/// A file of either kind: TSV where its name ends in .tsv or its text does not start as JSON does.
Batch read_batch(const std::filesystem::path& path, const BatchLanguage& language);

}  // namespace vitrine
