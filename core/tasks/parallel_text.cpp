#include <algorithm>
#include <set>

#include "core/tasks/parallel_words.h"
#include "core/tasks/subwords.h"
#include "core/tasks/task_builders.h"
#include "core/tensor/error.h"

namespace vitrine {

namespace {

struct Pair {
    WordViews source, target;
    bool held_out = false;
};

/// "pairs.tsv: line 3, source: ", the prefix of messages about one side of a line.
std::string place_of(const ParallelText& text, std::size_t line, const char* side) {
    const int number = text.numbers.empty() ? static_cast<int>(line) + 1 : text.numbers[line];
    return text.name + ": line " + std::to_string(number) + ", " + side + ": ";
}

std::vector<Pair> pairs_of(const ParallelText& text) {
    if (text.lines.empty()) throw Error(text.name + ": no lines");
    std::vector<Pair> pairs;
    const auto read = [&](const std::string& line, const char* side) {
        try {
            return pieces_of(line, text.unit);
        } catch (const Error& error) {
            throw Error(place_of(text, pairs.size(), side) + error.what());
        }
    };
    for (const auto& [source, target] : text.lines) {
        Pair pair{read(source, "source"), read(target, "target")};
        pairs.push_back(std::move(pair));
    }
    return pairs;
}

/// Marks held-out pairs; none if there are few lines or if nothing would be left for training.
void hold_out(std::vector<Pair>& pairs) {
    std::set<WordViews> sources;
    for (Pair& pair : pairs) {
        sources.insert(pair.source);
        pair.held_out = is_held_out(pair.source, pairs.size());
    }
    const bool all = std::ranges::all_of(pairs, &Pair::held_out);
    if (all || sources.size() < fewest_to_hold_out_of) {
        for (Pair& pair : pairs) pair.held_out = false;
    }
}

Vocabulary vocabulary_of_side(const std::vector<Pair>& pairs, WordViews Pair::*side) {
    PieceCounts<std::string_view> counts;
    for (const Pair& pair : pairs) {
        if (pair.held_out) continue;
        for (const std::string_view piece : pair.*side) ++counts[piece];
    }
    return vocabulary_of_counts(std::move(counts));
}

/// The pairs of the lines, with some marked as held out.
std::vector<Pair> held_out_and_not(const ParallelText& text) {
    std::vector<Pair> pairs = pairs_of(text);
    hold_out(pairs);
    return pairs;
}

/// Appends the example that example(line) makes to the training list or to the held-out list.
template <class ExampleOf>
void add_examples(const std::vector<Pair>& pairs, Task& task, const ExampleOf& example) {
    for (std::size_t line = 0; line < pairs.size(); ++line) {
        (pairs[line].held_out ? task.held_out : task.examples).push_back(example(line));
        if (pairs[line].held_out) task.held_out_lines.push_back(line);
    }
    measure_lists(task);
}

}  // namespace

Task parallel_text_task(const ParallelText& text) {
    const std::vector<Pair> pairs = held_out_and_not(text);
    Task task = task_named_after(text.name);
    task.source_vocabulary = vocabulary_of_side(pairs, &Pair::source);
    task.target_vocabulary = vocabulary_of_side(pairs, &Pair::target);
    add_examples(pairs, task, [&](std::size_t line) {
        Example example;
        read_pieces(pairs[line].source, pairs[line].target, task, example);
        return example;
    });
    return task;
}

Task parallel_text_task(const ParallelText& text, const Tokenizer& tokenizer, const SubwordSpecials& specials) {
    SubwordReader reader(tokenizer, specials);
    const auto read = [&](const std::string& words, std::size_t line, const char* side) {
        try {
            return reader.ids(words);
        } catch (const Error& error) {
            throw Error(place_of(text, line, side) + error.what());
        }
    };
    Task task = task_named_after(text.name);
    task.source_vocabulary = task.target_vocabulary = tokenizer.vocabulary();
    task.tokens = specials.tokens;
    add_examples(held_out_and_not(text), task, [&](std::size_t line) {
        const auto& [source, target] = text.lines[line];
        Sentence first = read(source, line, "source");
        return subword_example(std::move(first), read(target, line, "target"), specials);
    });
    task.lost_bytes = reader.lost();
    return task;
}

std::string training_text(const ParallelText& text) {
    const std::vector<Pair> pairs = held_out_and_not(text);
    std::string lines;
    for (std::size_t line = 0; line < pairs.size(); ++line) {
        if (!pairs[line].held_out) lines += text.lines[line].first + '\n' + text.lines[line].second + '\n';
    }
    return lines;
}

}  // namespace vitrine
