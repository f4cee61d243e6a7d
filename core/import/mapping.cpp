#include "core/import/mapping.h"

#include <algorithm>

namespace vitrine {

namespace {

/// "12 zeros", "encoder.qkv.weight[0:32]".
std::string piece_text(const Piece& piece) {
    if (piece.kind == Piece::Kind::zeros) return std::to_string(piece.rows) + " zeros";
    if (piece.kind == Piece::Kind::waves) return std::to_string(piece.rows) + " rows of waves";
    if (piece.rows < 0) return piece.tensor;
    return piece.tensor + "[" + std::to_string(piece.first) + ":" + std::to_string(piece.first + piece.rows) + "]";
}

/// The length of what all texts begin with, up to a dot.
std::size_t common_begin(const std::vector<std::string>& texts) {
    std::size_t length = texts.front().size();
    for (const std::string& text : texts) {
        const auto differing = std::mismatch(text.begin(), text.end(), texts.front().begin(), texts.front().end());
        length = std::min(length, static_cast<std::size_t>(differing.first - text.begin()));
    }
    const auto dot = texts.front().substr(0, length).rfind('.');
    return dot == std::string::npos ? 0 : dot + 1;
}

/// The length of what all texts end with, from a dot on.
std::size_t common_end(const std::vector<std::string>& texts, std::size_t begin) {
    std::size_t length = texts.front().size() - begin;
    for (const std::string& text : texts) {
        const auto differing = std::mismatch(text.rbegin(), text.rend() - static_cast<std::ptrdiff_t>(begin),
                                             texts.front().rbegin(), texts.front().rend() - static_cast<std::ptrdiff_t>(begin));
        length = std::min(length, static_cast<std::size_t>(differing.first - text.rbegin()));
    }
    const std::string end = texts.front().substr(texts.front().size() - length);
    const auto dot = end.find('.');
    return dot == std::string::npos ? 0 : end.size() - dot;
}

}  // namespace

std::string_view name(Certainty certainty) { return certainty == Certainty::sure ? "sure" : "guessed"; }

std::string pieces_text(const std::vector<Piece>& pieces) {
    if (pieces.empty()) return "nothing";
    std::vector<std::string> texts;
    for (const Piece& piece : pieces) texts.push_back(piece_text(piece));
    const std::size_t begin = common_begin(texts), end = common_end(texts, begin);
    const bool shortens = texts.size() > 1 && begin > 0;
    constexpr std::size_t most = 4;  // of an attention with a matrix for each head there are many
    std::string text = shortens ? texts.front().substr(0, begin) + "{" : "";
    for (std::size_t i = 0; i < texts.size() && i < most; ++i) {
        if (i > 0) text += shortens ? ", " : " + ";
        text += shortens ? texts[i].substr(begin, texts[i].size() - begin - end) : texts[i];
    }
    if (texts.size() > most) text += ", … " + std::to_string(texts.size()) + " in all";
    return shortens ? text + "}" + texts.front().substr(texts.front().size() - end) : text;
}

}  // namespace vitrine
