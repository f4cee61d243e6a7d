#include "app/actions/word_match.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <iterator>

#include "core/text/nearest.h"

namespace vitrine {

namespace {

/// In lower case, with spaces instead of hyphens and of signs at the end of words; the number of bytes stays the same. "3.2.2" is
/// one word.
std::string plain(std::string_view text) {
    const auto is_digit = [&](std::size_t place) { return place < text.size() && text[place] >= '0' && text[place] <= '9'; };
    std::string result(text);
    for (std::size_t i = 0; i < text.size(); ++i) {
        char& c = result[i];
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
        if (c == '.' && i > 0 && is_digit(i - 1) && is_digit(i + 1)) continue;
        if (c == '-' || c == '?' || c == ',' || c == '.' || c == ':') c = ' ';
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
    static constexpr std::array small{
        "a",   "an",   "the",    "is",    "are",     "do",     "does",  "i",      "my",    "of",  "in",   "to",   "for",
        "and", "what", "why",    "how",   "when",    "which",  "it",    "by",     "with",  "we",  "you",  "can",  "was",
        "at",  "vs",   "versus", "need",  "needs",   "needed", "there", "who",    "did",   "has", "on",   "must", "should",
        "be",  "as",   "its",    "if",    "so",      "from",   "that",  "this",   "where", "use", "used", "get",  "gets",
        "or",  "them", "come",   "comes", "purpose", "into",   "going", "number", "many"};
    return std::ranges::find(small, word) != small.end();
}

/// Whether a place in a text is before, after or between words: at either end, at a blank or a sign that no word contains, or at a
/// quotation mark.
bool is_between_words(std::string_view text, std::size_t place) {
    if (place >= text.size()) return true;
    const auto c = static_cast<unsigned char>(text[place]);
    if (c < 0x80) return !((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'));
    return text.substr(place).starts_with("”") || text.substr(place).starts_with("’");
}

bool begins_word(std::string_view text, std::size_t place) {
    if (place == 0) return true;
    const std::string_view before = text.substr(0, place);
    static constexpr std::string_view signs[] = {"“", "‘", "’", "·", "→", "←", "×", "∂", "–", "‖"};
    return static_cast<unsigned char>(before.back()) < 0x80
               ? is_between_words(before, place - 1)
               : std::ranges::any_of(signs, [&](std::string_view sign) { return before.ends_with(sign); });
}

/// Where a word is found in a text: at the beginning of a word, or within one; npos if it is not found.
struct Found {
    std::size_t at = std::string_view::npos;
    bool begins = false, whole = false;
};

Found find_word(std::string_view text, std::string_view word) {
    const auto is_end = [&](std::size_t place) { return is_between_words(text, place); };
    Found found;
    for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
        const bool begins = begins_word(text, at);
        const std::size_t end = at + word.size();
        const bool whole = begins && (is_end(end) || (text[end] == 's' && is_end(end + 1)));
        if (found.at == std::string_view::npos || (whole && !found.whole) || (begins && !found.begins)) found = {at, begins, whole};
        if (whole) break;
    }
    return found;
}

/// A word without its ending, as "decod" for "decoding" and "quer" for "queries"; empty if the word has no ending to remove.
std::string_view stem_of(std::string_view word) {
    static constexpr std::array endings{"ization", "izations", "ized", "izing", "ism", "ation",
                                        "ing",     "ies",      "ied",  "ed",    "es",  "s"};
    constexpr std::size_t least = 4;
    for (const std::string_view ending : endings) {
        if (word.ends_with(ending) && word.size() >= ending.size() + least - 1) return word.substr(0, word.size() - ending.size());
    }
    return {};
}

/// Finds the word as it is, or else another word with its stem.
Found find_form(std::string_view text, std::string_view word) {
    const Found found = find_word(text, word);
    if (found.at != std::string_view::npos) return found;
    const std::string_view stem = stem_of(word);
    if (stem.empty()) return found;
    const Found other = find_word(text, stem);
    constexpr std::size_t shortest_beginning = 4;  // "keys" matches "key", but "lens" does not match "length"
    return other.begins && (other.whole || stem.size() >= shortest_beginning) ? other : found;
}

constexpr double in_title = 20, in_other = 8, for_whole = 6, for_phrase = 15, for_start = 10, for_exact = 12, for_length = -0.05;

/// Letters in the middle of a word do not count as a match: any three letters occur somewhere.
std::optional<double> score_of(const Found& found, double worth) {
    if (!found.begins) return std::nullopt;
    return worth + (found.whole ? for_whole : 0);
}

/// A word that other programs or people use, and this program's own word for the same thing.
struct Synonym {
    std::string_view word, own;
};

constexpr Synonym synonyms[] = {
    {"ffn", "feed forward"},
    {"mlp", "feed forward"},
    {"feedforward", "feed forward"},
    {"multihead", "multi head"},
    {"multiheadattention", "multi head attention"},
    {"num_heads", "heads"},
    {"nhead", "heads"},
    {"embed_dim", "d_model"},
    {"hidden_size", "d_model"},
    {"out_proj", "merged"},
    {"concat", "merged"},
    {"concatenate", "merged"},
    {"concatenated", "merged"},
    {"past_key_values", "cache"},
    {"qkv", "query key value"},
    {"attn", "attention"},
    {"autoregressive", "one after another"},
    {"rope", "rotary"},
    {"invented", "proposed"},
    {"introduced", "proposed"},
    {"published", "proposed"},
    {"complexity", "quadratic"},
    {"o(n^2)", "quadratic"},
    {"n^2", "quadratic"},
    {"lr", "learning rate"},
    {"bpe", "byte pair"},
    {"final", "last"},
    {"dimension", "width"},
    {"dimensions", "width"},
    {"size", "width"},
    {"skip", "residual"},
    {"nonlinearity", "relu"},
};

std::string_view synonym_of(std::string_view word) {
    const auto* found = std::ranges::find(synonyms, word, &Synonym::word);
    return found == std::end(synonyms) ? std::string_view{} : found->own;
}

bool is_known(std::string_view word, std::span<const SearchedText> texts) {
    return std::ranges::any_of(texts, [&](const SearchedText& text) {
        return score_of(find_form(text.title, word), 1) || score_of(find_form(text.other, word), 1);
    });
}

/// The word of a title that differs by one typing error, a letter or two that are swapped; empty if there is none.
std::string corrected(const std::string& word, std::span<const SearchedText> texts) {
    constexpr std::size_t shortest = 5;  // too many shorter words differ by a single letter
    const std::size_t most = word.size() >= shortest ? 1 : 0;
    std::string best;
    std::size_t least = most + 1;
    for (const SearchedText& text : texts) {
        for (const std::string& known : words_of(text.title)) {
            if (known.size() + most < word.size() || word.size() + most < known.size()) continue;
            if (const std::size_t distance = edit_distance(word, known); distance < least) least = distance, best = known;
        }
    }
    return best;
}

}  // namespace

SearchedText searched(std::string_view title, std::string_view other) {
    SearchedText text{plain(title), plain(other)};
    for (std::size_t at = 1; at < title.size(); ++at) {  // so that "norm" also finds "LayerNorm"
        const bool inner = title[at] >= 'A' && title[at] <= 'Z' && title[at - 1] >= 'a' && title[at - 1] <= 'z';
        if (inner) text.other += ' ' + text.title.substr(at, text.title.find(' ', at) - at);
    }
    for (const Synonym& synonym : synonyms) {
        if (find_word(text.title, synonym.own).begins) text.other += ' ' + std::string(synonym.word);
    }
    return text;
}

UnderstoodWords understood(std::string_view typed, std::span<const SearchedText> texts) {
    UnderstoodWords result;
    const auto take = [&](std::string_view words) { (result.words += result.words.empty() ? "" : " ") += words; };
    for (const std::string& word : words_of(plain(typed))) {
        if (!is_small(word)) ++result.content;
        if (is_small(word) || is_known(word, texts)) {
            take(word);
        } else if (const std::string_view other = synonym_of(word); !other.empty()) {
            take(other);
        } else if (const std::string near = corrected(word, texts); !near.empty()) {
            take(near);
        } else {
            result.left_out.push_back(word);
        }
    }
    return result;
}

bool asks_for(std::string_view typed, std::string_view term) {
    std::string text;  // without the signs of a sentence
    for (const std::string& word : words_of(plain(typed))) text += (text.empty() ? "" : " ") + word;
    std::string_view asked = text;
    const auto drop = [&](std::initializer_list<std::string_view> beginnings) {
        const auto found = std::ranges::find_if(beginnings, [&](std::string_view one) { return asked.starts_with(one); });
        if (found == beginnings.end()) return false;
        asked.remove_prefix(found->size());
        return true;
    };
    constexpr std::string_view mean = " mean";
    if (drop({"what does ", "what do "})) {
        if (!asked.ends_with(mean)) return false;
        asked.remove_suffix(mean.size());
    } else if (!drop({"what is ", "what are ", "what's ", "what’s "})) {
        return false;
    }
    drop({"a ", "an ", "the "});
    const std::string name = plain(term);
    return asked == name || asked == name + 's';
}

std::optional<WordMatch> match_words(std::string_view typed, const SearchedText& text) {
    const std::string wanted = plain(typed);
    const auto& [in, beside] = text;
    const std::vector<std::string> words = words_of(wanted);
    const bool only_small = std::ranges::all_of(words, is_small);
    WordMatch match;
    std::size_t needed = 0, found_words = 0;
    std::string content;  // the typed words without the small ones
    for (const std::string& word : words) {
        const bool counts = only_small || !is_small(word);
        needed += counts ? 1 : 0;
        if (counts) content += (content.empty() ? "" : " ") + word;
        const Found there = find_form(in, word), elsewhere = find_form(beside, word);
        const auto score = score_of(there, in_title), less = score_of(elsewhere, in_other);
        if (!score && !less) continue;
        found_words += counts ? 1 : 0;
        match.score += std::max(score.value_or(0), less.value_or(0)) * (counts ? 1 : 0.1);
        for (std::size_t i = 0; score && counts && i < word.size() && there.at + i < in.size(); ++i)
            match.letters.push_back(there.at + i);
    }
    if (2 * found_words < needed || found_words == 0) return std::nullopt;
    match.found = found_words == needed ? WordsFound::all : 3 * found_words >= 2 * needed ? WordsFound::most : WordsFound::half;
    const std::string phrase = wanted.substr(0, wanted.find_last_not_of(' ') + 1);
    const Found together = find_word(in, phrase);
    if (!phrase.empty() && together.begins) match.score += together.whole ? for_phrase : for_phrase / 2;
    if (!phrase.empty() && together.at == 0) match.score += together.whole ? for_start : for_start / 2;
    if (words.size() > 1 && !together.begins && find_word(beside, phrase).begins) match.score += for_phrase / 2;
    if (in == content) match.score += for_exact;
    match.score += for_length * static_cast<double>(in.size());
    std::ranges::sort(match.letters);
    return match;
}

}  // namespace vitrine
