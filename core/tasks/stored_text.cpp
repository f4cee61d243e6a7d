#include "core/tasks/stored_text.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/tasks/parallel_words.h"
#include "core/tasks/subwords.h"
#include "core/tasks/task_builders.h"
#include "core/tensor/error.h"
#include "core/text/tokenizer/bpe_training.h"

namespace vitrine {

namespace {

/// Makes an example of a line.
using LineReader = std::function<void(const PairLines::Line&, Example&)>;

/// The lines that are trained on.
class PairsOfLines final : public StoredPairs {
public:
    PairsOfLines(std::shared_ptr<const PairLines> lines, LineReader reader)
        : lines_(std::move(lines)), reader_(std::move(reader)) {}

    void add(std::size_t line, const Example& example) {
        numbers_.push_back(static_cast<std::uint32_t>(line));
        counts_.push_back({static_cast<std::uint32_t>(example.source.size()), static_cast<std::uint32_t>(example.target.size())});
    }

    std::size_t size() const override { return numbers_.size(); }
    void read(std::size_t number, Example& pair) const override { reader_(lines_->read(numbers_[number]), pair); }
    Counts counts(std::size_t number) const override { return {counts_[number].source, counts_[number].target}; }

private:
    std::shared_ptr<const PairLines> lines_;
    LineReader reader_;
    std::vector<std::uint32_t> numbers_;
    std::vector<PairLengths> counts_;  // the numbers of tokens in both texts
};

/// Reads every line once: keeps the held-out pairs, and of the others their numbers of tokens.
void add_lines(const std::shared_ptr<const PairLines>& lines, const std::vector<bool>& held_out, const LineReader& reader,
               Task& task) {
    auto pairs = std::make_shared<PairsOfLines>(lines, reader);
    Example example;
    for (std::size_t line = 0; line < lines->size(); ++line) {
        try {
            reader(lines->read(line), example);
        } catch (const Error& error) {
            throw Error(lines->place(line) + ", " + error.what());
        }
        make_room(example, task);
        if (!held_out[line]) {
            pairs->add(line, example);
            continue;
        }
        task.held_out.push_back(example);
        task.held_out_lines.push_back(line);
    }
    task.stored = std::move(pairs);
}

/// Runs body on a side of a line; an Error names the line and the side.
template <class Body>
auto on_side(const PairLines& lines, std::size_t line, const char* side, Body&& body) {
    try {
        return body();
    } catch (const Error& error) {
        throw Error(lines.place(line) + ", " + side + ": " + error.what());
    }
}

Vocabulary vocabulary_of_side(const PairLines& lines, const std::vector<bool>& held_out, TextUnit unit,
                              std::string_view PairLines::Line::*side, const char* name) {
    PieceCounts<std::string> counts;
    for (std::size_t line = 0; line < lines.size(); ++line) {
        if (held_out[line]) continue;
        const PairLines::Line text = lines.read(line);
        for (const std::string_view piece : on_side(lines, line, name, [&] { return pieces_of(text.*side, unit); }))
            ++counts[std::string(piece)];
    }
    return vocabulary_of_counts({counts.begin(), counts.end()});
}

Sentence ids_of_side(SubwordReader& reader, std::string_view text, const char* side) {
    try {
        return reader.ids(text);
    } catch (const Error& error) {
        throw Error(std::string(side) + ": " + error.what());
    }
}

}  // namespace

std::vector<bool> held_out_lines_of(const PairLines& lines, TextUnit unit) {
    std::vector<bool> held_out(lines.size());
    std::set<std::string> sources;
    std::size_t count = 0;
    for (std::size_t line = 0; line < lines.size(); ++line) {
        const std::string_view source = lines.read(line).source;
        const WordViews pieces = on_side(lines, line, "source", [&] { return pieces_of(source, unit); });
        held_out[line] = is_held_out(pieces, lines.size());
        count += held_out[line];
        if (sources.size() >= fewest_to_hold_out_of) continue;
        std::string joined;
        for (const std::string_view piece : pieces) joined.append(piece).append(1, '\n');
        sources.insert(std::move(joined));
    }
    if (count == lines.size() || sources.size() < fewest_to_hold_out_of) held_out.assign(lines.size(), false);
    return held_out;
}

Task stored_text_task(std::shared_ptr<const PairLines> lines, const std::vector<bool>& held_out, TextUnit unit) {
    Task task = task_named_after(lines->name());
    task.source_vocabulary = vocabulary_of_side(*lines, held_out, unit, &PairLines::Line::source, "source");
    task.target_vocabulary = vocabulary_of_side(*lines, held_out, unit, &PairLines::Line::target, "target");
    const auto words = std::make_shared<const Task>(task);  // its vocabularies
    const LineReader reader = [words, unit](const PairLines::Line& line, Example& example) {
        read_pieces(pieces_of(line.source, unit), pieces_of(line.target, unit), *words, example);
    };
    add_lines(lines, held_out, reader, task);
    return task;
}

Task stored_text_task(std::shared_ptr<const PairLines> lines, const std::vector<bool>& held_out,
                      std::shared_ptr<const Tokenizer> tokenizer, const SubwordSpecials& specials) {
    Task task = task_named_after(lines->name());
    task.source_vocabulary = task.target_vocabulary = tokenizer->vocabulary();
    task.tokens = specials.tokens;
    const auto subwords = std::make_shared<SubwordReader>(*tokenizer, specials);
    const LineReader reader = [tokenizer, subwords, specials](const PairLines::Line& line, Example& example) {
        Sentence source = ids_of_side(*subwords, line.source, "source");
        example = subword_example(std::move(source), ids_of_side(*subwords, line.target, "target"), specials);
    };
    add_lines(lines, held_out, reader, task);
    task.lost_bytes = subwords->lost();
    return task;
}

Tokenizer learned_tokenizer(const PairLines& lines, const std::vector<bool>& held_out, std::size_t vocabulary_size) {
    const auto visit = [&](const BpeLineSink& sink) {
        for (std::size_t line = 0; line < lines.size(); ++line) {
            if (held_out[line]) continue;
            const PairLines::Line text = lines.read(line);
            sink(text.source);
            sink(text.target);
        }
    };
    return train_tokenizer_on_lines(visit, subword_training(vocabulary_size));
}

}  // namespace vitrine
