#include "core/tasks/parallel_words.h"

#include <algorithm>
#include <utility>

#include "core/tasks/task_builders.h"
#include "core/tensor/error.h"
#include "core/text/split.h"

namespace vitrine {

namespace {

/// The special token only stands around sentences.
std::int32_t id_within_text(std::string_view piece, const Vocabulary& vocabulary, std::int32_t unknown) {
    return std::max(vocabulary.id(piece).value_or(unknown), unknown);
}

}  // namespace

WordViews pieces_of(std::string_view text, TextUnit unit) {
    WordViews pieces = unit == TextUnit::words ? split_at_spaces(text) : split_into_characters(text);
    if (pieces.empty()) throw Error("it is empty");
    return pieces;
}

Vocabulary vocabulary_of_counts(PieceCounts<std::string_view> counts) {
    for (const char* token : {"<pad>", "<s>", "</s>", "<unk>"}) counts.erase(token);
    std::vector<std::pair<std::string_view, std::size_t>> order(counts.begin(), counts.end());
    std::ranges::sort(order, {}, [](const auto& entry) { return std::pair(~entry.second, entry.first); });
    std::vector<std::string> words{"<unk>"};
    for (const auto& [piece, count] : order) words.emplace_back(piece);
    return vocabulary_of(words);
}

void read_pieces(const WordViews& source, const WordViews& target, const Task& task, Example& example) {
    const std::int32_t unknown = task.source_vocabulary.id("<unk>").value();
    example.source.assign(1, task.tokens.bos);
    for (const auto piece : source) example.source.push_back(id_within_text(piece, task.source_vocabulary, unknown));
    example.source.push_back(task.tokens.eos);
    example.target.clear();
    for (const auto piece : target) example.target.push_back(id_within_text(piece, task.target_vocabulary, unknown));
    example.alignment.clear();
}

Task task_named_after(const std::string& name) {
    Task task;
    task.name = "file";
    task.text = "the lines of " + name;
    task.shuffles = true;
    return task;
}

}  // namespace vitrine
