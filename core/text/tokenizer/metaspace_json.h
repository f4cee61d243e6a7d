#pragma once
/// Metaspace in tokenizer.json, as a pre-tokenizer and as a decoder.

#include "core/text/pretokenizer/pretokenizer.h"
#include "core/text/tokenizer/json_parts.h"
#include "core/text/utf8.h"

namespace vitrine {

template <>
struct JsonForm<pretokenizer::Metaspace::Scheme> {
    using Scheme = pretokenizer::Metaspace::Scheme;
    static constexpr std::pair<const char*, Scheme> names[] = {
        {"always", Scheme::always}, {"never", Scheme::never}, {"first", Scheme::first}};

    static void read(const TokenizerJson& value, const std::string& field, Scheme& result) {
        read_name(value, field, names, result);
    }
    static OrderedTokenizerJson write(Scheme value) { return written_name(value, names); }
};

/// Throws Error unless a text is one character.
inline void require_character(const std::string& text, const std::string& field) {
    const bool is_one = !text.empty() && utf8_step(text, 0).valid && utf8_step(text, 0).length == text.size();
    if (!is_one) refuse_field(field, text, "it must be one character");
}

/// The fields of both. Older files have add_prefix_space instead of prepend_scheme.
template <class Metaspace>
struct MetaspaceFields {
    static constexpr std::string_view name = "Metaspace";
    static void fields(auto& kind, auto& visit) {
        std::optional<bool> add_prefix_space;
        std::optional<std::string> spelling;
        visit("replacement", kind.replacement, Presence::required);
        visit.older("add_prefix_space", add_prefix_space);
        visit.older("str_rep", spelling);
        if constexpr (!std::is_const_v<std::remove_reference_t<decltype(kind)>>) {
            if (add_prefix_space == false) kind.prepend_scheme = pretokenizer::Metaspace::Scheme::never;
        }
        visit("prepend_scheme", kind.prepend_scheme);
        visit("split", kind.split);
    }
    static void check(const Metaspace& kind, const std::string& path) {
        require_character(kind.replacement, path + ".replacement");
    }
};

}  // namespace vitrine
