#include "core/text/tokenizer/tokenizer_encoder.h"

namespace vitrine {

namespace {

/// Limits of the cache: longer pieces are rare, and the number of pieces bounds the memory.
constexpr std::size_t longest_remembered = 64, most_remembered = 1 << 16;

}  // namespace

TextEncoder::TextEncoder(const Tokenizer& tokenizer)
    : tokenizer_(tokenizer),
      in_text_(tokenizer.added(), false, tokenizer.parts().normaliser),
      in_normalised_(tokenizer.added(), true, tokenizer.parts().normaliser) {
    const auto* model = std::get_if<BpeModel>(&tokenizer.parts().model);
    drops_spaces_ = model && !model->options().unknown && !model->has(' ');
}

EncodedText TextEncoder::encode(std::string_view text) {
    EncodedText result;
    split_at_added(
        text, in_text_, [&](const TextSpan& between) { encode_between(between.of(text), between.start == 0, result); },
        [&](std::int32_t id) { result.ids.push_back(id); });
    return result;
}

void TextEncoder::encode_between(std::string_view text, bool at_start, EncodedText& result) {
    std::string normalised(text);
    tokenizer_.parts().normaliser.apply(normalised);
    split_at_added(
        normalised, in_normalised_,
        [&](const TextSpan& between) { encode_normalised(between.of(normalised), at_start && between.start == 0, result); },
        [&](std::int32_t id) { result.ids.push_back(id); });
}

void TextEncoder::encode_normalised(std::string_view text, bool at_start, EncodedText& result) {
    Pieces pieces = Pieces::of(text, at_start);
    tokenizer_.parts().pre_tokenizer.apply(pieces);
    for (const TextSpan& span : pieces.spans) {
        const std::string_view piece = span.of(pieces.text);
        if (piece.size() > longest_remembered) {
            result.lost += encode_piece(tokenizer_.parts().model, piece, result.ids);
            continue;
        }
        const Known& known = look_up(piece);
        const auto first = known_ids_.begin() + static_cast<std::ptrdiff_t>(known.start);
        result.ids.insert(result.ids.end(), first, first + static_cast<std::ptrdiff_t>(known.count));
        result.lost += known.lost;
    }
    if (drops_spaces_) result.lost -= pieces.added_spaces;  // these spaces are not in the text
}

const TextEncoder::Known& TextEncoder::look_up(std::string_view piece) {
    const auto found = known_.find(piece);
    if (found != known_.end()) return found->second;
    if (known_.size() >= most_remembered) {
        known_.clear();
        known_ids_.clear();
    }
    const std::size_t start = known_ids_.size();
    const std::size_t lost = encode_piece(tokenizer_.parts().model, piece, known_ids_);
    return known_.emplace(piece, Known{start, known_ids_.size() - start, lost}).first->second;
}

}  // namespace vitrine
