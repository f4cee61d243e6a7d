#include "core/text/subwords/word_piece_model.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "core/tensor/error.h"
#include "core/text/plain_text.h"
#include "core/text/utf8.h"

namespace vitrine {

WordPieceModel::WordPieceModel(Vocabulary vocabulary, WordPieceOptions options)
    : vocabulary_(std::move(vocabulary)), options_(std::move(options)) {}

std::int32_t WordPieceModel::unknown() const {
    if (const auto id = vocabulary_.id(options_.unknown)) return *id;
    throw Error("a word has no tokens, and the unknown token " + in_quotes(options_.unknown) + " is not in the vocabulary");
}

/// Appends the tokens of a word; false if at some position no token fits. Calls watch(start, end, token or −1) for everything
/// that it tries.
template <class Watch>
bool WordPieceModel::find_all(std::string_view word, std::vector<std::int32_t>& ids, const Watch& watch) const {
    if (static_cast<std::size_t>(std::count_if(word.begin(), word.end(), std::not_fn(continues_character))) >
        options_.longest_word) {
        return false;
    }
    std::string candidate;
    for (std::size_t start = 0; start < word.size();) {
        const std::string_view rest = word.substr(start);
        candidate = start > 0 ? options_.continuing_prefix : "";
        const std::size_t mark = candidate.size();
        candidate += rest;
        for (;;) {
            const auto token = vocabulary_.id(candidate);
            watch(start, start + candidate.size() - mark, token.value_or(-1));
            if (token) {
                ids.push_back(*token);
                break;
            }
            do candidate.pop_back();
            while (candidate.size() > mark && continues_character(rest[candidate.size() - mark]));
            if (candidate.size() <= mark) return false;
        }
        start += candidate.size() - mark;
    }
    return true;
}

std::size_t WordPieceModel::encode(std::string_view word, std::vector<std::int32_t>& ids) const {
    const std::size_t before = ids.size();
    if (find_all(word, ids, [](std::size_t, std::size_t, std::int32_t) {})) return 0;
    ids.resize(before);
    ids.push_back(unknown());
    return 0;
}

WordPieceSteps WordPieceModel::steps(std::string_view word) const {
    WordPieceSteps result;
    const auto watch = [&](std::size_t start, std::size_t end, std::int32_t token) {
        if (result.steps.empty() || result.steps.back().start != start) result.steps.push_back({.start = start, .tried = {}});
        result.steps.back().tried.push_back(end);
        result.steps.back().token = token;
    };
    if (!find_all(word, result.ids, watch)) result.ids = {unknown()};
    return result;
}

}  // namespace vitrine
