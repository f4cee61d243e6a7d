#pragma once
/// The difference of two runs, B − A.

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/against/deviation.h"
#include "core/trace/comparison.h"

namespace vitrine {

struct Run;

/// How far the tensors of another program's trace are from ours.
struct RecordedDeviations {
    double tolerance = 0;
    std::vector<LargestDeviation> of_pairs;  ///< one for each of MatchedTrace::pairs, in order of computation; ∞: ours has
                                             ///< another shape

    bool is_beyond(std::size_t pair) const { return of_pairs[pair].size > tolerance; }

    /// The first pair that exceeds the tolerance; nothing if all agree.
    std::optional<std::size_t> first() const {
        for (std::size_t pair = 0; pair < of_pairs.size(); ++pair) {
            if (is_beyond(pair)) return pair;
        }
        return std::nullopt;
    }
};

struct RunDifference {
    std::shared_ptr<const Run> a, b;
    std::vector<TensorChange> tensors;     ///< of either run, in the order of execution
    std::vector<TensorChange> parameters;  ///< in the order of PyTorch's state_dict

    std::vector<std::string> words;  ///< the words for the difference's ids: "like → am", or "je" if nothing changed

    std::map<std::string, std::vector<Index>> changed_ids;  ///< by path: cells of id tensors whose ids differ in B

    std::vector<std::vector<Scalar>> numbers;                ///< memory of the difference's small tensors
    std::vector<std::unique_ptr<const FetchedCells>> large;  ///< its large tensors, computed when they are read
    std::array<std::shared_ptr<const Run>, 2> subtracted;    ///< the runs whose numbers are subtracted: a and b, or the same on
                                                             ///< the CPU
    std::vector<std::vector<Scalar>> recorded;               ///< for a recorded run A: the part of it that was compared
    std::optional<RecordedDeviations> deviations;            ///< for a recorded run A: its deviations from B
    std::vector<std::vector<std::int32_t>> ids;              ///< memory of its id tensors
    std::unordered_map<std::string, const TensorChange*> places;  ///< the entries of `tensors` and `parameters`, by path

    /// The change of a tensor or parameter; null if neither run has it.
    const TensorChange* find(const std::string& path) const {
        const auto place = places.find(path);
        return place == places.end() ? nullptr : place->second;
    }
};

}  // namespace vitrine
