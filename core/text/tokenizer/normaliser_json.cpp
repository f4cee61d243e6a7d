#include "core/text/base64.h"
#include "core/text/plain_text.h"
#include "core/text/tokenizer/json_parts.h"
#include "core/text/tokenizer/parts_json.h"
#include "core/text/tokenizer/pattern_json.h"

namespace vitrine {

constexpr std::string_view names_of_forms[] = {"NFC", "NFD", "NFKC", "NFKD"};

template <UnicodeForm form>
struct JsonKind<normaliser::Form<form>> {
    static constexpr std::string_view name = names_of_forms[static_cast<std::size_t>(form)];
    static void fields(auto&, auto&) {}
};

template <>
struct JsonKind<normaliser::Lowercase> {
    static constexpr std::string_view name = "Lowercase";
    static void fields(auto&, auto&) {}
};

template <>
struct JsonKind<normaliser::StripAccents> {
    static constexpr std::string_view name = "StripAccents";
    static void fields(auto&, auto&) {}
};

template <>
struct JsonKind<normaliser::Replace> {
    static constexpr std::string_view name = "Replace";
    static void fields(auto& kind, auto& visit) {
        visit("pattern", kind.pattern, Presence::required);
        visit("content", kind.content, Presence::required);
    }
};

template <>
struct JsonKind<normaliser::Prepend> {
    static constexpr std::string_view name = "Prepend";
    static void fields(auto& kind, auto& visit) { visit("prepend", kind.prepend, Presence::required); }
};

template <>
struct JsonKind<normaliser::Strip> {
    static constexpr std::string_view name = "Strip";
    static void fields(auto& kind, auto& visit) {
        visit("strip_left", kind.strip_left);
        visit("strip_right", kind.strip_right);
    }
};

template <>
struct JsonKind<normaliser::BertNormalizer> {
    static constexpr std::string_view name = "BertNormalizer";
    static void fields(auto& kind, auto& visit) {
        visit("clean_text", kind.clean_text);
        visit("handle_chinese_chars", kind.handle_chinese_chars);
        visit("strip_accents", kind.strip_accents);
        visit("lowercase", kind.lowercase);
    }
};

template <>
struct JsonForm<normaliser::Precompiled> {
    static void read(const TokenizerJson& value, const std::string& field, normaliser::Precompiled& result) {
        const auto bytes = value.is_string() ? bytes_of_base64(value.get_ref<const std::string&>()) : std::nullopt;
        if (!bytes) refuse_field(field, value, "it must be bytes in base64");
        try {
            result = normaliser::Precompiled(*bytes);
        } catch (const Error& error) {
            throw Error(in_quotes(field) + ": " + error.what());
        }
    }
    static OrderedTokenizerJson write(const normaliser::Precompiled& value) { return base64_of(value.charsmap()); }
};

template <>
struct JsonKind<normaliser::Precompiled> {
    static constexpr std::string_view name = "Precompiled";
    static void fields(auto& kind, auto& visit) { visit("precompiled_charsmap", kind, Presence::required); }
};

namespace {

template <class... Kinds>
JsonSteps<Kinds...> steps_in(const std::variant<Kinds...>*);
using NormaliserSteps = decltype(steps_in(static_cast<normaliser::Step*>(nullptr)));

}  // namespace

Normaliser normaliser_from(const TokenizerJson& json, const std::string& path) {
    return {NormaliserSteps::read(json, path, "normalizers")};
}

OrderedTokenizerJson json_of(const Normaliser& normaliser) { return NormaliserSteps::write(normaliser.steps, "normalizers"); }

}  // namespace vitrine
