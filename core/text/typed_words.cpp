#include "core/text/typed_words.h"

#include <algorithm>

#include "core/text/nearest.h"
#include "core/text/plain_text.h"
#include "core/text/split.h"
#include "core/text/unicode.h"
#include "core/text/utf8.h"

namespace vitrine {

namespace {

std::string in_small_letters(std::string_view text) {
    std::string small;
    for_each_step(text, [&](const Utf8Step& step, std::string_view bytes) {
        step.valid ? append_lowercase(step.character, small) : void(small += bytes);
    });
    return small;
}

/// With ' instead of ’, which phones type.
std::string with_plain_apostrophes(std::string_view text) {
    constexpr std::string_view curled = "’";
    std::string plain(text);
    for (std::size_t at = 0; (at = plain.find(curled, at)) != std::string::npos; ++at) plain.replace(at, curled.size(), "'");
    return plain;
}

class WordFinder {
public:
    explicit WordFinder(const Vocabulary& vocabulary) : vocabulary_(vocabulary) {}

    /// The words of a part of the text between two spaces.
    void add_part(std::string_view part) {
        if (add_known(part)) return;
        const std::size_t end = end_of_word(part);
        const std::string_view word = part.substr(0, end);
        if (end > 0 && !add_word(word)) words_.push_back({word, word, {}});
        for_each_step(part.substr(end), [&](const Utf8Step&, std::string_view mark) {
            if (!add_known(mark) && std::ranges::count(left_out_, mark) == 0) left_out_.emplace_back(mark);
        });
    }

    std::vector<TypedWord> take() { return std::move(words_); }
    std::vector<std::string> take_left_out() { return std::move(left_out_); }

private:
    /// Adds the text as a single word, if the vocabulary has it in one of its spellings.
    bool add_known(std::string_view text) {
        const std::string plain = with_plain_apostrophes(text), small = in_small_letters(plain);
        auto id = vocabulary_.id(text);
        if (!id) id = vocabulary_.id(plain);
        if (!id) id = vocabulary_.id(small);
        if (!id) id = id_in_other_letters(small);
        if (id) words_.push_back({text, vocabulary_.words()[static_cast<std::size_t>(*id)], id});
        return id.has_value();
    }

    /// The id of a word that the vocabulary writes with capitals: "I'm", "Monday".
    std::optional<std::int32_t> id_in_other_letters(std::string_view small) const {
        const auto found = std::ranges::find_if(vocabulary_.words(), [&](const std::string& word) {
            return word.size() == small.size() && in_small_letters(word) == small;
        });
        if (found == vocabulary_.words().end()) return std::nullopt;
        return static_cast<std::int32_t>(found - vocabulary_.words().begin());
    }

    /// The same of a word and one or more before it that end with an apostrophe: "l'eau".
    bool add_word(std::string_view text) {
        if (add_known(text)) return true;
        for (const std::string_view mark : {"'", "’"}) {
            const std::size_t at = text.find(mark);
            if (at == std::string_view::npos || at + mark.size() == text.size()) continue;
            const std::size_t count = words_.size();
            if (add_known(text.substr(0, at + mark.size())) && add_word(text.substr(at + mark.size()))) return true;
            words_.resize(count);
        }
        return false;
    }

    /// Where the marks of punctuation at the end of a part begin.
    static std::size_t end_of_word(std::string_view part) {
        std::size_t end = 0, at = 0;
        for_each_step(part, [&](const Utf8Step& step, std::string_view bytes) {
            at += bytes.size();
            if (!step.valid || !is_punctuation(step.character)) end = at;
        });
        return end;
    }

    const Vocabulary& vocabulary_;
    std::vector<TypedWord> words_;
    std::vector<std::string> left_out_;
};

bool is_special(std::string_view word) { return word.starts_with('<') && word.ends_with('>'); }

WordFinder read_parts(std::string_view text, const Vocabulary& vocabulary) {
    WordFinder finder(vocabulary);
    for (const std::string_view part : split_at_spaces(text)) finder.add_part(part);
    return finder;
}

}  // namespace

std::vector<TypedWord> typed_words(std::string_view text, const Vocabulary& vocabulary) {
    return read_parts(text, vocabulary).take();
}

std::vector<std::string> marks_left_out(std::string_view text, const Vocabulary& vocabulary) {
    return read_parts(text, vocabulary).take_left_out();
}

bool begins_a_word(std::string_view letters, const Vocabulary& vocabulary) {
    const std::string small = in_small_letters(with_plain_apostrophes(letters));
    return std::ranges::any_of(vocabulary.words(), [&](const std::string& word) {
        return word.size() > letters.size() && (word.starts_with(letters) || word.starts_with(small));
    });
}

std::vector<std::string> words_near(std::string_view word, const Vocabulary& vocabulary, std::size_t count) {
    const std::string small = in_small_letters(with_plain_apostrophes(word));
    std::vector<std::string> words, begun;
    for (const std::string& known : vocabulary.words()) {
        if (is_special(known) || text_width(known) < 2) continue;
        words.push_back(printable(known));
        if (text_width(small) > 1 && known.starts_with(small)) begun.push_back(words.back());
    }
    std::ranges::stable_sort(begun, {}, &std::string::size);
    for (std::string& other : nearest(small, words, count)) {
        if (std::ranges::count(begun, other) == 0) begun.push_back(std::move(other));
    }
    begun.resize(std::min(begun.size(), count));
    return begun;
}

}  // namespace vitrine
