#pragma once
/// Data for learning and evaluation, from any source.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/io/training_json.h"
#include "core/model/batch.h"
#include "core/tasks/subword_reader.h"

namespace vitrine {

class Tokenizer;

/// A model's vocabularies, if known, and its tokenizer; null if its tokens are words or characters.
struct Vocabularies {
    Vocabulary source, target;
    std::shared_ptr<const Tokenizer> tokenizer = {};
};

/// The tokenizer of the texts, if any: a known one, or one to be learned from the texts.
struct TokenizerRequest {
    std::shared_ptr<const Tokenizer> known = {};
    std::size_t vocabulary_size = 0;               ///< of a tokenizer to be learned; 0: none
    std::optional<SubwordSpecials> specials = {};  ///< of the known tokenizer; nothing: its tokens with the usual names
};

/// Either a task or batches.
struct LearningData {
    std::optional<Task> task;
    std::vector<Batch> batches;
    std::shared_ptr<const Tokenizer> tokenizer = {};  ///< of the task's texts; null if there is none
    std::vector<std::string> notes = {};              ///< about parts of the texts that are left out

    BatchSource source(const BatchSize& size, std::uint64_t seed) const;

    /// The task's vocabularies, for the stacks that its models have. Requires: there is a task.
    Vocabularies vocabularies() const;

    /// Sentences to check the model with.
    Batch probe(std::uint64_t seed) const;
};

/// A model's own tokenizer and its special tokens.
TokenizerRequest tokenizer_of(std::shared_ptr<const Tokenizer> tokenizer, const Configuration& configuration);

/// Sentence pairs from a task or a file, for models of this architecture; stores the file's absolute path and its content's
/// fingerprint in `source`. A tokenizer is learned from the pairs that are not held out. Throws Error if a model of one stack is
/// to learn from a tokenizer's tokens, which may lack <sep> and <mask>.
LearningData open_pairs(DataSource& source, const TokenizerRequest& request, Architecture architecture);

/// Batches from a file, for an existing model.
LearningData open_batches(DataSource& source, const Configuration& configuration, const Vocabularies& vocabularies);

/// Opens the same data again. Throws Error if a file's content has changed.
LearningData open_again(const DataSource& source, const Configuration& configuration, const Vocabularies& vocabularies);

/// "the task 'copy'", or the file's path.
std::string name_of(const DataSource& source);

/// Throws Error, whose text begins with `where`, if a model's vocabulary sizes, special ids or words differ from the task's.
void check_fits(const Task& task, const Configuration& configuration, const Vocabularies& vocabularies, const std::string& where);

}  // namespace vitrine
