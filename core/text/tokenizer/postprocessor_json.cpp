#include <algorithm>

#include "core/text/plain_text.h"
#include "core/text/tokenizer/json_parts.h"
#include "core/text/tokenizer/parts_json.h"

namespace vitrine {

/// {"Sequence": {"id": "A", "type_id": 0}} or {"SpecialToken": {"id": "[CLS]", "type_id": 0}}
template <>
struct JsonForm<postprocessor::TemplatePiece> {
    using Kind = postprocessor::TemplatePiece::Kind;

    static void read(const TokenizerJson& value, const std::string& field, postprocessor::TemplatePiece& result) {
        const std::string kind = value.is_object() && value.size() == 1 ? value.begin().key() : "";
        if (kind != "Sequence" && kind != "SpecialToken") {
            refuse_field(field, value, R"(it must be {"Sequence": …} or {"SpecialToken": …})");
        }
        result.kind = kind == "Sequence" ? Kind::sequence : Kind::special_token;
        PartReader reader(value.begin().value(), field + "." + kind);
        reader("id", result.id, Presence::required);
        reader("type_id", result.type_id);
        reader.finish();
        if (result.kind == Kind::sequence && result.id != "A" && result.id != "B") {
            refuse_field(reader.name("id"), result.id, "it must be A or B");
        }
    }
    static OrderedTokenizerJson write(const postprocessor::TemplatePiece& value) {
        return {{value.kind == Kind::sequence ? "Sequence" : "SpecialToken", {{"id", value.id}, {"type_id", value.type_id}}}};
    }
};

template <>
struct JsonForm<postprocessor::TemplateToken> {
    static void visit_all(auto& token, auto& visit) {
        visit("id", token.id, Presence::required);
        visit("ids", token.ids, Presence::required);
        visit("tokens", token.tokens);
    }
    static void read(const TokenizerJson& value, const std::string& field, postprocessor::TemplateToken& result) {
        PartReader reader(value, field);
        visit_all(result, reader);
        reader.finish();
    }
    static OrderedTokenizerJson write(const postprocessor::TemplateToken& value) {
        PartWriter writer;
        visit_all(value, writer);
        return std::move(writer.object);
    }
};

template <>
struct JsonKind<postprocessor::TemplateProcessing> {
    static constexpr std::string_view name = "TemplateProcessing";
    static void fields(auto& kind, auto& visit) {
        visit("single", kind.single, Presence::required);
        visit("pair", kind.pair);
        visit("special_tokens", kind.special_tokens);
    }
    static void check(const postprocessor::TemplateProcessing& kind, const std::string& path) {
        using Kind = postprocessor::TemplatePiece::Kind;
        const auto is_text = [](const postprocessor::TemplatePiece& piece) { return piece.kind == Kind::sequence; };
        if (std::count_if(kind.single.begin(), kind.single.end(), is_text) > 1) {
            throw Error("'" + path + ".single' has the text more than once, which is not supported");
        }
        for (const postprocessor::TemplatePiece& piece : kind.single) {
            if (piece.kind == Kind::sequence && piece.id != "A") {
                throw Error("'" + path + ".single' has a text B, where there is only one text");
            }
            if (piece.kind == Kind::special_token && !kind.special_tokens.contains(piece.id)) {
                throw Error("'" + path + ".single' has the special token " + in_quotes(piece.id) + ", which is not among '" + path +
                            ".special_tokens'");
            }
        }
    }
};

/// ["[SEP]", 102]
template <>
struct JsonForm<postprocessor::TokenAndId> {
    static void read(const TokenizerJson& value, const std::string& field, postprocessor::TokenAndId& result) {
        if (!value.is_array() || value.size() != 2 || !value[0].is_string()) {
            refuse_field(field, value, "it must be a list of a token and its id");
        }
        result = {value[0].get<std::string>(), id_in(value[1], field + "[1]")};
    }
    static OrderedTokenizerJson write(const postprocessor::TokenAndId& value) {
        return OrderedTokenizerJson::array({value.first, value.second});
    }
};

template <>
struct JsonKind<postprocessor::BertProcessing> {
    static constexpr std::string_view name = "BertProcessing";
    static void fields(auto& kind, auto& visit) {
        visit("sep", kind.sep, Presence::required);
        visit("cls", kind.cls, Presence::required);
    }
};

template <>
struct JsonKind<postprocessor::RobertaProcessing> {
    static constexpr std::string_view name = "RobertaProcessing";
    static void fields(auto& kind, auto& visit) {
        visit("sep", kind.sep, Presence::required);
        visit("cls", kind.cls, Presence::required);
        visit("trim_offsets", kind.trim_offsets);
        visit("add_prefix_space", kind.add_prefix_space);
    }
};

template <>
struct JsonKind<postprocessor::ByteLevel> {
    static constexpr std::string_view name = "ByteLevel";
    static void fields(auto& kind, auto& visit) {
        visit("add_prefix_space", kind.add_prefix_space);
        visit("trim_offsets", kind.trim_offsets);
        visit("use_regex", kind.use_regex);
    }
};

namespace {

template <class... Kinds>
JsonSteps<Kinds...> postprocessors_in(const std::variant<Kinds...>*);
using PostProcessorSteps = decltype(postprocessors_in(static_cast<postprocessor::Step*>(nullptr)));

}  // namespace

PostProcessor post_processor_from(const TokenizerJson& json, const std::string& path) {
    PostProcessor made{PostProcessorSteps::read(json, path, "processors")};
    bool has_parts = false;
    for (const postprocessor::Step& step : made.steps) {
        // A processor after a template would have to treat each of the template's pieces as a text of its own.
        if (has_parts && !std::holds_alternative<postprocessor::ByteLevel>(step))
            throw Error("'" + path + ".processors': what adds tokens behind a TemplateProcessing is not supported");
        const auto* pieces = std::get_if<postprocessor::TemplateProcessing>(&step);
        has_parts = has_parts || (pieces && pieces->single.size() > 1);
    }
    return made;
}

OrderedTokenizerJson json_of(const PostProcessor& post_processor) {
    return PostProcessorSteps::write(post_processor.steps, "processors");
}

}  // namespace vitrine
