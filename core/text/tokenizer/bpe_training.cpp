#include "core/text/tokenizer/bpe_training.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

#include "core/tensor/error.h"
#include "core/text/byte_alphabet.h"
#include "core/text/bytes_map.h"
#include "core/text/plain_text.h"
#include "core/text/pretokenizer/gpt2_words.h"
#include "core/text/subwords/pair_counts.h"
#include "core/text/unicode.h"
#include "core/text/utf8.h"

namespace vitrine {

namespace {

using Stage = BpeTrainingProgress::Stage;
using WordCounts = BytesMap<std::int64_t>;

/// Counts the words of one text.
void count_words(std::string_view text, const TextRules& rules, WordCounts& counts) {
    std::string room, spaced;
    if (rules.nfkc) text = normalised(text, UnicodeForm::nfkc, room);
    if (text.empty()) return;
    if (rules.leading_space && text.front() != ' ') text = spaced.assign(1, ' ').append(text);
    for (std::size_t start = 0; start < text.size();) {
        const std::size_t end = piece_end(text, start);
        const std::string_view word = text.substr(start, end - start);
        const auto found = counts.find(word);
        found == counts.end() ? void(counts.emplace(word, 1)) : void(++found->second);
        start = end;
    }
}

/// Counts the words of all lines; empty if stopped.
std::optional<WordCounts> count_words_of_lines(std::string_view corpus, const TextRules& rules, const BpeTrainingWatch& watch) {
    constexpr std::size_t between_reports = 1 << 16;
    WordCounts counts;
    for (std::size_t start = 0, reported = 0; start < corpus.size();) {
        const std::size_t end = std::min(corpus.find('\n', start), corpus.size());
        std::string_view line = corpus.substr(start, end - start);
        if (line.ends_with('\r')) line.remove_suffix(1);
        count_words(line, rules, counts);
        start = end + 1;
        const std::size_t done = std::min(start, corpus.size());
        if (done - reported < between_reports && done < corpus.size()) continue;
        reported = done;
        if (watch && !watch({Stage::reading, done, corpus.size()})) return std::nullopt;
    }
    return counts;
}

/// Builds a vocabulary merge by merge.
class BpeTraining {
public:
    BpeTraining(const WordCounts& words, const BpeTrainingOptions& options) : options_(options) {
        for (const std::string& token : options.special) add_special(token);
        add_bytes(words);
        for (const auto& [word, times] : words) pairs_.add(tokens_of(word), times);
        pairs_.begin();
    }

    /// Returns false if stopped.
    bool run(const BpeTrainingWatch& watch) {
        const std::size_t first = tokens_.size();
        const auto told = [&] {
            return !watch || watch({Stage::merging, tokens_.size() - first, options_.vocabulary_size - first});
        };
        while (tokens_.size() < options_.vocabulary_size) {
            if (!told()) return false;
            const auto pair = pairs_.take_most_frequent();
            if (!pair) break;
            const std::int32_t token = add(tokens_[std::size_t(pair->pair.left)] + tokens_[std::size_t(pair->pair.right)]);
            pairs_.merge(*pair, token);
            merges_.push_back(pair->pair);
        }
        return told();
    }

    Tokenizer tokenizer() && {
        std::vector<AddedToken> added;
        for (const std::string& token : options_.special) added.push_back({ids_.at(token), token});
        return Tokenizer(BpeModel(Vocabulary(std::move(tokens_)), without_repetitions(merges_)), std::move(added), options_.rules);
    }

private:
    /// The id of a token, which is added if it is new: different merges may give the same token.
    std::int32_t add(const std::string& token) {
        const auto [place, is_new] = ids_.emplace(token, static_cast<std::int32_t>(tokens_.size()));
        if (is_new) tokens_.push_back(token);
        return place->second;
    }

    void add_special(const std::string& token) {
        if (token.empty()) throw Error("a special token is empty");
        if (with_replacements(token) != token) throw Error("the special token " + in_quotes(token) + " is no UTF-8");
        if (ids_.count(token) > 0) throw Error("the special token " + in_quotes(token) + " is there twice");
        add(token);
    }

    /// Adds the bytes in the order of their characters in the byte alphabet.
    void add_bytes(const WordCounts& words) {
        std::vector<char32_t> characters;
        std::array<bool, 256> met{};
        for (const auto& [word, times] : words) {
            for (const char byte : word) met[static_cast<unsigned char>(byte)] = true;
        }
        for (unsigned byte = 0; byte < met.size(); ++byte) {
            if (met[byte]) characters.push_back(character_of_byte(static_cast<std::uint8_t>(byte)));
        }
        std::sort(characters.begin(), characters.end());
        for (const char32_t character : characters) tokens_of_bytes_[*byte_of_character(character)] = add(utf8_of(character));
        if (tokens_.size() <= options_.vocabulary_size) return;
        throw Error("a vocabulary of " + std::to_string(options_.vocabulary_size) +
                    " is too small: " + std::to_string(options_.special.size()) + " special tokens and the " +
                    std::to_string(characters.size()) + " different bytes of the corpus take " + std::to_string(tokens_.size()));
    }

    std::vector<std::int32_t> tokens_of(std::string_view word) const {
        std::vector<std::int32_t> tokens;
        for (const char byte : word) tokens.push_back(tokens_of_bytes_[static_cast<unsigned char>(byte)]);
        return tokens;
    }

    /// Keeps only the last of equal merges. A pair can occur again if two merges gave the same token.
    static std::vector<BpePair> without_repetitions(const std::vector<BpePair>& merges) {
        std::unordered_map<std::uint64_t, std::size_t> last;
        for (std::size_t rank = 0; rank < merges.size(); ++rank) last[merges[rank].key()] = rank;
        std::vector<BpePair> once;
        for (std::size_t rank = 0; rank < merges.size(); ++rank) {
            if (last[merges[rank].key()] == rank) once.push_back(merges[rank]);
        }
        return once;
    }

    const BpeTrainingOptions& options_;
    std::vector<std::string> tokens_;
    std::unordered_map<std::string, std::int32_t> ids_;
    std::array<std::int32_t, 256> tokens_of_bytes_{};
    PairCounts pairs_;
    std::vector<BpePair> merges_;
};

}  // namespace

namespace {

std::optional<Tokenizer> trained_on(const WordCounts& words, const BpeTrainingOptions& options, const BpeTrainingWatch& watch) {
    if (words.empty()) throw Error("there is no text to learn from");
    BpeTraining training(words, options);
    if (!training.run(watch)) return std::nullopt;
    return std::move(training).tokenizer();
}

}  // namespace

std::optional<Tokenizer> train_tokenizer(std::string_view corpus, const BpeTrainingOptions& options,
                                         const BpeTrainingWatch& watch) {
    const auto words = count_words_of_lines(corpus, options.rules, watch);
    if (!words) return std::nullopt;
    return trained_on(*words, options, watch);
}

Tokenizer train_tokenizer_on_lines(const std::function<void(const BpeLineSink&)>& visit, const BpeTrainingOptions& options) {
    WordCounts words;
    visit([&](std::string_view line) { count_words(line, options.rules, words); });
    return *trained_on(words, options, {});
}

}  // namespace vitrine
