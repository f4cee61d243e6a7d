#pragma once
/// The long lists of a tokenizer.json, read by themselves: a vocabulary of 150 000 tokens and as many merges are nearly all of the
/// file, and making a JSON value of each takes ten times as long as reading them.

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
    std::string rest;                                         ///< the file with empty lists in their places
};

/// Takes the lists out of a file. Nothing where one of them is not what it should be: then core/text/tokenizer/tokenizer_json.h,
/// which reads the whole, says what is wrong.
std::optional<ModelLists> take_model_lists(std::string_view json);

}  // namespace vitrine
