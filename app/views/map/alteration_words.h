#pragma once
/// Describes how a tensor of an altered run has changed.

#include <string>

#include "app/run/run.h"

namespace vitrine {

/// How many of a tensor's numbers differ from those of the untouched run, and how many numbers there are.
struct ChangedNumbers {
    Size changed = 0, all = 0;
};
ChangedNumbers count_changed(const Run& run, const std::string& path);

/// "changed by the silenced head: 14 of 48 numbers"; empty if the tensor is not altered.
std::string alteration_words(const Run& run, const std::string& path);

}  // namespace vitrine
