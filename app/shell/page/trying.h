#pragma once
/// What tests ask of the program in a browser: to play drive scripts, and for the numbers of a run.

#include <string>

#include <nlohmann/json.hpp>

namespace vitrine {

/// Plays a drive script on a stage of its own, as `vitrine drive --one-thread` does. `visit`: {"sample", "width", "height",
/// "light", "script", "name"}. Returns what the script has printed. Throws Error, and VisitFailed at an expectation that is not
/// met. Screenshots are written to the working folder.
std::string play_visit(const nlohmann::json& visit);

/// Every tensor of a sample's run as a file of safetensors.
void save_sample_trace(const std::string& sample, const std::string& path);

/// The milliseconds of a forward pass that records every tensor, on average: the clock of a page is too coarse for a single one.
double time_trace(const std::string& sample, int repeats);

}  // namespace vitrine
