#pragma once
/// What becomes of the numbers of one run, A, in another, B.

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
    std::vector<TensorChange> tensors;     ///< of what both compute, in the order of execution
    std::vector<TensorChange> parameters;  ///< in the order of PyTorch's state_dict

    std::vector<std::string> words;  ///< what the ids of the difference stand for: "like → am", or "je" where nothing changed

    std::map<std::string, std::vector<Index>> changed_ids;  ///< cells of tensors of ids that hold others in B, by path

    std::vector<std::vector<Scalar>> numbers;                     ///< the memory of the difference's tensors
    std::vector<std::vector<std::int32_t>> ids;                   ///< and of those that hold ids
    std::unordered_map<std::string, const TensorChange*> places;  ///< of both lists, by path

    /// What became of a tensor or a parameter; null where neither run has it.
    const TensorChange* find(const std::string& path) const {
        const auto place = places.find(path);
        return place == places.end() ? nullptr : place->second;
    }
};

}  // namespace vitrine
