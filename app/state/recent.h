#pragma once
/// The models that were opened from files before, newest first.

#include <string>
#include <vector>

#include "core/io/model.h"

namespace vitrine {

constexpr std::size_t most_recent_models = 12;

/// What is opened where nothing else is asked for.
inline constexpr const char* first_sample = "navigation";

struct RecentModel {
    ModelRequest request;
    std::string name;  ///< the model's own
};

/// Puts a model at the front; the same one is taken out of its old place. A sample without a batch file is not kept: all samples
/// are listed anyway.
void add_recent(std::vector<RecentModel>& recent, const RecentModel& opened);

/// As a JSON file holds them. Reading throws Error, `where` first, naming the field that is not as it should be.
std::string recent_text(const std::vector<RecentModel>& recent);
std::vector<RecentModel> read_recent(const std::string& text, const std::string& where);

}  // namespace vitrine
