#pragma once
/// What has become of a tensor of an altered run, in words.

#include <string>

#include "app/run/run.h"

namespace vitrine {

/// How many of a tensor's numbers are not those of the untouched run, and how many it has.
struct ChangedNumbers {
    Size changed = 0, all = 0;
};
ChangedNumbers count_changed(const Run& run, const std::string& path);

/// "changed by the silenced head: 14 of 48 numbers"; empty where the tensor is as the model computes it.
std::string alteration_words(const Run& run, const std::string& path);

}  // namespace vitrine
