#include "core/text/subwords/unigram_model.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/tensor/error.h"
#include "core/text/subwords/byte_token.h"
#include "core/text/utf8.h"

namespace vitrine {

namespace {

/// How much worse the score of an unknown character is than that of the worst token, as in SentencePiece.
constexpr double unknown_penalty = 10;

}  // namespace

UnigramModel::UnigramModel(Vocabulary vocabulary, std::vector<double> scores, std::optional<std::int32_t> unknown,
                           bool byte_fallback)
    : vocabulary_(std::move(vocabulary)), scores_(std::move(scores)), unknown_(unknown), byte_fallback_(byte_fallback) {
    const auto& words = vocabulary_.words();
    if (scores_.size() != words.size()) throw Error("there are not as many scores as tokens");
    if (unknown_ && (*unknown_ < 0 || static_cast<std::size_t>(*unknown_) >= words.size())) {
        throw Error("the unknown token has the id " + std::to_string(*unknown_) + ", but there are only " +
                    std::to_string(words.size()) + " tokens");
    }
    const auto worst = std::min_element(scores_.begin(), scores_.end());
    unknown_score_ = (worst == scores_.end() ? 0 : *worst) - unknown_penalty;
    for (std::size_t id = 0; id < words.size(); ++id) {
        if (!words[id].empty() && vocabulary_.id(words[id]) == static_cast<std::int32_t>(id)) {
            sorted_.push_back(static_cast<std::int32_t>(id));
        }
    }
    const auto word = [&](std::int32_t id) -> const std::string& { return words[static_cast<std::size_t>(id)]; };
    std::sort(sorted_.begin(), sorted_.end(), [&](std::int32_t a, std::int32_t b) { return word(a) < word(b); });
    for (std::size_t byte = 0; byte < of_bytes_.size(); ++byte) {
        const auto first = [&](std::int32_t id) { return static_cast<unsigned char>(word(id).front()) < byte; };
        of_bytes_[byte] = static_cast<std::size_t>(std::partition_point(sorted_.begin(), sorted_.end(), first) - sorted_.begin());
    }
}

/// Calls visit(token, its length) for every token that the text begins with, the shortest first. The tokens with a common
/// beginning are neighbours in sorted_; with each further byte of the text, fewer of them are left.
template <class Visit>
void UnigramModel::for_each_token(std::string_view text, const Visit& visit) const {
    const auto& words = vocabulary_.words();
    const auto word = [&](std::int32_t id) -> const std::string& { return words[static_cast<std::size_t>(id)]; };
    const auto first = static_cast<unsigned char>(text.front());
    auto low = sorted_.begin() + static_cast<std::ptrdiff_t>(of_bytes_[first]);
    auto high = sorted_.begin() + static_cast<std::ptrdiff_t>(of_bytes_[first + 1u]);
    for (std::size_t length = 1; low != high; ++length) {
        if (word(*low).size() == length) visit(*low++, length);
        if (length == text.size()) return;
        const auto next = static_cast<unsigned char>(text[length]);
        const auto byte = [&](std::int32_t id) { return static_cast<unsigned char>(word(id)[length]); };
        low = std::partition_point(low, high, [&](std::int32_t id) { return byte(id) < next; });
        high = std::partition_point(low, high, [&](std::int32_t id) { return byte(id) == next; });
    }
}

/// Calls visit(arc) for every arc that starts at a position. If no token is exactly the character there, one arc is that of an
/// unknown character.
template <class Visit>
void UnigramModel::for_each_arc(std::string_view piece, std::size_t start, const Visit& visit) const {
    const std::size_t character = utf8_step(piece, start).length;
    bool has_character = false;
    for_each_token(piece.substr(start), [&](std::int32_t token, std::size_t length) {
        has_character = has_character || length == character;
        visit(UnigramArc{start, start + length, token, scores_[static_cast<std::size_t>(token)]});
    });
    if (!has_character) visit(UnigramArc{start, start + character, required_unknown(), unknown_score_});
}

namespace {

/// The best way to a position: the sum of its scores, and its last arc.
struct BestWay {
    double score = -std::numeric_limits<double>::infinity();
    UnigramArc arc;
    bool is_known = false;

    bool improves(double other) const { return !is_known || other > score; }
};

/// The arcs of the best way to the end, from left to right.
std::vector<UnigramArc> path_of(const std::vector<BestWay>& ways) {
    std::vector<UnigramArc> path;
    for (std::size_t end = ways.size() - 1; end > 0; end = path.back().start) path.push_back(ways[end].arc);
    std::reverse(path.begin(), path.end());
    return path;
}

}  // namespace

std::size_t UnigramModel::encode(std::string_view piece, std::vector<std::int32_t>& ids) const {
    std::vector<BestWay> ways(piece.size() + 1);
    ways[0].score = 0;
    for (std::size_t start = 0; start < piece.size(); start += utf8_step(piece, start).length) {
        const double here = ways[start].score;
        for_each_arc(piece, start, [&](const UnigramArc& arc) {
            if (ways[arc.end].improves(here + arc.score)) ways[arc.end] = {here + arc.score, arc, true};
        });
    }
    append_ids(piece, path_of(ways), ids);
    return 0;
}

UnigramLattice UnigramModel::lattice(std::string_view piece) const {
    UnigramLattice lattice;
    std::vector<BestWay> ways(piece.size() + 1);
    std::vector<std::size_t> last(piece.size() + 1);  // the last arc of the best way to each position
    ways[0].score = 0;
    for (std::size_t start = 0; start < piece.size(); start += utf8_step(piece, start).length) {
        const double here = ways[start].score;
        for_each_arc(piece, start, [&](const UnigramArc& arc) {
            if (ways[arc.end].improves(here + arc.score)) {
                ways[arc.end] = {here + arc.score, arc, true};
                last[arc.end] = lattice.arcs.size();
            }
            lattice.arcs.push_back(arc);
        });
    }
    for (const BestWay& way : ways) lattice.best.push_back(way.score);
    const std::vector<UnigramArc> path = path_of(ways);
    for (const UnigramArc& arc : path) lattice.path.push_back(last[arc.end]);
    append_ids(piece, path, lattice.ids);
    return lattice;
}

void UnigramModel::append_ids(std::string_view piece, const std::vector<UnigramArc>& path, std::vector<std::int32_t>& ids) const {
    for (std::size_t i = 0; i < path.size();) {
        const std::size_t start = path[i].start;
        const bool is_unknown = unknown_ && path[i].token == *unknown_;
        std::size_t end = path[i++].end;
        while (is_unknown && i < path.size() && path[i].token == *unknown_) end = path[i++].end;
        append_token(piece.substr(start, end - start), ids);
    }
}

void UnigramModel::append_token(std::string_view text, std::vector<std::int32_t>& ids) const {
    if (const auto id = vocabulary_.id(text)) return ids.push_back(*id);
    std::vector<std::int32_t> bytes;
    for (const char byte : text) {
        const auto id = byte_fallback_ ? vocabulary_.id(byte_token(static_cast<std::uint8_t>(byte))) : std::nullopt;
        if (!id) return ids.push_back(required_unknown());
        bytes.push_back(*id);
    }
    ids.insert(ids.end(), bytes.begin(), bytes.end());
}

std::int32_t UnigramModel::required_unknown() const {
    if (unknown_) return *unknown_;
    throw Error("a character has no token, and there is no unknown token");
}

}  // namespace vitrine
