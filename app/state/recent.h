#pragma once
/// The models that were opened from files before, newest first.

#include <string>
#include <vector>

#include "core/io/model.h"

namespace vitrine {

constexpr std::size_t most_recent_models = 12;

/// The sample that is opened by default.
inline constexpr const char* first_sample = "english-french";

struct RecentModel {
    ModelRequest request;
    std::string name;  ///< what the model calls itself
};

/// Adds a model at the front, or moves it there. A sample without a batch file is not kept, since all samples are listed anyway.
void add_recent(std::vector<RecentModel>& recent, const RecentModel& opened);

/// The list as JSON text. Reading throws Error, whose text begins with `where` and names the invalid field.
std::string recent_text(const std::vector<RecentModel>& recent);
std::vector<RecentModel> read_recent(const std::string& text, const std::string& where);

}  // namespace vitrine
