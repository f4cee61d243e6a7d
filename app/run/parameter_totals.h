#pragma once
/// The numbers of parameters in a model's parts. A part has the parameters that its operations read; tied parameters count in
/// every part that reads them, and only once in the whole model.

#include "app/run/run.h"

namespace vitrine {

/// Some of a part's parameters under one name: "W_Q, W_K, W_V", "cross-attention".
struct ParameterShare {
    std::string name;
    Size count = 0;
};

struct ParameterTotal {
    Size count = 0;
    std::vector<ParameterShare> shares;    ///< these add up to `count`, in the order of use
    std::vector<std::string> shared_with;  ///< titles of the other parts that read some of these parameters: "target embedding"
};

/// For a box of the figure; the shares are matrices with their biases.
ParameterTotal parameters_of(const Run& run, const Block& block);

/// The number of parameters that a step reads.
Size parameters_of(const Run& run, const Step& step);

/// For a layer, counted from 0; the shares are attentions, the feed-forward network and the norms.
ParameterTotal parameters_of_layer(const Run& run, Side side, int layer);

/// For the encoder or the decoder as in nn.Transformer: the layers and the norm after the last one.
ParameterTotal parameters_of_stack(const Run& run, Side side);

/// For a section of the outline: "Source embedding", "Encoder layer 1".
ParameterTotal parameters_of_section(const Run& run, const std::string& section);

/// For the whole model, each parameter only once.
Size parameters_of_model(const Run& run);

/// True if several parts of the model read the same parameter.
bool has_tied_parameters(const Run& run);

/// "44 626", and "1 parameter", "44 626 parameters".
std::string count_text(Size count);
std::string parameters_text(Size count);

/// "4 224 parameters: W_Q, W_K, W_V 3 168 and W_O 1 056", and the parts that share them; empty without parameters.
std::vector<std::string> parameter_lines(const ParameterTotal& total);

/// "Cross-attention of decoder layer 1": the full name of a box that several layers have.
std::string name_of(const Block& block);

}  // namespace vitrine
