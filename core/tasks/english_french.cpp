#include <algorithm>
#include <filesystem>
#include <memory>

#include "core/files/problem.h"
#include "core/files/program.h"
#include "core/language/derivation.h"
#include "core/language/language_file.h"
#include "core/tasks/task_builders.h"

namespace vitrine {

namespace {

constexpr Size most_source_words = 10, most_target_words = 13;  // longer sentences are drawn again

/// The file in the first folder of languages that has it. Throws Error if none does.
std::filesystem::path language_path(const std::string& name) {
    const auto folders = data_folders("languages", "assets/languages");
    for (const std::filesystem::path& folder : folders) {
        std::error_code unreadable;
        if (std::filesystem::exists(folder / name, unreadable)) return folder / name;
    }
    fail(name, "the file is in none of the program's folders, such as " + folders.front().string());
}

/// Why a drawn sentence is held out; nothing if it is not.
std::optional<Unseen> unseen(const language::Derivation& derivation, const Sentence& source) {
    if (derivation.has_trained_rule()) return std::nullopt;
    if (derivation.has_held_out_rule()) return Unseen::shape;
    const bool has_unseen_pair = std::ranges::any_of(derivation.pairs(), [](const auto& pair) { return is_held_out(pair); });
    if (has_unseen_pair) return Unseen::pair;
    return is_held_out(source) ? std::optional(Unseen::sentence) : std::nullopt;
}

std::optional<Unseen> draw_pair(const language::Language& language, const SpecialTokens& tokens, Random& random, Example& example) {
    thread_local language::Derivation derivation;  // keep their memory
    thread_local language::Text text;
    do {
        derivation.draw(language, random);
        derivation.write(language, random, text);
    } while (std::ssize(text.source) > most_source_words || std::ssize(text.target) > most_target_words);
    example.source.assign(1, tokens.bos);
    example.source.insert(example.source.end(), text.source.begin(), text.source.end());
    example.source.push_back(tokens.eos);
    example.target.assign(text.target.begin(), text.target.end());
    example.alignment.clear();
    for (const auto& [target, source] : text.alignment) example.alignment.emplace_back(target, source + 1);
    return unseen(derivation, example.source);
}

}  // namespace

Task english_french_task() {
    const auto language = std::make_shared<const language::Language>(language::read_language(language_path("english-french.txt")));
    Task task;
    task.source_vocabulary = Vocabulary(language->spellings[language::source].words);
    task.target_vocabulary = Vocabulary(language->spellings[language::target].words);
    task.longest_source = most_source_words + 2;
    task.longest_target = most_target_words;
    make_endless_by_kind(task, [language, tokens = task.tokens](Random& random, Example& example) {
        return draw_pair(*language, tokens, random, example);
    });
    return task;
}

}  // namespace vitrine
