#pragma once
/// The workloads of `vitrine bench`.

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/io/model.h"

namespace vitrine {

/// One pass of the measured code; everything it needs has been prepared.
using Body = std::function<void()>;

struct Workload {
    std::string name;
    std::string text;     ///< one line of description
    int repetitions = 0;  ///< number of measurements, of which the median and the minimum are reported
    double seconds = 0;   ///< the least duration of a measurement
    std::function<Body()> prepare;
    std::function<Body()> whole = {};  ///< the whole of which `prepare` is a part, to report its share; empty: no share
    std::function<std::vector<std::pair<std::string, Body>>()> cases = {};  ///< instead of `prepare`; the slowest is reported
    double operations = 0;               ///< floating-point operations of the matrix products in one pass; 0: not counted
    std::function<double()> bytes = {};  ///< bytes of text that one pass reads, to report a speed; empty: no speed
    std::function<std::string(double median_ms, bool json)> figures = {};  ///< further results, reported after the times
};

const std::vector<Workload>& workloads();

/// Frames of the window, at several distances from the map.
std::vector<Workload> frame_workloads();

/// Frames with a heatmap of more cells than fit in memory.
Workload frame_large_workload();

/// Edits as in the window, of the samples and of a large model.
std::vector<Workload> edit_workloads();

/// Decodings of one sentence, with and without the cache.
std::vector<Workload> decode_workloads();

/// Keeping, opening and moving through the history of a training.
std::vector<Workload> history_workloads();

/// Large attentions, with and without a causal mask.
std::vector<Workload> attention_workloads();

/// Tokenizing texts, and learning a tokenizer.
std::vector<Workload> tokenize_workloads();

/// Large attentions on the graphics card.
std::vector<Workload> attention_gpu_workloads();

/// The sizes of a model with the same number of layers on both sides.
struct Widths {
    Size d_model, nhead, layers, dim_feedforward, vocabulary;
    double dropout = 0;
};
Configuration of_widths(const Widths& widths);

/// The smallest GPT-2 (Radford et al. 2019): 12 layers of 12 heads, d_model 768, 50257 words.
Configuration gpt2_configuration();

/// A model of this configuration with random weights from a fixed seed, on random words without padding. A decoder alone has no
/// source.
Model exercise_model(const Configuration& configuration, Size source_length, Size target_length);

/// Null if there is none of this name.
const Workload* find_workload(const std::string& name);

}  // namespace vitrine
