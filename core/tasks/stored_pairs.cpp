#include "core/tasks/stored_pairs.h"

namespace vitrine {

std::size_t Task::pair_count() const { return stored ? stored->size() : examples.size(); }

void Task::read_pair(std::size_t number, Example& pair) const {
    if (stored) return stored->read(number, pair);
    pair.source = examples[number].source;
    pair.target = examples[number].target;
    pair.alignment = examples[number].alignment;
}

PairLengths lengths_of(std::size_t source, std::size_t target, const SpecialTokens& tokens, Architecture architecture) {
    const auto given = static_cast<std::uint32_t>(source), asked = static_cast<std::uint32_t>(target);
    if (architecture == Architecture::encoder) return {given, 0};
    // The last token is only a label.
    const std::uint32_t framed = asked + (tokens.bos != no_token) + (tokens.eos != no_token) - 1;
    return architecture == Architecture::decoder ? PairLengths{0, given + framed} : PairLengths{given, framed};
}

std::vector<PairLengths> lengths_of_pairs(const Task& task) {
    std::vector<PairLengths> lengths(task.pair_count());
    for (std::size_t i = 0; i < lengths.size(); ++i) {
        const auto [source, target] = task.stored
                                          ? task.stored->counts(i)
                                          : StoredPairs::Counts{task.examples[i].source.size(), task.examples[i].target.size()};
        lengths[i] = lengths_of(source, target, task.tokens, task.architecture);
    }
    return lengths;
}

PairLengths longest_lengths(const Task& task) {
    return lengths_of(static_cast<std::size_t>(task.longest_source), static_cast<std::size_t>(task.longest_target), task.tokens,
                      task.architecture);
}

}  // namespace vitrine
