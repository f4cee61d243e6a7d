#include "core/text/tokenizer/json_parts.h"
#include "core/text/tokenizer/metaspace_json.h"
#include "core/text/tokenizer/parts_json.h"
#include "core/text/tokenizer/pattern_json.h"

namespace vitrine {

template <>
struct JsonKind<decoder::ByteLevel> {
    static constexpr std::string_view name = "ByteLevel";
    static void fields(auto& kind, auto& visit) {
        visit("add_prefix_space", kind.add_prefix_space);
        visit("trim_offsets", kind.trim_offsets);
        visit("use_regex", kind.use_regex);
    }
};

template <>
struct JsonKind<decoder::WordPiece> {
    static constexpr std::string_view name = "WordPiece";
    static void fields(auto& kind, auto& visit) {
        visit("prefix", kind.prefix);
        visit("cleanup", kind.cleanup);
    }
};

template <>
struct JsonKind<decoder::Metaspace> : MetaspaceFields<decoder::Metaspace> {};

template <>
struct JsonKind<decoder::ByteFallback> {
    static constexpr std::string_view name = "ByteFallback";
    static void fields(auto&, auto&) {}
};

template <>
struct JsonKind<decoder::Fuse> {
    static constexpr std::string_view name = "Fuse";
    static void fields(auto&, auto&) {}
};

template <>
struct JsonKind<decoder::Strip> {
    static constexpr std::string_view name = "Strip";
    static void fields(auto& kind, auto& visit) {
        visit("content", kind.content);
        visit("start", kind.start);
        visit("stop", kind.stop);
    }
    static void check(const decoder::Strip& kind, const std::string& path) { require_character(kind.content, path + ".content"); }
};

template <>
struct JsonKind<decoder::Replace> {
    static constexpr std::string_view name = "Replace";
    static void fields(auto& kind, auto& visit) {
        visit("pattern", kind.pattern, Presence::required);
        visit("content", kind.content, Presence::required);
    }
};

template <>
struct JsonKind<decoder::BpeDecoder> {
    static constexpr std::string_view name = "BPEDecoder";
    static void fields(auto& kind, auto& visit) { visit("suffix", kind.suffix); }
};

namespace {

/// All kinds except SentencePiece, which does not occur in tokenizer.json.
using DecoderSteps = JsonSteps<decoder::ByteLevel, decoder::WordPiece, decoder::Metaspace, decoder::ByteFallback, decoder::Fuse,
                               decoder::Strip, decoder::Replace, decoder::BpeDecoder>;

}  // namespace

TokenDecoder decoder_from(const TokenizerJson& json, const std::string& path) {
    TokenDecoder decoder;
    for (DecoderSteps::Step& step : DecoderSteps::read(json, path, "decoders")) {
        std::visit([&](auto& kind) { decoder.steps.emplace_back(std::move(kind)); }, step);
    }
    // An empty Sequence joins tokens as they are; without a decoder, they are joined by spaces.
    if (!json.is_null() && decoder.steps.empty()) decoder.steps.emplace_back(decoder::Fuse());
    return decoder;
}

OrderedTokenizerJson json_of(const TokenDecoder& decoder) {
    std::vector<DecoderSteps::Step> steps;
    for (const decoder::Step& step : decoder.steps) {
        std::visit(
            [&](const auto& kind) {
                if constexpr (requires { DecoderSteps::Step(kind); }) steps.emplace_back(kind);
            },
            step);
    }
    return DecoderSteps::write(steps, "decoders");
}

}  // namespace vitrine
