#pragma once
/// What has been done by hand to a run, in words and tensor by tensor.

#include <string>

#include "app/run/run.h"
#include "core/trace/alterations.h"

namespace vitrine {

/// What a run's tensor, or a parameter of it, is: untouched, set by hand, or changed because of something that was.
Alteration alteration_of(const Run& run, const std::string& path);

/// The same of a step: its most altered tensor.
Alteration alteration_of(const Run& run, const Step& step);

/// "self-attention in encoder layer 1" for "encoder.layers.0.self_attn".
std::string sublayer_words(const Run& run, const std::string& sublayer);

/// "head 2 of self-attention in encoder layer 1 is silenced": everything that has been done to a run; empty where nothing has.
std::string alterations_text(const Run& run);

/// The same in one line: of several things only how many they are.
std::string alterations_summary(const Run& run);

/// True where a cell of a tensor or of a parameter holds a number that was written there by hand.
bool is_written(const Run& run, const std::string& path, const Index& cell);

/// Why a cell does not hold what its terms make: "set by hand", "head 2 is silenced"; empty where it does.
std::string by_hand_words(const Run& run, const std::string& path, const Index& cell);

/// True where a cell does not hold the number that the untouched run has there.
bool is_changed(const Run& run, const std::string& path, const Index& cell);

}  // namespace vitrine
