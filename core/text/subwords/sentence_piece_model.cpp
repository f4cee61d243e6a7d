#include "core/text/subwords/sentence_piece_model.h"

#include <utility>

#include <sentencepiece_processor.h>

#include "core/tensor/error.h"
#include "core/text/plain_text.h"

namespace vitrine {

struct SentencePieceModel::Library {
    sentencepiece::SentencePieceProcessor processor;
};

namespace {

void require(const sentencepiece::util::Status& status) {
    if (!status.ok()) throw Error(std::string("the sentencepiece library refuses it: ") + status.error_message());
}

}  // namespace

SentencePieceModel::SentencePieceModel(std::string_view file, Vocabulary vocabulary, const std::string& unknown)
    : vocabulary_(std::move(vocabulary)) {
    const auto id = vocabulary_.id(unknown);
    if (!id) throw Error("the unknown token " + in_quotes(unknown) + " is not in the vocabulary");
    unknown_ = *id;
    const auto library = std::make_shared<Library>();
    require(library->processor.LoadFromSerializedProto({file.data(), file.size()}));
    library_ = library;
}

std::size_t SentencePieceModel::encode(std::string_view text, std::vector<std::int32_t>& ids) const {
    if (text.starts_with(">>")) {
        const auto end = text.find("<<");
        if (end != std::string_view::npos) {
            ids.push_back(vocabulary_.id(text.substr(0, end + 2)).value_or(unknown_));
            text.remove_prefix(end + 2);
        }
    }
    std::vector<std::string> pieces;
    require(library_->processor.Encode({text.data(), text.size()}, &pieces));
    for (const std::string& piece : pieces) ids.push_back(vocabulary_.id(piece).value_or(unknown_));
    return 0;
}

std::string SentencePieceModel::text_of(const std::vector<std::string>& pieces) const {
    std::string text;
    require(library_->processor.Decode(pieces, &text));
    return text;
}

}  // namespace vitrine
