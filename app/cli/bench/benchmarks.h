#pragma once
/// The workloads of `vitrine bench`.

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/io/model.h"

namespace vitrine {

/// One pass of the measured code. Everything it needs has been prepared.
using Body = std::function<void()>;

struct Workload {
    std::string name;
    std::string text;     ///< one line of description
    int repetitions = 0;  ///< number of measurements; their median and minimum are reported
    double seconds = 0;   ///< the shortest duration of one measurement
    std::function<Body()> prepare;
    std::function<Body()> whole = {};  ///< a whole of which `prepare` is a part, to report its share; empty: no share
    std::function<std::vector<std::pair<std::string, Body>>()> cases = {};  ///< used instead of `prepare`; the slowest case is
                                                                            ///< reported
    double operations = 0;               ///< floating-point operations of the matrix products in one pass; 0: not counted
    std::function<double()> bytes = {};  ///< bytes of text that one pass reads, to report a speed; empty: no speed
    std::function<std::string(double median_ms, bool json)> figures = {};  ///< further results, reported after the times
};

const std::vector<Workload>& workloads();

/// Frames of the window, at several distances from the map.
std::vector<Workload> frame_workloads();

/// Frames with a heatmap of more cells than memory can hold.
Workload frame_large_workload();

/// Edits as in the window, in the samples and in a large model.
std::vector<Workload> edit_workloads();

/// Decoding one sentence, with and without the cache.
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

/// A model of this configuration with random weights from a fixed seed, and a batch of random words without padding. For a
/// decoder alone, the batch has no source.
Model exercise_model(const Configuration& configuration, Size source_length, Size target_length);

/// Null if there is no workload of this name.
const Workload* find_workload(const std::string& name);

}  // namespace vitrine
