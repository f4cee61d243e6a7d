#pragma once
/// The words beside the places of an axis, asked for one by one: of thousands no more are made than somebody reads.

#include <cstdint>
#include <functional>
#include <string>
#include <utility>

#include "core/tensor/layout.h"

namespace vitrine {

/// Which labels these are: none of this process that are others have the same place, number and count.
struct LabelsIdentity {
    const void* of = nullptr;      ///< where what they are made of is stored; null: nothing is known of them
    std::uint64_t generation = 0;  ///< whose that is
    Size count = 0;

    bool operator==(const LabelsIdentity&) const = default;
};

/// They last as long as what they are made of.
class Labels {
public:
    using At = std::function<std::string(Size)>;

    Labels() = default;
    Labels(Size count, At at) : count_(count), at_(std::move(at)) {}

    /// With an identity what takes all of them to be found out can be remembered.
    Labels(const LabelsIdentity& identity, At at) : count_(identity.count), at_(std::move(at)), identity_(identity) {}

    /// So many places without words.
    static Labels numbers(Size count) { return {count, nullptr}; }

    Size count() const { return count_; }
    bool empty() const { return count_ == 0; }

    /// The word of a place; empty where its number is to be written, and beyond the last.
    std::string operator[](Size place) const { return at_ && place >= 0 && place < count_ ? at_(place) : std::string(); }

    /// No place has a word.
    bool are_numbers() const { return !at_; }

    const LabelsIdentity& identity() const { return identity_; }

private:
    Size count_ = 0;
    At at_;
    LabelsIdentity identity_;
};

}  // namespace vitrine
