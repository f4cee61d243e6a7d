#pragma once
/// Builds an outline from the first operation to the last. Only core/trace includes this.

#include <array>
#include <initializer_list>

#include "core/ops/attention.h"
#include "core/ops/head_norm.h"
#include "core/ops/layer_norm.h"
#include "core/ops/linear.h"
#include "core/trace/outline_operations.h"

namespace vitrine {

/// A tensor that a step fills, with its symbol and role.
struct FilledTensor {
    std::string name;
    std::string symbol;
    Role role;
    std::optional<Dependence> dependence{};
    std::vector<std::string> operands{};
    bool is_view = false;
    std::string further_value{};
};

/// The tensor that dropout is applied to. The name "weights" gives the tensors weights_dropout_mask and dropped_weights; "" gives
/// dropout_mask and dropped.
struct Dropped {
    std::string name;
    Role role;
    double probability;
    std::string cell;  ///< its index letters
};

/// The two inputs of an attention or of a part of it: queries and memory, or weights and values.
struct AttentionPart {
    std::string first, second;
    std::string path;
    AttentionKind kind;
    std::string third{};  ///< the vectors that values are made of, if they are not made of the memory
};

/// The queries and keys whose products are the scores: their paths, and their symbols in formulas.
struct ScoredPair {
    std::string query, key;
    std::array<std::string, 2> symbols{"Q", "K"};
};

/// The rows that a norm normalises: those of [B, L, D], or those of queries or keys.
struct NormedRows {
    Size width;
    std::optional<HeadRows> heads{};
    std::string symbol{};  ///< "Q" or "K"
};

/// Names of a tensor [query, key] and of the tensor that it is computed from.
struct GridNames {
    std::string output, input;
    std::string symbol;  ///< the output's
};

/// A stack: its name in paths and in words, and its layers.
struct StackShape {
    std::string name, title;
    const StackDescription& description;
};

/// Builds the outline. Every function appends the steps of one box of the figure and returns the path of the tensor that the next
/// box reads.
class OutlineWriter {
public:
    OutlineWriter(const Configuration& configuration, const Regime& how, const std::map<std::string, ResidualParts>& residuals)
        : c(configuration), regime(how) {
        outline.model = describe(configuration, how.design);
        outline.residuals = residuals;
    }

    /// Gives the parameters these names, if there are any.
    Outline write(const ParameterNames& names);

private:
    void block(const std::string& id, const std::string& title, const std::string& subtitle, Role role);
    Step& step(Operation operation, const OperationWords& words, const std::string& id);
    Step& step(Operation operation, const std::string& input, const std::string& id);
    void add_linear_parameters(Step& step, const std::string& name, bool has_bias) const;
    FilledTensor linear(FilledTensor filled, const LinearNames& names, const Step& step) const;
    FilledTensor sentence_linear(FilledTensor filled, const LinearNames& names, const Step& step) const;
    StackKind stack_kind() const { return side == Side::target ? StackKind::decoder : StackKind::encoder; }
    Computed computed_here() const;
    void fill(Step& step, const std::string& path, std::initializer_list<FilledTensor> outputs);

    std::string embedding(Side side);
    std::string add_positions(const std::string& x, const std::string& path);
    std::string norm(const std::string& x, const std::string& path, const NormDescription& described,
                     const std::string& parameters);
    void fill_norm(Step& step, const std::string& x, const std::string& path, const NormDescription& described,
                   const std::string& parameters, const NormedRows& rows);
    void lone_attention();
    std::string attention(const std::string& x, const std::string& path, AttentionKind kind);
    std::string heads_text() const;
    HeadGroups groups() const;
    static FilledTensor transposed(const std::string& key, const std::string& symbol);
    ScoredPair norm_heads(const AttentionPart& part, const std::string& parameters);
    ScoredPair turn(const AttentionPart& part, const ScoredPair& read);
    std::string cap(const AttentionPart& part);
    std::string bias(const AttentionPart& part, const std::string& scores);
    Step& attention_step(Operation operation, const AttentionPart& part, const char* id);
    ScoredPair project_heads(const AttentionPart& part, const std::string& parameters);
    std::string weigh(const std::string& path, AttentionKind kind, const ScoredPair& read);
    void hide(const AttentionPart& part, const GridNames& names, Dependence dependence);
    void share(const AttentionPart& part, const GridNames& names);
    std::string mix_values(const AttentionPart& part, const std::string& parameters);
    std::string feed_forward(const std::string& x, const std::string& path);
    std::string drop(const std::string& x, const std::string& path, const Dropped& what);
    std::string encoder();
    std::string decoder();
    std::string head(const std::string& x);
    std::string stack(const std::string& x, const StackShape& shape);
    std::string sublayer(const std::string& x);
    std::string norm_before(const std::string& x, int number);
    std::string path_of_norm_behind(int number) const;
    std::string norm_behind(const std::string& output, int number);
    void add(const std::string& x, const std::vector<std::string>& addends, int number);
    std::string connect(const std::string& x, int number);
    std::string parallel(const std::string& x, const LayerDescription& described);
    std::string finish_stack(const std::string& x, const StackShape& shape);
    void output(const std::string& x);
    void classifier(const std::string& x);
    void loss(const std::string& scores, const std::string& probabilities);
    void index();

    const Configuration& c;
    const Regime& regime;
    Outline outline;
    Side side = Side::source, key_side = Side::none;
    std::string section, layer_path;
    int layer = -1;
    const SublayerDescription* of = nullptr;  // the sublayer that is written; null: outside of the layers
    const LayerDescription* in = nullptr;     // its layer
};

}  // namespace vitrine
