#include "app/base/fuzzy.h"

#include <algorithm>
#include <limits>

namespace vitrine {

namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) >= 0x80;
}

bool begins_word(std::string_view text, std::size_t place) { return place == 0 || !is_letter(text[place - 1]); }

constexpr double for_letter = 1, for_row = 9, for_word_start = 6, for_start = 2, for_gap = -0.15;
constexpr double never = -std::numeric_limits<double>::infinity();

/// The best way to find a word's letters in a text (Smith and Waterman 1981, without replacements).
class Alignment {
public:
    Alignment(std::string_view word, std::string_view text)
        : word_(word), text_(text), best_(word.size() * text.size(), never), from_(word.size() * text.size(), 0) {
        for (std::size_t i = 0; i < word.size(); ++i) fill_row(i);
    }

    /// Adds the places of the letters and returns the score; empty if a letter is missing.
    std::optional<double> trace(std::vector<std::size_t>& letters) const {
        const auto last = best_.end() - static_cast<std::ptrdiff_t>(text_.size());
        const auto best = std::max_element(last, best_.end());
        if (*best == never) return std::nullopt;
        auto place = static_cast<std::size_t>(best - last);
        std::vector<std::size_t> found(word_.size());
        for (std::size_t i = word_.size(); i-- > 0;) {
            found[i] = place;
            place = from_[at(i, place)];
        }
        letters.insert(letters.end(), found.begin(), found.end());
        return *best;
    }

private:
    std::size_t at(std::size_t i, std::size_t j) const { return i * text_.size() + j; }

    void fill_row(std::size_t i) {
        double reached = never;  // the best score of the letters before, including the gap up to here
        std::size_t reached_at = 0;
        for (std::size_t j = 0; j < text_.size(); ++j) {
            if (lower(word_[i]) == lower(text_[j])) {
                const double own = for_letter + (begins_word(text_, j) ? for_word_start : 0) + (j == 0 ? for_start : 0);
                if (i == 0) best_[at(i, j)] = own;
                if (i > 0 && reached != never) best_[at(i, j)] = own + reached, from_[at(i, j)] = reached_at;
                const double in_a_row = i > 0 && j > 0 ? best_[at(i - 1, j - 1)] + for_row + own : never;
                if (in_a_row > best_[at(i, j)]) best_[at(i, j)] = in_a_row, from_[at(i, j)] = j - 1;
            }
            if (reached != never) reached += for_gap;
            if (i > 0 && best_[at(i - 1, j)] > reached) reached = best_[at(i - 1, j)], reached_at = j;
        }
    }

    std::string_view word_, text_;
    std::vector<double> best_;
    std::vector<std::size_t> from_;
};

}  // namespace

std::optional<FuzzyMatch> fuzzy_match(std::string_view typed, std::string_view text) {
    FuzzyMatch match;
    while (!typed.empty()) {
        const std::string_view word = typed.substr(0, typed.find(' '));
        typed.remove_prefix(std::min(word.size() + 1, typed.size()));
        if (word.empty()) continue;
        if (text.empty()) return std::nullopt;
        const auto score = Alignment(word, text).trace(match.letters);
        if (!score) return std::nullopt;
        match.score += *score;
    }
    constexpr double for_length = -0.02;
    if (!match.letters.empty()) match.score += for_length * static_cast<double>(text.size());
    return match;
}

}  // namespace vitrine
