#pragma once
/// The difference of two runs, B − A.

#include <array>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/trace/comparison.h"

namespace vitrine {

struct Run;

struct RunDifference {
    std::shared_ptr<const Run> a, b;
    std::vector<TensorChange> tensors;     ///< of either run, in the order of execution
    std::vector<TensorChange> parameters;  ///< in the order of PyTorch's state_dict

    std::vector<std::string> words;  ///< the words of the difference's ids: "like → am", or "je" where nothing changed

    std::map<std::string, std::vector<Index>> changed_ids;  ///< by path: cells of id tensors whose ids differ in B

    std::vector<std::vector<Scalar>> numbers;                ///< memory of the difference's small tensors
    std::vector<std::unique_ptr<const FetchedCells>> large;  ///< its large ones, computed where they are read
    std::array<std::shared_ptr<const Run>, 2> subtracted;    ///< whose numbers those are made of: a and b, or the same on the CPU
    std::vector<std::vector<Scalar>> recorded;               ///< of a run A that was recorded: what of it was compared
    std::vector<std::vector<std::int32_t>> ids;              ///< memory of its id tensors
    std::unordered_map<std::string, const TensorChange*> places;  ///< the entries of `tensors` and `parameters`, by path

    /// The change of a tensor or parameter; null if neither run has it.
    const TensorChange* find(const std::string& path) const {
        const auto place = places.find(path);
        return place == places.end() ? nullptr : place->second;
    }
};

}  // namespace vitrine
