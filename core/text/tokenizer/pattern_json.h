#pragma once
/// Patterns in tokenizer.json: {"String": " "} or {"Regex": "\\s+"}.

#include "core/text/pattern.h"
#include "core/text/plain_text.h"
#include "core/text/tokenizer/json_values.h"

namespace vitrine {

template <>
struct JsonForm<Pattern> {
    static void read(const TokenizerJson& value, const std::string& field, Pattern& result) {
        const bool is_pattern = value.is_object() && value.size() == 1 && value.begin()->is_string();
        const std::string kind = is_pattern ? value.begin().key() : "";
        if (kind != "String" && kind != "Regex") {
            refuse_field(field, value, R"(it must be {"String": …} or {"Regex": …})");
        }
        try {
            result = Pattern(kind == "Regex" ? Pattern::Kind::regular_expression : Pattern::Kind::string, value.begin().value());
        } catch (const Error& error) {
            throw Error(in_quotes(field) + ": " + error.what());
        }
    }
    static OrderedTokenizerJson write(const Pattern& value) {
        return {{value.kind() == Pattern::Kind::string ? "String" : "Regex", value.text()}};
    }
};

}  // namespace vitrine
