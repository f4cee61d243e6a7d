#pragma once
/// Training tasks: the source of sentence pairs, and the vocabularies.

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/model/batch.h"
#include "core/model/sentence.h"
#include "core/tensor/random.h"
#include "core/text/vocabulary.h"

namespace vitrine {

/// A sentence pair in ids. The source is the encoder's whole input, including bos and eos if its vocabulary has them. The target
/// has neither. For a decoder alone, the source is the text that the target continues; for an encoder alone, both are the same
/// text, except that words are hidden in the source (core/tasks/one_text.h).
struct Example {
    Sentence source, target;
    std::vector<std::pair<int, int>>
        alignment;  ///< pairs (position in target, position in source) of words with the same meaning; often empty
};

/// The ids of special tokens; no_token if there is none.
struct SpecialTokens {
    std::int32_t pad_source = 0, pad_target = 0, bos = 1, eos = 2;
};

/// Why a held-out pair is unlike all that are trained.
enum class Unseen : std::uint8_t {
    sentence,  ///< its source is never trained
    pair,      ///< two of its words that belong together, such as a noun and its adjective, are never trained together
    shape,     ///< sentences of its construction are never trained
};

class StoredPairs;

/// A task. It has either a list of sentence pairs, in memory or stored, or a function that draws new ones.
struct Task {
    std::string name;  ///< "english-french"
    std::string text;  ///< one line that describes the task
    Vocabulary source_vocabulary, target_vocabulary;
    SpecialTokens tokens;
    Architecture architecture = Architecture::transformer;  ///< the architecture of the models that learn it
    Size longest_source = 0, longest_target = 0;            ///< maximum numbers of tokens, the target's without bos and eos

    std::vector<Example> examples;                 ///< training pairs in order; empty if pairs are drawn
    std::vector<Example> held_out;                 ///< pairs never used in training; may be empty if there are few
    std::vector<std::size_t> held_out_lines = {};  ///< for parallel text: their line numbers, counted from 0
    std::vector<Unseen> held_out_kinds = {};       ///< why each of them is held out; empty: all are unseen sentences
    bool shuffles = false;                         ///< every epoch uses a new order of the list
    std::size_t lost_bytes = 0;  ///< number of bytes without a token, in the texts and in pairs drawn to measure lengths

    /// Draws a pair that is not held out. Allocates memory only the first time; for subwords (core/tasks/subwords.h) every time.
    std::function<void(Random&, Example&)> draw;

    /// Hides other words in an example's source; null: no words are hidden.
    std::function<void(Random&, Example&)> hide = {};

    /// Training pairs that are read from a file whenever they are needed, instead of `examples`; null: there are none.
    std::shared_ptr<const StoredPairs> stored = {};

    bool is_endless() const { return static_cast<bool>(draw); }

    std::size_t pair_count() const;  ///< number of training pairs; 0 if pairs are drawn

    /// Copies a training pair. Requires: number < pair_count(). Throws Error if it can no longer be read.
    void read_pair(std::size_t number, Example& pair) const;
};

/// The default number of sentences in a probe batch.
constexpr Size probe_size = 4;

/// The batch that is shown during training: the first held-out pairs; if none are held out, the first training pairs, or pairs
/// drawn from the seed.
Batch probe_batch(const Task& task, Size sentences, std::uint64_t seed);

/// Sets the fields of a configuration that a task defines: architecture, vocabulary sizes and special ids. Those of a stack that
/// the model lacks become none.
void apply_task(const Task& task, Configuration& configuration);

/// Whether a model of this configuration and these vocabularies reads and writes the task's tokens.
bool fits(const Task& task, const Configuration& configuration, const Vocabulary& source, const Vocabulary& target);

/// A line of the output of `vitrine tasks`.
struct TaskInfo {
    std::string name, text;
};

/// The included tasks in the order in which they are listed; `file` is made by parallel_text_task instead.
const std::vector<TaskInfo>& list_tasks();

/// Makes an included task. Throws Error with all names if the name is unknown.
Task make_task(const std::string& name);

/// The unit into which parallel text is split.
enum class TextUnit { words, characters };

/// Parallel text from the user.
struct ParallelText {
    std::string name;                                        ///< name of the file
    std::vector<std::pair<std::string, std::string>> lines;  ///< source and target, in order
    TextUnit unit = TextUnit::words;
    std::vector<int> numbers = {};  ///< line numbers in the file, counted from 1; empty: 1, 2, 3, …
};

/// A task from parallel text. About every tenth source text is held out. This is decided by the text alone, so duplicates are
/// held out together; with few lines, none are. The vocabularies contain the words of the other lines, the most frequent first.
/// Throws Error if there are no lines, or naming a line, counted from 1, that is empty on one side or not UTF-8.
Task parallel_text_task(const ParallelText& text);

/// Fills a batch with examples: tgt is bos + target, labels are target + eos, all padded to the longest (section 3.1, "shifted
/// right"). Without bos or eos, tgt is the target without its last token, and labels are the target without its first. For a
/// decoder alone, tgt is bos + source + target; for an encoder alone, src is the source and labels are the target. The labels of
/// words that are not asked for are padding. Allocates memory only if the batch grows. Throws Error if there is nothing to
/// predict, or if lengths differ and there is no padding.
void make_batch(std::span<const Example> examples, const SpecialTokens& tokens, Batch& batch,
                Architecture architecture = Architecture::transformer);

/// The same for a model of this configuration.
void make_batch(std::span<const Example> examples, const Configuration& configuration, Batch& batch);

}  // namespace vitrine
