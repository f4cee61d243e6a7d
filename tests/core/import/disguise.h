#pragma once
/// Our own models with the names and layouts of other programs.

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/foreign/foreign_tensor.h"
#include "core/model/parameters.h"

namespace vitrine::test {

/// Numbers with a shape, row by row.
struct Array {
    std::vector<Size> shape;
    std::vector<float> numbers;

    Array rows(Size first, Size count) const;
    Array transposed() const;
    Array reshaped(std::vector<Size> to) const { return {std::move(to), numbers}; }

    /// The array with its axes in this order.
    Array permuted(const std::vector<int>& axes) const;
};

/// Tensors that will be written to a file.
class Disguise {
public:
    explicit Disguise(const Parameters& parameters);

    /// One of our parameters.
    const Array& ours(const std::string& name) const { return ours_.at(name); }
    bool has(const std::string& name) const { return ours_.count(name) > 0; }

    void add(const std::string& name, const Array& array);

    /// The module NAME with the weight and the bias of one of ours.
    void add_linear(const std::string& name, const std::string& our_name);

    /// The tensors as a file's reader gives them.
    ForeignWeights weights() const;

    /// As a safetensors file.
    std::string safetensors() const;

private:
    std::map<std::string, Array> ours_;
    std::vector<std::pair<std::string, Array>> tensors_;
};

/// A model of two layers in each stack, 12 wide with 3 heads, all of whose parameters are drawn.
Configuration small_configuration();
Parameters drawn(const Configuration& configuration);

/// Separate projections, also for biases, "encoder.layers.0.self_attn.q_proj"; all other names are BART's.
Disguise with_separate_projections(const Parameters& parameters, const Configuration& configuration);

/// The Annotated Transformer's names.
Disguise annotated(const Parameters& parameters, const Configuration& configuration);

/// Bare matrices input × output, "enc.0.attn.W_Q", "W1" and "b1".
Disguise bare_in_out(const Parameters& parameters, const Configuration& configuration);

/// The heads are an axis: W_Q has the shape D × H × d.
Disguise by_einsum(const Parameters& parameters, const Configuration& configuration);

/// A matrix for each head, as in nanoGPT's first lesson: "sa.heads.2.query".
Disguise one_matrix_per_head(const Parameters& parameters, const Configuration& configuration);

/// "qkv" in which the rows of each head are adjacent.
Disguise packed_by_heads(const Parameters& parameters, const Configuration& configuration);

}  // namespace vitrine::test
