#pragma once
/// The alterations of a run, in words and tensor by tensor.

#include <string>

#include "app/run/run.h"
#include "core/trace/alterations.h"

namespace vitrine {

/// Said of a sentence with labels of another source; see has_labels_of_another_source().
constexpr const char* labels_of_another_source =
    "The source was changed. The target and labels still belong to the previous source.";

/// Whether a tensor or parameter is untouched, set by hand, or changed because something else was altered.
Alteration alteration_of(const Run& run, const std::string& path);

/// The same for a step: the alteration of its most altered tensor.
Alteration alteration_of(const Run& run, const Step& step);

/// "self-attention in encoder layer 1" for "encoder.layers.0.self_attn".
std::string sublayer_words(const Run& run, const std::string& sublayer);

/// All alterations of a run: "no positions; head 2 of self-attention in encoder layer 1 is silenced"; empty if there are none.
std::string alterations_text(const Run& run);

/// The same in one line: if there are several alterations, only how many.
std::string alterations_summary(const Run& run);

/// True if the cell holds a number set by hand.
bool is_written(const Run& run, const std::string& path, const Index& cell);

/// ", without effect while the head is silenced"; empty if the written number is in the run.
std::string without_effect_words(const Interventions& done, const Overwrite& overwrite);

/// Why a cell does not hold the result of its terms: "set by hand", "head 2 is silenced"; empty if it does.
std::string by_hand_words(const Run& run, const std::string& path, const Index& cell);

/// True if the untouched run has another number in this cell. NaN equals NaN. Cells of tensors of different shapes are not
/// compared.
bool is_changed(const Run& run, const std::string& path, const Index& cell);

}  // namespace vitrine
