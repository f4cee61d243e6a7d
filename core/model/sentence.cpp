#include "core/model/sentence.h"

#include <algorithm>

#include "core/model/configuration.h"
#include "core/tensor/error.h"

namespace vitrine {

void pad_together(const std::vector<Sentence>& sentences, std::int32_t pad, IndexTensor& tokens) {
    std::size_t longest = 0;
    for (const Sentence& sentence : sentences) longest = std::max(longest, sentence.size());
    const auto is_shorter = [&](const Sentence& sentence) { return sentence.size() < longest; };
    if (pad == no_token && std::ranges::any_of(sentences, is_shorter))
        throw Error("This model has no padding: all sentences of a batch must have the same length.");
    tokens.resize({static_cast<Size>(sentences.size()), static_cast<Size>(longest)});
    tokens.fill(pad);
    for (std::size_t i = 0; i < sentences.size(); ++i)
        std::copy(sentences[i].begin(), sentences[i].end(), tokens.data() + i * longest);
}

}  // namespace vitrine
