#include <nlohmann/json.hpp>

#include "app/views/tokens/state.h"
#include "app/views/tokens/view.h"

namespace vitrine {

using OrderedJson = nlohmann::ordered_json;

namespace {

OrderedJson words_of(const Tokenizer& tokenizer, const std::vector<std::int32_t>& ids) {
    OrderedJson words = OrderedJson::array();
    for (const std::int32_t id : ids) words.push_back(visible_bytes(bytes_of_token(tokenizer, id)));
    return words;
}

OrderedJson tokens_json(const State& state) {
    const TokensView& view = state.of<TokensView>();
    static constexpr const char* from[] = {"file", "model", "board"};
    OrderedJson json{{"text", with_bytes_named(view.text.text)},
                     {"file", view.file},
                     {"from", view.loaded && view.loaded->tokenizer ? OrderedJson(from[static_cast<std::size_t>(view.loaded->from)])
                                                                    : OrderedJson()},
                     {"problem", view.loaded ? view.loaded->problem : ""},
                     {"piece", view.piece},
                     {"merges", view.merges},
                     {"playing", view.playing.has_value()},
                     {"normalised", OrderedJson()},
                     {"pieces", OrderedJson()},
                     {"count", OrderedJson()},
                     {"ids", OrderedJson()},
                     {"lost", OrderedJson()},
                     {"symbols", OrderedJson()}};
    if (!view.read) return json;
    json["normalised"] = with_bytes_named(view.read->normalised);
    json["pieces"] = OrderedJson::array();
    json["ids"] = OrderedJson::array();
    for (const ReadPiece& piece : view.read->pieces) {
        json["pieces"].push_back(visible_bytes(piece.text.bytes));
        for (const std::int32_t id : piece.ids) json["ids"].push_back(id);
    }
    json["lost"] = view.read->lost;
    const ReadPiece* piece = shown_piece(state);
    if (!piece) return json;
    static constexpr const char* kinds[] = {"byte pairs", "character pairs", "word piece", "unigram", "sentence piece"};
    const auto kind = static_cast<std::size_t>(kind_of(*view.read->tokenizer));
    const bool of_pairs = kind < 2;
    json["kind"] = kinds[kind];
    json["count"] = piece->steps.merges.size();
    json["symbols"] = words_of(*view.read->tokenizer, of_pairs ? tokens_after(*piece, view.merges) : piece->ids);
    json["arcs"] = piece->lattice.arcs.size();
    return json;
}

}  // namespace

void describe_tokens(const State& state, OrderedJson& json) { json["tokens"] = tokens_json(state); }

}  // namespace vitrine
