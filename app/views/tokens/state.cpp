#include "app/views/tokens/state.h"

#include <utility>

#include "app/state/state.h"

namespace vitrine {

namespace {

std::vector<std::size_t> losses_of(const ReadPiece& piece, const Tokenizer& tokenizer) {
    std::vector<std::size_t> losses(piece.ids.size() + 1);
    if (piece.text.added) return losses;
    const auto& lost = piece.steps.lost;
    std::size_t token = 0, met = 0;  // whole tokens so far, and bytes of the next one
    for (std::size_t at = 0, next = 0; at < piece.text.bytes.size(); ++at) {
        if (next < lost.size() && lost[next] == at) {
            ++next;
            if (at > 0 || !piece.text.has_added_space)
                ++losses[token + (met > 0 ? 1 : 0)];  // the space that was put in front is none
        } else if (++met == bytes_of_token(tokenizer, piece.ids[token]).size()) {
            ++token;
            met = 0;
        }
    }
    return losses;
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
            piece.steps = read.tokenizer->bpe().steps(piece.text.spelling);
            piece.ids = piece.steps.ids();
            piece.lost = lost_bytes(piece.text, piece.steps);
        }
        piece.lost_before = losses_of(piece, *read.tokenizer);
        read.tokens += piece.ids.size();
        read.lost += piece.lost;
        read.pieces.push_back(std::move(piece));
    }
    return read;
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

std::string bytes_of_token(const Tokenizer& tokenizer, std::int32_t id) {
    for (const AddedToken& added : tokenizer.added()) {
        if (added.id == id) return added.content;
    }
    return tokenizer.bytes({id});
}

}  // namespace vitrine
