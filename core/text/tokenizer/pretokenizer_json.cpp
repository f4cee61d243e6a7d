#include "core/text/tokenizer/json_parts.h"
#include "core/text/tokenizer/metaspace_json.h"
#include "core/text/tokenizer/parts_json.h"
#include "core/text/tokenizer/pattern_json.h"

namespace vitrine {

template <>
struct JsonForm<SplitBehaviour> {
    static constexpr std::pair<const char*, SplitBehaviour> names[] = {{"Removed", SplitBehaviour::removed},
                                                                       {"Isolated", SplitBehaviour::isolated},
                                                                       {"MergedWithPrevious", SplitBehaviour::merged_with_previous},
                                                                       {"MergedWithNext", SplitBehaviour::merged_with_next},
                                                                       {"Contiguous", SplitBehaviour::contiguous}};

    static void read(const TokenizerJson& value, const std::string& field, SplitBehaviour& result) {
        read_name(value, field, names, result);
    }
    static OrderedTokenizerJson write(SplitBehaviour value) { return written_name(value, names); }
};

template <>
struct JsonKind<pretokenizer::Split> {
    static constexpr std::string_view name = "Split";
    static void fields(auto& kind, auto& visit) {
        visit("pattern", kind.pattern, Presence::required);
        visit("behavior", kind.behavior, Presence::required);
        visit("invert", kind.invert);
    }
};

template <>
struct JsonKind<pretokenizer::ByteLevel> {
    static constexpr std::string_view name = "ByteLevel";
    static void fields(auto& kind, auto& visit) {
        visit("add_prefix_space", kind.add_prefix_space);
        visit("trim_offsets", kind.trim_offsets);
        visit("use_regex", kind.use_regex);
    }
};

template <>
struct JsonKind<pretokenizer::Digits> {
    static constexpr std::string_view name = "Digits";
    static void fields(auto& kind, auto& visit) { visit("individual_digits", kind.individual_digits); }
};

template <>
struct JsonKind<pretokenizer::Whitespace> {
    static constexpr std::string_view name = "Whitespace";
    static void fields(auto&, auto&) {}
};

template <>
struct JsonKind<pretokenizer::WhitespaceSplit> {
    static constexpr std::string_view name = "WhitespaceSplit";
    static void fields(auto&, auto&) {}
};

template <>
struct JsonKind<pretokenizer::Punctuation> {
    static constexpr std::string_view name = "Punctuation";
    static void fields(auto& kind, auto& visit) { visit("behavior", kind.behavior); }
};

template <>
struct JsonKind<pretokenizer::BertPreTokenizer> {
    static constexpr std::string_view name = "BertPreTokenizer";
    static void fields(auto&, auto&) {}
};

template <>
struct JsonKind<pretokenizer::Metaspace> : MetaspaceFields<pretokenizer::Metaspace> {};

namespace {

template <class... Kinds>
JsonSteps<Kinds...> pretokenizers_in(const std::variant<Kinds...>*);
using PreTokenizerSteps = decltype(pretokenizers_in(static_cast<pretokenizer::Step*>(nullptr)));

}  // namespace

PreTokenizer pre_tokenizer_from(const TokenizerJson& json, const std::string& path) {
    return {PreTokenizerSteps::read(json, path, "pretokenizers")};
}

OrderedTokenizerJson json_of(const PreTokenizer& pre_tokenizer) {
    return PreTokenizerSteps::write(pre_tokenizer.steps, "pretokenizers");
}

}  // namespace vitrine
