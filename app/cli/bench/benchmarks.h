#pragma once
/// What `vitrine bench` can measure.

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/io/model.h"

namespace vitrine {

/// One pass of what is measured; everything it needs has been made before.
using Body = std::function<void()>;

struct Workload {
    std::string name;
    std::string text;     ///< one line for a person
    int repetitions = 0;  ///< how many times are taken, of which the median and the minimum are told
    double seconds = 0;   ///< how long each repetition lasts at least
    std::function<Body()> prepare;
    std::function<Body()> whole = {};  ///< what `prepare` is a part of, where its share is wanted
    std::function<std::vector<std::pair<std::string, Body>>()> cases = {};  ///< measured instead: the slowest of them is told
    double operations = 0;               ///< floating-point operations of the matrix products in one pass; 0: not counted
    std::function<double()> bytes = {};  ///< how many bytes of text one pass reads, where that says how fast it is
    std::function<std::string(double median_ms, bool json)> figures = {};  ///< told behind the times, where it has more to tell
};

const std::vector<Workload>& workloads();

/// Frames of the window, at several distances from the map.
std::vector<Workload> frame_workloads();

/// Frames with a heatmap of more cells than memory holds.
Workload frame_large_workload();

/// Edits as the window makes them, in the samples and in a large model.
std::vector<Workload> edit_workloads();

/// Decodings of one sentence, with the cache and without.
std::vector<Workload> decode_workloads();

/// Large attentions, with a causal mask and without.
std::vector<Workload> attention_workloads();

/// Texts cut into tokens, and a tokenizer learned.
std::vector<Workload> tokenize_workloads();

/// The same on the graphics card.
std::vector<Workload> attention_gpu_workloads();

/// As many layers on either side.
struct Widths {
    Size d_model, nhead, layers, dim_feedforward, vocabulary;
    double dropout = 0;
};
Configuration of_widths(const Widths& widths);

/// A model of these choices with weights from a seed, on random words none of which are padding.
Model exercise_model(const Configuration& configuration, Size source_length, Size target_length);

/// Null where there is none of that name.
const Workload* find_workload(const std::string& name);

}  // namespace vitrine
