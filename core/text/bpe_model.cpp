#include "core/text/bpe_model.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <tuple>
#include <utility>

#include "core/tensor/error.h"
#include "core/text/byte_alphabet.h"
#include "core/text/utf8.h"

namespace vitrine {

/// A word during merging. Its tokens are a linked list. Possible merges wait in a queue; outdated ones are skipped when their turn
/// comes.
class WordMerging {
public:
    explicit WordMerging(const BpeModel& model) : model_(model) {}

    void add(std::int32_t token) {
        const std::size_t at = parts_.size();
        parts_.push_back({token, at == 0 ? none : at - 1, none});
        if (at > 0) parts_[at - 1].next = at;
    }

    void merge_all() {
        merge_all([](const BpeModel::Merge&, std::size_t) {});
    }

    /// Merges until no pair is left; calls watch(merge, index of its left part) before each merge.
    template <class Watch>
    void merge_all(const Watch& watch) {
        for (std::size_t at = 0; at + 1 < parts_.size(); ++at) await(at);
        while (!queue_.empty()) {
            const Candidate next = queue_.top();
            queue_.pop();
            if (!still_there(next)) continue;
            watch(BpeModel::Merge{next.rank, next.token}, next.at);
            merge(next);
        }
    }

    /// The current position of a part.
    std::size_t place_of(std::size_t part) const {
        std::size_t place = 0;
        for (std::size_t at = 0; at != part; at = parts_[at].next) ++place;
        return place;
    }

    void append_to(std::vector<std::int32_t>& ids) const {
        for (std::size_t at = parts_.empty() ? none : 0; at != none; at = parts_[at].next) ids.push_back(parts_[at].token);
    }

private:
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    struct Part {
        std::int32_t token;  // −1: merged into the previous part
        std::size_t previous, next;
    };
    struct Candidate {
        std::int32_t rank;
        std::size_t at;
        std::int32_t token;
        bool operator>(const Candidate& other) const { return std::tie(rank, at) > std::tie(other.rank, other.at); }
    };

    const BpeModel::Merge* merge_at(std::size_t at) const { return model_.find({parts_[at].token, parts_[parts_[at].next].token}); }

    void await(std::size_t at) {
        if (const auto* merge = merge_at(at)) queue_.push({merge->rank, at, merge->token});
    }

    bool still_there(const Candidate& candidate) const {
        if (parts_[candidate.at].token < 0 || parts_[candidate.at].next == none) return false;
        const auto* merge = merge_at(candidate.at);
        return merge && merge->token == candidate.token;
    }

    void merge(const Candidate& pair) {
        Part& left = parts_[pair.at];
        Part& right = parts_[left.next];
        left.token = pair.token;
        left.next = right.next;
        right.token = -1;
        if (left.next != none) parts_[left.next].previous = pair.at;
        if (left.previous != none) await(left.previous);
        if (left.next != none) await(pair.at);
    }

    const BpeModel& model_;
    std::vector<Part> parts_;
    std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> queue_;  // lowest rank first, then leftmost
};

BpeModel::BpeModel(Vocabulary vocabulary, std::vector<BpePair> merges)
    : vocabulary_(std::move(vocabulary)), merges_(std::move(merges)) {
    for (unsigned byte = 0; byte < 256; ++byte) {
        tokens_of_bytes_[byte] = vocabulary_.id(utf8_of(character_of_byte(static_cast<std::uint8_t>(byte)))).value_or(-1);
    }
    const auto size = static_cast<std::int32_t>(vocabulary_.words().size());
    for (std::size_t rank = 0; rank < merges_.size(); ++rank) {
        const BpePair& pair = merges_[rank];
        const std::string where = "merge " + std::to_string(rank);
        if (std::min(pair.left, pair.right) < 0 || std::max(pair.left, pair.right) >= size) {
            throw Error(where + " is of tokens that are not in the vocabulary");
        }
        const std::string whole = vocabulary_.word(pair.left) + vocabulary_.word(pair.right);
        const auto made = vocabulary_.id(whole);
        if (!made) throw Error(where + " makes '" + whole + "', which is not in the vocabulary");
        if (!found_.emplace(pair.key(), Merge{static_cast<std::int32_t>(rank), *made}).second) {
            throw Error(where + " is there for the second time");
        }
    }
}

const BpeModel::Merge* BpeModel::find(const BpePair& pair) const {
    const auto found = found_.find(pair.key());
    return found == found_.end() ? nullptr : &found->second;
}

std::size_t BpeModel::encode(std::string_view word, std::vector<std::int32_t>& ids) const {
    WordMerging merging(*this);
    std::size_t lost = 0;
    for (const char byte : word) {
        const std::int32_t token = tokens_of_bytes_[static_cast<unsigned char>(byte)];
        token < 0 ? void(++lost) : merging.add(token);
    }
    merging.merge_all();
    merging.append_to(ids);
    return lost;
}

BpeSteps BpeModel::steps(std::string_view word) const {
    WordMerging merging(*this);
    BpeSteps steps;
    for (std::size_t i = 0; i < word.size(); ++i) {
        const std::int32_t token = tokens_of_bytes_[static_cast<unsigned char>(word[i])];
        if (token < 0) {
            steps.lost.push_back(i);
            continue;
        }
        merging.add(token);
        steps.bytes.push_back(token);
    }
    merging.merge_all([&](const Merge& merge, std::size_t part) {
        BpeStep step{.before = {}, .at = merging.place_of(part), .rank = merge.rank, .token = merge.token};
        merging.append_to(step.before);
        steps.merges.push_back(std::move(step));
    });
    return steps;
}

std::vector<std::int32_t> BpeStep::after() const {
    std::vector<std::int32_t> tokens = before;
    tokens[at] = token;
    tokens.erase(tokens.begin() + static_cast<std::ptrdiff_t>(at) + 1);
    return tokens;
}

}  // namespace vitrine
