#include <algorithm>
#include <string_view>

#include "core/tasks/grammar_words.h"

namespace vitrine::grammar {

namespace {

bool begins_with_vowel(std::string_view word) {
    constexpr std::string_view vowels[] = {"a", "e", "i", "o", "u", "I", "â", "é", "ê", "î", "ô", "œ"};
    return std::ranges::any_of(vowels, [&](std::string_view vowel) { return word.starts_with(vowel); });
}

}  // namespace

Language::Language(H h) : h_(h) {
    for (const char* token : {"<pad>", "<s>", "</s>"}) add(token);
}

Word Language::add(const std::string& word) {
    const bool aspirated = word.starts_with('*');
    const std::string spelled = word.substr(aspirated);
    const auto [entry, is_new] = ids_.emplace(spelled, static_cast<Word>(words_.size()));
    if (is_new) {
        words_.push_back(spelled);
        starts_with_vowel_.push_back(begins_with_vowel(spelled) || (spelled.starts_with('h') && h_ == H::mute && !aspirated));
        before_vowel_.push_back(entry->second);
    }
    return entry->second;
}

void Language::add_before_vowel(const std::string& word, const std::string& before_vowel) {
    const Word id = add(word), other = add(before_vowel);
    before_vowel_[static_cast<std::size_t>(id)] = other;
}

void Language::add_contraction(const std::string& first, const std::string& second, const std::string& contracted) {
    const std::pair meeting{add(first), add(second)};
    contractions_[meeting] = add(contracted);
}

Word Language::contraction(Word first, Word second) const {
    const auto found = contractions_.find({first, second});
    return found == contractions_.end() ? no_word : found->second;
}

}  // namespace vitrine::grammar
