#include "app/views/tokens/state.h"

#include <algorithm>
#include <utility>

#include "app/state/state.h"
#include "core/text/subwords/byte_token.h"
#include "core/text/tokenizer/tokenizer.h"

namespace vitrine {

namespace {

std::vector<std::size_t> losses_of(const ReadPiece& piece, const Tokenizer& tokenizer) {
    std::vector<std::size_t> losses(piece.ids.size() + 1);
    if (piece.text.added || kind_of(tokenizer) != TokenizerKind::byte_pairs) return losses;
    const auto& lost = piece.steps.lost;
    std::size_t token = 0, met = 0;  // number of whole tokens so far, and of bytes in the next one
    for (std::size_t at = 0, next = 0; at < piece.text.bytes.size(); ++at) {
        if (next < lost.size() && lost[next] == at) {
            ++next;
            if (at > 0 || !piece.text.has_added_space)
                ++losses[token + (met > 0 ? 1 : 0)];  // an added leading space does not count as lost
        } else if (++met == bytes_of_token(tokenizer, piece.ids[token]).size()) {
            ++token;
            met = 0;
        }
    }
    return losses;
}

}  // namespace

TokenizerKind kind_of(const Tokenizer& tokenizer) {
    const SubwordModel& model = tokenizer.parts().model;
    if (std::holds_alternative<WordPieceModel>(model)) return TokenizerKind::word_piece;
    if (std::holds_alternative<UnigramModel>(model)) return TokenizerKind::unigram;
    if (std::holds_alternative<SentencePieceModel>(model)) return TokenizerKind::sentence_piece;
    return tokenizer.parts().decoder.is_of_bytes() ? TokenizerKind::byte_pairs : TokenizerKind::character_pairs;
}

namespace {

void find_tokens(const Tokenizer& tokenizer, ReadPiece& piece) {
    const SubwordModel& model = tokenizer.parts().model;
    const std::string& spelling = piece.text.spelling;
    if (const auto* word_piece = std::get_if<WordPieceModel>(&model)) {
        piece.matches = word_piece->steps(spelling);
        piece.ids = piece.matches.ids;
    } else if (const auto* unigram = std::get_if<UnigramModel>(&model)) {
        piece.lattice = unigram->lattice(spelling);
        piece.ids = piece.lattice.ids;
    } else if (const auto* pairs = std::get_if<BpeModel>(&model)) {
        const auto known = pairs->options().ignore_merges ? pairs->vocabulary().id(spelling) : std::nullopt;
        piece.whole = known.has_value();
        if (known) {
            piece.steps.symbols = {*known};
        } else {
            piece.steps = pairs->steps(spelling);
        }
        piece.ids = piece.steps.ids();
        piece.lost = known ? 0 : lost_bytes(piece.text, piece.steps);
    } else {
        encode_piece(model, spelling, piece.ids);
    }
}

}  // namespace

ReadText read_text(std::shared_ptr<const Tokenizer> tokenizer, const std::string& text) {
    SplitText cut = split_text(*tokenizer, text);
    ReadText read{.tokenizer = std::move(tokenizer), .text = text, .normalised = std::move(cut.normalised)};
    for (TextPiece& one : cut.pieces) {
        ReadPiece piece{.text = std::move(one)};
        if (piece.text.added) {
            piece.ids = {*piece.text.added};
        } else {
            find_tokens(*read.tokenizer, piece);
        }
        piece.lost_before = losses_of(piece, *read.tokenizer);
        read.tokens += piece.ids.size();
        read.lost += piece.lost;
        read.pieces.push_back(std::move(piece));
    }
    return read;
}

std::string first_text(const Tokenizer* tokenizer, std::string_view sentence) {
    constexpr std::int32_t place = -1;
    const std::vector<std::int32_t> around = tokenizer ? tokenizer->with_special({place}) : std::vector{place};
    std::string text;
    for (const std::int32_t id : around) {
        if (id == place) {
            text += sentence;
        } else if (std::ranges::count(tokenizer->added(), id, &AddedToken::id) > 0) {
            text += tokenizer->token(id);
        }
    }
    return text;
}

TokenizerQuestion tokenizer_question(const State& state) {
    TokenizerQuestion question{.file = state.of<TokensView>().file};
    if (!state.run) return question;
    question.own = state.run->model->tokenizer;
    question.folder = state.run->request.folder;
    return question;
}

bool lacks_tokenizer(const State& state) {
    if (state.view != View::tokens) return false;
    const TokensView& view = state.of<TokensView>();
    return view.asked_anew || !view.loaded || !(view.loaded->question == tokenizer_question(state));
}

const ReadPiece* shown_piece(const State& state) {
    const TokensView& view = state.of<TokensView>();
    return view.read && view.piece < view.read->pieces.size() ? &view.read->pieces[view.piece] : nullptr;
}

std::vector<std::int32_t> tokens_after(const ReadPiece& piece, std::size_t merges) {
    if (piece.text.added) return piece.ids;
    const auto& steps = piece.steps.merges;
    return merges < steps.size() ? steps[merges].before : piece.steps.ids();
}

std::size_t symbols_of_token(const Tokenizer& tokenizer, std::int32_t id) {
    const std::string bytes = bytes_of_token(tokenizer, id);
    if (kind_of(tokenizer) == TokenizerKind::byte_pairs) return bytes.size();
    if (byte_of_token(bytes)) return 1;
    std::size_t characters = 0;
    for (const char byte : bytes) characters += continues_character(byte) ? 0 : 1;
    return characters;
}

std::string bytes_of_token(const Tokenizer& tokenizer, std::int32_t id) {
    for (const AddedToken& added : tokenizer.added()) {
        if (added.id == id) return added.content;
    }
    if (kind_of(tokenizer) != TokenizerKind::byte_pairs) return tokenizer.token(id);
    return tokenizer.bytes({id});
}

}  // namespace vitrine
