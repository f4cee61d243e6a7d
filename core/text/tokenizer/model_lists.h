#pragma once
/// Reads the long lists of a tokenizer.json separately: a vocabulary of 150 000 tokens and as many merges make up nearly all of
/// the file, and making a JSON value of each entry takes ten times as long as reading it.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vitrine {

struct ModelLists {
    std::vector<std::pair<std::string, std::int32_t>> ids;    ///< model.vocab of BPE and WordPiece
    std::vector<std::pair<std::string, double>> scores;       ///< model.vocab of Unigram
    std::vector<std::pair<std::string, std::string>> merges;  ///< model.merges
    std::string rest;                                         ///< the file with empty lists instead
};

/// Takes the lists out of a file. Nothing if one of them is not as expected; core/text/tokenizer/tokenizer_json.h then reads the
/// whole file and says what is wrong.
std::optional<ModelLists> take_model_lists(std::string_view json);

}  // namespace vitrine
