#pragma once
/// Labels of the positions along an axis. Each label is made when it is asked for, since an axis may have thousands.

#include <functional>
#include <utility>

#include "core/tensor/layout.h"

namespace vitrine {

/// Identifies a set of labels: within one process, different labels differ in source, generation or count.
struct LabelsIdentity {
    const void* of = nullptr;      ///< the address of the data they are made of; null: unknown
    std::uint64_t generation = 0;  ///< of that data
    Size count = 0;

    bool operator==(const LabelsIdentity&) const = default;
};

/// Requires: the data that the labels are made of outlives them.
class Labels {
public:
    using At = std::function<std::string(Size)>;

    Labels() = default;
    Labels(Size count, At at) : count_(count), at_(std::move(at)) {}

    /// Labels with an identity, so that callers can cache what they compute from all labels.
    Labels(const LabelsIdentity& identity, At at) : count_(identity.count), at_(std::move(at)), identity_(identity) {}

    /// `count` positions without labels; their numbers are shown instead.
    static Labels numbers(Size count) { return {count, nullptr}; }

    Size count() const { return count_; }
    bool empty() const { return count_ == 0; }

    /// The label of a position; empty past the end, and where the position has no label, so that its number is to be shown.
    std::string operator[](Size place) const { return at_ && place >= 0 && place < count_ ? at_(place) : std::string(); }

    /// Whether no position has a label.
    bool are_numbers() const { return !at_; }

    const LabelsIdentity& identity() const { return identity_; }

private:
    Size count_ = 0;
    At at_;
    LabelsIdentity identity_;
};

}  // namespace vitrine
