#pragma once
/// Lists which of our parameters the tensors of a folder are. Only core/family includes this.

#include <initializer_list>
#include <map>
#include <string>
#include <vector>

#include "core/family/family_model.h"

namespace vitrine {

/// Which of our parameters a module of the folder holds.
enum class ModulePart : std::uint8_t {
    whole,                ///< those of the module that is named
    projections,          ///< an attention's: all of W_Q, then all of W_K, then all of W_V
    projections_by_head,  ///< W_Q, W_K and W_V of the first head, then of the next
    query,                ///< W_Q alone
    key,
    value,
    gate_and_linear1,  ///< those of a layer's network, in this order; the name of ours is empty
};

/// What a folder calls a module of ours; both have a weight and perhaps a bias.
struct ModuleName {
    std::string theirs;  ///< "mlp.up_proj"
    std::string ours;    ///< "linear1"
    ModulePart part = ModulePart::whole;
};
using ModuleNames = std::vector<ModuleName>;

/// The projections of an attention whose modules lie below one path of the folder.
struct ProjectionNames {
    std::string query = "q_proj", key = "k_proj", value = "v_proj", output = "out_proj";
};
ModuleNames attention_names(const std::string& theirs, const std::string& ours, const ProjectionNames& names);

/// Several lists as one.
ModuleNames joined(std::initializer_list<ModuleNames> lists);

/// Adds names to a model, whose configuration must pass check(). A weight or bias that our model does not have is left out.
class FamilyNames {
public:
    explicit FamilyNames(FamilyModel& model);

    void modules(const ModuleNames& names);

    /// Names every layer of a stack. Their names are below `base` and the layer's number: "model.layers." The matrices are
    /// `transposed` where the folder stores them as [input, output].
    void layers(StackKind stack, const std::string& base, const ModuleNames& names, bool transposed = false);

    /// Adds one tensor.
    void tensor(const std::string& theirs, const std::string& ours);

private:
    void module(const ModuleName& name, StackKind stack, bool transposed);
    void packed(const std::string& theirs, ParameterNames parts);
    ParameterNames parts_packed(const ModuleName& name, StackKind stack, const std::string& kind) const;
    void add(ParameterName name, bool transposed);

    FamilyModel& model_;
    std::map<std::string, int> ranks_;  ///< of our parameters
};

}  // namespace vitrine
