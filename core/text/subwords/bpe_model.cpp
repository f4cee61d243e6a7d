#include "core/text/subwords/bpe_model.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "core/tensor/error.h"
#include "core/text/byte_alphabet.h"
#include "core/text/plain_text.h"
#include "core/text/subwords/bpe_model_merging.h"
#include "core/text/subwords/bpe_model_symbols.h"
#include "core/text/subwords/byte_token.h"
#include "core/text/utf8.h"

namespace vitrine {

BpeModel::BpeModel(Vocabulary vocabulary, std::vector<BpePair> merges, BpeOptions options)
    : vocabulary_(std::move(vocabulary)), merges_(std::move(merges)), options_(std::move(options)) {
    for (char32_t c = 0; c < of_characters_.size(); ++c) of_characters_[c] = vocabulary_.id(utf8_of(c)).value_or(-1);
    for (unsigned byte = 0; byte < fallbacks_.size(); ++byte) {
        fallbacks_[byte] = vocabulary_.id(byte_token(static_cast<std::uint8_t>(byte))).value_or(-1);
    }
    if (options_.unknown) unknown_ = vocabulary_.id(*options_.unknown).value_or(-1);
    found_.resize(std::bit_ceil(2 * merges_.size() + 1));
    for (std::size_t rank = 0; rank < merges_.size(); ++rank) read_merge(rank);
}

void BpeModel::read_merge(std::size_t rank) {
    const BpePair& pair = merges_[rank];
    const auto where = [&] { return "merge " + std::to_string(rank); };
    const auto size = static_cast<std::int32_t>(vocabulary_.words().size());
    if (std::min(pair.left, pair.right) < 0 || std::max(pair.left, pair.right) >= size) {
        throw Error(where() + " is of tokens that are not in the vocabulary");
    }
    // The mark of the right part, "##", is dropped in the middle of the whole.
    const std::string &left = vocabulary_.words()[static_cast<std::size_t>(pair.left)],
                      &right = vocabulary_.words()[static_cast<std::size_t>(pair.right)];
    const std::string whole = left + right.substr(std::min(options_.continuing_prefix.size(), right.size()));
    const auto made = vocabulary_.id(whole);
    if (!made) throw Error(where() + " makes " + in_quotes(whole) + ", which is not in the vocabulary");
    Merge& merge = found_[place_of(pair.key())];
    if (merge.pair != no_pair) throw Error(where() + " is there for the second time");
    merge = {.rank = static_cast<std::int32_t>(rank), .token = *made, .pair = pair.key()};
}

std::size_t BpeModel::place_of(std::uint64_t pair) const {
    constexpr std::uint64_t golden_ratio = 0x9e3779b97f4a7c15;  // spreads neighbouring ids (Knuth, volume 3, section 6.4)
    const std::size_t mask = found_.size() - 1;
    std::size_t place = (pair * golden_ratio >> 32) & mask;
    while (found_[place].pair != no_pair && found_[place].pair != pair) place = (place + 1) & mask;
    return place;
}

const BpeModel::Merge* BpeModel::find(const BpePair& pair) const {
    const Merge& merge = found_[place_of(pair.key())];
    return merge.pair == no_pair ? nullptr : &merge;
}

bool BpeModel::has(std::uint8_t byte) const { return of_characters_[character_of_byte(byte)] >= 0; }

std::size_t BpeModel::encode(std::string_view piece, std::vector<std::int32_t>& ids) const {
    if (options_.ignore_merges) {
        if (const auto whole = vocabulary_.id(piece)) {
            ids.push_back(*whole);
            return 0;
        }
    }
    PieceMerging merging(*this);
    std::size_t lost = 0;
    SymbolReading(*this).read(
        piece, [&](std::int32_t token) { merging.add(token); }, [&](std::size_t) { ++lost; });
    merging.merge_all();
    merging.append_to(ids);
    return lost;
}

BpeSteps BpeModel::steps(std::string_view piece) const {
    PieceMerging merging(*this);
    BpeSteps steps;
    const auto add = [&](std::int32_t token) {
        merging.add(token);
        steps.symbols.push_back(token);
    };
    SymbolReading(*this).read(piece, add, [&](std::size_t character) { steps.lost.push_back(character); });
    merging.merge_all([&](const Merge& merge, std::size_t part) {
        BpeStep step{.before = {}, .at = merging.place_of(part), .rank = merge.rank, .token = merge.token};
        merging.append_to(step.before);
        steps.merges.push_back(std::move(step));
    });
    return steps;
}

std::vector<std::int32_t> BpeStep::after() const {
    std::vector<std::int32_t> tokens = before;
    tokens[at] = token;
    tokens.erase(tokens.begin() + static_cast<std::ptrdiff_t>(at) + 1);
    return tokens;
}

}  // namespace vitrine
