#include <algorithm>

#include "core/text/tokenizer/decoder.h"

namespace vitrine::decoder {

void SentencePiece::apply(Texts& texts) const {
    std::string result;
    Texts pieces;
    for (const std::string& text : texts) {
        if (std::find(special.begin(), special.end(), text) == special.end()) {
            pieces.push_back(text);
            continue;
        }
        result += model->text_of(pieces) + text + " ";
        pieces.clear();
    }
    result += model->text_of(pieces);
    result = Pattern(Pattern::Kind::string, "▁").replaced(result, " ", TextGrowth(result.size()));
    const auto first = result.find_first_not_of(" \t\n\r"), last = result.find_last_not_of(" \t\n\r");
    texts = {first == std::string::npos ? "" : result.substr(first, last + 1 - first)};
}

}  // namespace vitrine::decoder
