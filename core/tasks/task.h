#pragma once
/// What a model can be taught: where sentence pairs come from, and in which words.

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/model/batch.h"
#include "core/model/sentence.h"
#include "core/tensor/random.h"
#include "core/text/vocabulary.h"

namespace vitrine {

/// One sentence pair in ids. The source is what the encoder reads, whole: where its vocabulary has the words for bos and eos, it
/// stands between them. The target has neither.
struct Example {
    Sentence source, target;
    std::vector<std::pair<int, int>> alignment;  ///< (place in target, place in source) of words that mean the same; often empty
};

/// The ids that are no words.
struct SpecialTokens {
    std::int32_t pad_source = 0, pad_target = 0, bos = 1, eos = 2;
};

/// A task has either a list of sentence pairs or a way to draw ever new ones.
struct Task {
    std::string name;  ///< "english-french"
    std::string text;  ///< one line on what is to be learned
    Vocabulary source_vocabulary, target_vocabulary;
    SpecialTokens tokens;
    Size longest_source = 0, longest_target = 0;  ///< no example has more tokens; the target's without bos and eos

    std::vector<Example> examples;                 ///< what there is to learn from, in order; empty where pairs are drawn
    std::vector<Example> held_out;                 ///< pairs that training never sees; empty where the few there are are all needed
    std::vector<std::size_t> held_out_lines = {};  ///< of parallel text: the lines on which these stand, counted from 0
    bool shuffles = false;                         ///< a list is gone through in a new order every epoch
    std::size_t lost_bytes = 0;  ///< of the texts, and of pairs drawn to learn their length: those without a token

    /// Fills the example with a pair that is none of the held-out ones. Takes memory only the first time; in subwords
    /// (core/tasks/subwords.h) every time.
    std::function<void(Random&, Example&)> draw;

    bool is_endless() const { return static_cast<bool>(draw); }
};

/// As many sentences as are looked at unless someone wants more.
constexpr Size probe_size = 4;

/// Sentences to look at while a model learns the task: the first held-out pairs, or the first there are where none are held out, or
/// pairs drawn from the seed.
Batch probe_batch(const Task& task, Size sentences, std::uint64_t seed);

/// Gives a configuration what a task decides: vocabulary sizes and special ids.
void apply_task(const Task& task, Configuration& configuration);

/// A line of `vitrine tasks`.
struct TaskInfo {
    std::string name, text;
};

/// The tasks on board, in the order in which they are listed; `file` is made by parallel_text_task instead.
const std::vector<TaskInfo>& list_tasks();

/// Throws Error with the names there are where there is none of this name.
Task make_task(const std::string& name);

/// What a line of parallel text is split into.
enum class TextUnit { words, characters };

/// Parallel text somebody brought.
struct ParallelText {
    std::string name;                                        ///< the file's
    std::vector<std::pair<std::string, std::string>> lines;  ///< source and target, in order
    TextUnit unit = TextUnit::words;
    std::vector<int> numbers = {};  ///< of the lines in the file, counted from 1; none where they are simply 1, 2, 3
};

/// A task of the lines. Every tenth source text or so is held out, decided by the text alone, so one that occurs twice is held out
/// both times or never; of a few lines none is. The vocabularies are of what is left, the most frequent first. Throws Error where
/// there are no lines, or naming the line, counted from 1, that is empty on one side or no UTF-8.
Task parallel_text_task(const ParallelText& text);

/// Fills a batch with examples: tgt is bos + target, labels target + eos, all padded to the longest (section 3.1, "shifted
/// right"). Memory is only taken where the batch grows.
void make_batch(std::span<const Example> examples, const SpecialTokens& tokens, Batch& batch);

}  // namespace vitrine
