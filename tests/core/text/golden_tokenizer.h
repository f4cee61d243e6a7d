#pragma once
/// The results of Hugging Face's `tokenizers` for a small corpus, for this folder's tests.

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <nlohmann/json.hpp>

#include "core/text/byte_alphabet.h"
#include "core/text/tokenizer/tokenizer_json.h"
#include "tests/test_data.h"

namespace vitrine::test {

inline std::string golden_text(const std::string& name) {
    std::ifstream file(test_data("goldens/bpe") / name, std::ios::binary);
    std::stringstream content;
    content << file.rdbuf();
    return content.str();
}

inline nlohmann::json golden_json(const std::string& name) { return nlohmann::json::parse(golden_text(name)); }

inline Tokenizer golden_tokenizer() { return tokenizer_from(golden_json("tokenizer.json")); }

/// The golden one with a token for every one of the 256 bytes.
inline Tokenizer tokenizer_of_all_bytes(const TextRules& rules = {}) {
    auto json = golden_json("tokenizer.json");
    auto& vocabulary = json["model"]["vocab"];
    for (int byte = 0; byte < 256; ++byte) {
        const std::string token = spelled(std::string(1, static_cast<char>(byte)));
        if (!vocabulary.contains(token)) vocabulary[token] = vocabulary.size();
    }
    const Tokenizer larger = tokenizer_from(json);
    return Tokenizer(larger.bpe(), larger.added(), rules);
}

}  // namespace vitrine::test
