#include "app/actions/word_match.h"

#include <algorithm>
#include <array>

namespace vitrine {

namespace {

/// In small letters, with blanks for hyphens and question marks: as many bytes as before.
std::string plain(std::string_view text) {
    std::string result(text);
    for (char& c : result) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
        if (c == '-' || c == '?' || c == ',' || c == '.') c = ' ';
    }
    return result;
}

std::vector<std::string> words_of(std::string_view text) {
    std::vector<std::string> words;
    while (!text.empty()) {
        const std::string_view word = text.substr(0, text.find(' '));
        if (!word.empty()) words.emplace_back(word);
        text.remove_prefix(std::min(word.size() + 1, text.size()));
    }
    return words;
}

/// Words that say little about what is searched.
bool is_small(std::string_view word) {
    static constexpr std::array small{"a",     "an",     "the",   "is",  "are",  "do",  "does", "i",    "my",     "of",
                                      "in",    "to",     "for",   "and", "what", "why", "how",  "when", "which",  "it",
                                      "by",    "with",   "we",    "you", "can",  "was", "at",   "vs",   "versus", "need",
                                      "needs", "needed", "there", "who", "did",  "has", "on"};
    return std::ranges::find(small, word) != small.end();
}

/// Where a word stands in a text: at the beginning of one of its words, or in the middle of one; npos where it does not.
struct Found {
    std::size_t at = std::string_view::npos;
    bool begins = false, whole = false;
};

Found find_word(std::string_view text, std::string_view word) {
    const auto is_end = [&](std::size_t place) {
        return place >= text.size() || text[place] == ' ' || text[place] == '_' || text[place] == '/';
    };
    Found found;
    for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
        const bool begins = at == 0 || is_end(at - 1) || text[at - 1] == '(' || text[at - 1] == '<';
        const std::size_t end = at + word.size();
        const bool whole = begins && (is_end(end) || (text[end] == 's' && is_end(end + 1)));
        if (found.at == std::string_view::npos || (whole && !found.whole) || (begins && !found.begins)) found = {at, begins, whole};
        if (whole) break;
    }
    return found;
}

/// The same, with the singular where the word ends in s.
Found find_form(std::string_view text, std::string_view word) {
    const Found found = find_word(text, word);
    constexpr std::size_t least = 4;
    if (found.at != std::string_view::npos || word.size() < least || word.back() != 's') return found;
    return find_word(text, word.substr(0, word.size() - 1));
}

constexpr double in_title = 20, in_other = 8, for_whole = 6, for_middle = -9, for_phrase = 15, for_start = 10, for_exact = 12,
                 for_length = -0.05;
constexpr std::size_t least_inside = 3;  ///< shorter texts are found at the beginning of words only

std::optional<double> score_of(const Found& found, std::size_t length, double worth) {
    if (found.at == std::string_view::npos || (!found.begins && length < least_inside)) return std::nullopt;
    return std::max(1.0, worth + (found.whole ? for_whole : 0) + (found.begins ? 0 : for_middle));
}

}  // namespace

std::optional<WordMatch> match_words(std::string_view typed, std::string_view title, std::string_view other) {
    const std::string wanted = plain(typed), in = plain(title), beside = plain(other);
    const std::vector<std::string> words = words_of(wanted);
    const bool only_small = std::ranges::all_of(words, is_small);
    WordMatch match;
    std::size_t needed = 0, found_words = 0;
    std::string content;  // the typed words but for the small ones
    for (const std::string& word : words) {
        const bool counts = only_small || !is_small(word);
        needed += counts ? 1 : 0;
        if (counts) content += (content.empty() ? "" : " ") + word;
        const Found there = find_form(in, word), elsewhere = find_form(beside, word);
        const auto score = score_of(there, word.size(), in_title), less = score_of(elsewhere, word.size(), in_other);
        if (!score && !less) continue;
        found_words += counts ? 1 : 0;
        match.score += std::max(score.value_or(0), less.value_or(0)) * (counts ? 1 : 0.1);
        for (std::size_t i = 0; score && counts && i < word.size() && there.at + i < in.size(); ++i)
            match.letters.push_back(there.at + i);
    }
    if (3 * found_words < 2 * needed) return std::nullopt;
    match.all = found_words == needed;
    const std::string phrase = wanted.substr(0, wanted.find_last_not_of(' ') + 1);
    const Found together = find_word(in, phrase);
    if (!phrase.empty() && together.begins) match.score += together.whole ? for_phrase : for_phrase / 2;
    if (!phrase.empty() && together.at == 0) match.score += together.whole ? for_start : for_start / 2;
    if (words.size() > 1 && !together.begins && find_word(beside, phrase).begins) match.score += for_phrase / 2;
    if (in == content) match.score += for_exact;
    match.score += for_length * static_cast<double>(title.size());
    std::ranges::sort(match.letters);
    return match;
}

}  // namespace vitrine
