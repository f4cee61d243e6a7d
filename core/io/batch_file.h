#pragma once
/// Batch files: JSON {"src", "tgt", "labels"} with exactly the tokens that the model gets, or TSV with sentence pairs.

#include <filesystem>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "core/io/words/batch_language.h"
#include "core/tasks/task.h"

namespace vitrine {

/// Reads a batch from JSON: src, tgt and, for a loss, labels; each is a list of sentences of the same length. A sentence is a
/// list of ids or words, or a text. Texts are split at spaces, or by the tokenizer, including special tokens such as [EOS]. A
/// word that is not in the vocabulary becomes <unk>, if the vocabulary has it. One attention alone also reads query, key and
/// value: a list of vectors for each sentence, named by the tokens of tgt, src and src. Throws Error, prefixed with `where`,
/// naming field and position where something is missing, ragged, unknown or cannot run.
Batch batch_from(const nlohmann::json& object, const BatchLanguage& language, const std::string& where);

/// The batch as JSON with ids, as read by batch_from.
std::string batch_text(const Batch& batch);

/// Reads sentence pairs from lines of source TAB target, ignoring blank lines. Texts are split by the tokenizer, into words or into
/// characters, or are ids if there is no vocabulary. The source gets bos and eos if its vocabulary has the target's words for them
/// or, without vocabularies, if these ids are in its range. An [EOS] within a text becomes [UNK], as in training (see
/// core/tasks/subword_reader.h). Throws Error naming line and word, or a line without any token.
std::vector<Example> examples_from_tsv(std::string_view text, TextUnit unit, const BatchLanguage& language,
                                       const std::string& where);

/// Reads sentence pairs as a batch, split by the tokenizer or into words: tgt is bos + target, labels are target + eos, all padded.
Batch batch_from_tsv(std::string_view text, const BatchLanguage& language, const std::string& where);

/// Whether a batch file is TSV: its name ends in .tsv, or its name does not end in .json and its text does not start like JSON.
bool holds_pairs(const std::filesystem::path& path);

/// Reads a batch file, TSV or JSON.
Batch read_batch(const std::filesystem::path& path, const BatchLanguage& language);

}  // namespace vitrine
