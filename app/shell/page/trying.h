#pragma once
/// What tests ask of the program in a browser: playing drive scripts, and the numbers of a run.

#include <string>

#include <nlohmann/json.hpp>

namespace vitrine {

/// Plays a drive script on its own stage, like `vitrine drive --one-thread`. `visit`: {"sample", "width", "height", "light",
/// "script", "name"}. Returns what the script has printed. Throws Error, or VisitFailed if an expectation is not met. Screenshots
/// are written to the working folder.
std::string play_visit(const nlohmann::json& visit);

/// Writes every tensor of a sample's run to a safetensors file.
void save_sample_trace(const std::string& sample, const std::string& path);

/// The average milliseconds of a forward pass that records every tensor. A page's clock is too coarse for a single one.
double time_trace(const std::string& sample, int repeats);

}  // namespace vitrine
