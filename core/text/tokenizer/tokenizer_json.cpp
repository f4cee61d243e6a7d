#include "core/text/tokenizer/tokenizer_json.h"

#include "core/text/tokenizer/json_parts.h"
#include "core/text/tokenizer/parts_json.h"

namespace vitrine {

template <>
struct JsonForm<AddedToken> {
    static void visit_all(auto& token, auto& visit) {
        visit("id", token.id, Presence::required);
        visit("content", token.content, Presence::required);
        visit("single_word", token.single_word);
        visit("lstrip", token.lstrip);
        visit("rstrip", token.rstrip);
        visit("normalized", token.normalized);
        visit("special", token.special);
    }
    static void read(const TokenizerJson& value, const std::string& field, AddedToken& result) {
        PartReader reader(value, field);
        result.special = false;
        reader("special", result.special);
        result.normalized = !result.special;
        visit_all(result, reader);
        reader.finish();
    }
    static OrderedTokenizerJson write(const AddedToken& value) {
        PartWriter writer;
        visit_all(value, writer);
        return std::move(writer.object);
    }
};

namespace {

void require_version(PartReader& file) {
    if (file.at("version") != "1.0") refuse_field("version", file.at("version"), "only \"1.0\" is supported");
}

Tokenizer made_of(TokenizerParts parts) {
    try {
        return Tokenizer(std::move(parts));
    } catch (const Error& error) {
        throw Error(std::string("'added_tokens': ") + error.what());
    }
}

}  // namespace

Tokenizer tokenizer_from(const TokenizerJson& json) {
    PartReader file(json, "");
    require_version(file);
    return tokenizer_from(json, lists_in(file.at("model"), "model"));
}

Tokenizer tokenizer_from(const TokenizerJson& json, ModelLists lists) {
    PartReader file(json, "");
    require_version(file);
    // The model first, since an unsupported model gives the clearest message.
    TokenizerParts parts{.model = model_from(file.at("model"), "model", std::move(lists))};
    // How texts are truncated and padded in batches, which `transformers` only does on request.
    for (const char* of_batches : {"truncation", "padding"}) file.at(of_batches);
    parts.normaliser = normaliser_from(file.at("normalizer"), "normalizer");
    parts.pre_tokenizer = pre_tokenizer_from(file.at("pre_tokenizer"), "pre_tokenizer");
    parts.post_processor = post_processor_from(file.at("post_processor"), "post_processor");
    parts.decoder = decoder_from(file.at("decoder"), "decoder");
    file("added_tokens", parts.added);
    file.finish();
    Tokenizer tokenizer = made_of(std::move(parts));
    for (const std::int32_t id : tokenizer.with_special({})) {
        if (!tokenizer.is_token(id)) throw Error("'post_processor' adds the id " + std::to_string(id) + ", which is no token");
    }
    return tokenizer;
}

std::string tokenizer_text(const Tokenizer& tokenizer) {
    const TokenizerParts& parts = tokenizer.parts();
    const OrderedTokenizerJson all{{"version", "1.0"},
                                   {"truncation", nullptr},
                                   {"padding", nullptr},
                                   {"added_tokens", JsonForm<std::vector<AddedToken>>::write(parts.added)},
                                   {"normalizer", json_of(parts.normaliser)},
                                   {"pre_tokenizer", json_of(parts.pre_tokenizer)},
                                   {"post_processor", json_of(parts.post_processor)},
                                   {"decoder", json_of(parts.decoder)},
                                   {"model", json_of(parts.model)}};
    return all.dump(2);
}

}  // namespace vitrine
