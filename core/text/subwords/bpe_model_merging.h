#pragma once
/// Merging the tokens of a piece, pair by pair.

#include <functional>
#include <queue>
#include <tuple>
#include <vector>

#include "core/text/subwords/bpe_model.h"

namespace vitrine {

/// A piece during merging. Its tokens are a linked list. Possible merges wait in a queue; outdated ones are skipped when their turn
/// comes.
class PieceMerging {
public:
    explicit PieceMerging(const BpeModel& model) : model_(model) {}

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

}  // namespace vitrine
