#include <memory>

#include "core/tasks/grammar_writer.h"
#include "core/tasks/task_builders.h"

namespace vitrine {

namespace {

constexpr Size most_words = 12;            // in each language; longer sentences are drawn again
constexpr std::size_t longest_drawn = 64;  // no clause has more words

void draw_pair(const grammar::Lexicon& lexicon, const SpecialTokens& tokens, Random& random, Example& example) {
    example.source.reserve(longest_drawn);
    example.target.reserve(longest_drawn);
    do {
        grammar::Clause clause = grammar::draw_clause(lexicon, random);
        example.source.assign(1, tokens.bos);
        example.target.clear();
        example.alignment.clear();
        write_english(lexicon, clause, example);
        example.source.push_back(tokens.eos);
        write_french(lexicon, clause, example);
    } while (std::ssize(example.source) > most_words + 2 || std::ssize(example.target) > most_words);
}

}  // namespace

Task english_french_task() {
    const auto lexicon = std::make_shared<const grammar::Lexicon>();
    Task task;
    task.source_vocabulary = Vocabulary(lexicon->english.words());
    task.target_vocabulary = Vocabulary(lexicon->french.words());
    task.longest_source = most_words + 2;
    task.longest_target = most_words;
    make_endless(
        task, [lexicon, tokens = task.tokens](Random& random, Example& example) { draw_pair(*lexicon, tokens, random, example); });
    return task;
}

}  // namespace vitrine
