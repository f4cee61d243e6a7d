#pragma once
/// What is learned from, or evaluated on: opened from wherever it is.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/io/training_json.h"
#include "core/model/batch.h"
#include "core/tasks/subword_reader.h"
#include "core/text/tokenizer.h"

namespace vitrine {

/// A model's words, where they are known, and whose tokens they are; null where they are words or characters.
struct Vocabularies {
    Vocabulary source, target;
    std::shared_ptr<const Tokenizer> tokenizer = {};
};

/// Which tokenizer cuts the texts, if one does: one that is there, or one that is learned from them.
struct TokenizerRequest {
    std::shared_ptr<const Tokenizer> known = {};
    std::size_t vocabulary_size = 0;               ///< of the one to be learned; 0: none is
    std::optional<SubwordSpecials> specials = {};  ///< of the one that is known; otherwise those with the usual names
};

/// Either a task or batches.
struct LearningData {
    std::optional<Task> task;
    std::vector<Batch> batches;
    std::shared_ptr<const Tokenizer> tokenizer = {};  ///< that has cut the task's texts; null where none has
    std::vector<std::string> notes = {};              ///< what of the texts is left out

    BatchSource source(Size batch_size, std::uint64_t seed) const;

    /// Sentences to look at the model with.
    Batch probe(std::uint64_t seed) const;
};

/// A model's own tokenizer, and what is special to it.
TokenizerRequest tokenizer_of(std::shared_ptr<const Tokenizer> tokenizer, const Configuration& configuration);

/// Sentence pairs from a task or a file, the latter remembered by its absolute path and its content. A tokenizer to be learned is
/// learned from what is not held out.
LearningData open_pairs(DataSource& source, const TokenizerRequest& request);

/// Batches from a file, for a model that is there.
LearningData open_batches(DataSource& source, const Configuration& configuration, const Vocabularies& vocabularies);

/// The same data again. Throws Error where a file has another content than it had.
LearningData open_again(const DataSource& source, const Configuration& configuration, const Vocabularies& vocabularies);

/// "the task 'copy'", or the file's path.
std::string name_of(const DataSource& source);

/// Throws Error, `where` first, where a model's vocabulary sizes, special ids or words are not those of the task.
void check_fits(const Task& task, const Configuration& configuration, const Vocabularies& vocabularies, const std::string& where);

}  // namespace vitrine
