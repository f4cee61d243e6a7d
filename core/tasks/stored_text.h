#pragma once
/// Tasks of parallel text that is too long to be held in memory: the lines stay where they are, and become tokens whenever a batch
/// needs them. Everything else, such as which lines are held out, is as for ParallelText.

#include <memory>

#include "core/tasks/stored_pairs.h"
#include "core/tasks/subword_reader.h"

namespace vitrine {

/// Parallel text by the number of its line, counted from 0. One thread at a time may read.
class PairLines {
public:
    virtual ~PairLines() = default;

    virtual std::size_t size() const = 0;

    /// A line. The views hold until the next call. Throws Error if it can no longer be read.
    struct Line {
        std::string_view source, target;
    };
    virtual Line read(std::size_t line) const = 0;

    /// "pairs.tsv: line 3", for messages.
    virtual std::string place(std::size_t line) const = 0;

    /// The name of the file.
    virtual std::string name() const = 0;
};

/// Which lines are held out. None if there are too few different sources.
std::vector<bool> held_out_lines_of(const PairLines& lines, TextUnit unit);

/// A task in words or characters. `held_out`: from held_out_lines_of(). Throws Error naming a line that is empty on one side.
Task stored_text_task(std::shared_ptr<const PairLines> lines, const std::vector<bool>& held_out, TextUnit unit);

/// A task in subwords. Throws Error naming a line without any token.
Task stored_text_task(std::shared_ptr<const PairLines> lines, const std::vector<bool>& held_out,
                      std::shared_ptr<const Tokenizer> tokenizer, const SubwordSpecials& specials);

/// Trains a tokenizer as learned_tokenizer() does, on the lines that are not held out.
Tokenizer learned_tokenizer(const PairLines& lines, const std::vector<bool>& held_out, std::size_t vocabulary_size);

}  // namespace vitrine
