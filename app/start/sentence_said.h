#pragma once
/// What a model predicts for a sentence, for the first page.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/run/attention_readings.h"
#include "core/tensor/layout.h"

namespace vitrine {

struct Run;

/// Which of a model's predictions are its answer to a sentence.
enum class Asked : std::uint8_t {
    next,    ///< that after each word that a decoder reads
    answer,  ///< those of a decoder alone after <sep>
    hidden,  ///< those of an encoder alone in hidden places
    all,     ///< those of an encoder alone at every position, as it has no word for a hidden place
};

/// A word that a model reads.
struct ReadWord {
    std::string word;
    Size position = 0;
    bool is_mark = false;    ///< it marks the beginning or the end of the sentence
    bool is_hidden = false;  ///< it stands in place of a hidden word
};

/// A word that a model predicts.
struct SaidWord {
    std::string after;  ///< the word that it comes after; for an encoder alone, the word at whose position it is predicted
    std::string word;
    double probability = 0;
    std::optional<std::string> label = {};  ///< the right word, if it is known
    Size position = 0;                      ///< of the token that it is predicted after, or at
    std::int32_t id = 0;
    bool is_end = false;  ///< it ends the sentence

    bool is_right() const { return label && *label == word; }
};

struct SentenceSaid {
    Asked asked = Asked::next;
    const char* unit = "word";        ///< what the model predicts: "word", or "character" where each but the marks is one
    std::vector<ReadWord> read = {};  ///< the words of the source or of the only sentence, without padding
    std::vector<SaidWord> said = {};

    /// The predicted words stand below those that are read, from this one on; nothing: both are lines of their own.
    std::optional<std::size_t> below = {};
};

SentenceSaid sentence_said(const Run& run, Size sentence);

/// The word that an encoder alone reads in place of a hidden one; nothing for any other model, or where its vocabulary lacks it.
std::optional<std::int32_t> hiding_token(const Run& run);

/// The head from which the ribbons are drawn: alignment_head() or, in a decoder alone, the head of its last layer that tells most.
/// Nothing for other models.
std::optional<AlignmentHead> drawn_head(const Run& run, Size sentence, const SentenceSaid& said);

/// The mean of the weights of all heads of an encoder's last layer, from the token at `query` to that at `key`.
double mean_weight(const Run& run, Size sentence, Size query, Size key);

/// Why the ribbons are drawn from this head, in one sentence.
std::string alignment_words(const Run& run, const AlignmentHead& head);

/// "743 + 677 = 1420: it writes the last digit first": if two numbers with a plus are read. Otherwise empty.
std::string sum_words(const SentenceSaid& sentence);

/// Words by their ids, with their probabilities, the likeliest first.
using LikeliestWords = std::vector<std::pair<std::int32_t, double>>;

/// The likeliest words at a position. Nothing where a probability is not a number.
LikeliestWords likeliest_words(const Run& run, Size sentence, Size position, std::size_t count);

/// The same with the logits divided by a temperature: softmax(logits / temperature), computed in double. Requires: temperature > 0.
LikeliestWords likeliest_words_at(double temperature, const Run& run, Size sentence, Size position, std::size_t count);

/// A probability with three decimals, below a word, and with six, in a note. One that would read as zero has an exponent: "2.4e-5".
std::string brief_probability(double probability);
std::string precise_probability(double probability);

/// "In red: the batch has another word, 4 of 5 times." about the first `count` predicted words; empty if it has another one
/// nowhere.
std::string wrong_words(const SentenceSaid& sentence, std::size_t count);

/// What a temperature does to the likeliest words.
std::string temperature_words(double temperature);

/// The heading between the words that are read and the predicted ones, and the sentence about one of these: "after “a” it says
/// “b”".
const char* said_heading(Asked asked);
std::string said_words(Asked asked, const SaidWord& said);

/// The heading above the likeliest words: "The likeliest words after “a”". `place`: that of the predicted word in `sentence`.
std::string candidates_heading(const SentenceSaid& sentence, std::size_t place);

/// The two sentences of the first page about the model. `asked`: of the shown sentence.
std::string start_title(const Run& run);
std::string start_text(const Run& run, Asked asked);

}  // namespace vitrine
