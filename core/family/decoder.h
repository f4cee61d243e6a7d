#pragma once
/// What the decoders since Llama say in the same words: their sizes, rotations and windows, and what their layers' modules are
/// called. Only core/family includes this.

#include <optional>
#include <string>
#include <vector>

#include "core/family/family_keys.h"
#include "core/family/family_names.h"

namespace vitrine {

/// What holds where config.json does not say.
struct DecoderDefaults {
    Size width, heads, layers, hidden, vocabulary, positions;
    std::int32_t begin, end;
    std::optional<Size> key_heads{}, head_width{};  ///< none: as many as heads; the model's dimension / heads
    const char* activation_key = "hidden_act";
    const char* activation = "silu";
    std::int32_t padding = no_token;
    bool tied = false;
    double rotary_base = 10000;
    std::optional<double> window_rotary_base{};  ///< of layers with a window; none: they turn as the others do
};

/// A decoder alone with its sizes, tokens and tables, and rotated positions. `turned`: the share of a head's features that is
/// turned where the file does not say. All else is as in a new Configuration.
FamilyModel decoder_model(const std::string& family, const FamilyKeys& keys, const DecoderDefaults& defaults, double turned = 1);

/// Gives the layers whose kind is "sliding_attention" a window of this size. `kinds`: one for each layer, where `layer_types` does
/// not say. Call it last: it fixes all that layers may differ in.
void read_windows(const FamilyKeys& keys, Size window, std::vector<std::string> kinds, Configuration& c);

/// Reads the rotation of the layers that have a window: `sliding_attention` in `rope_parameters` or `rope_local_base_freq`, with
/// this base where neither is there. Call it after read_windows.
void read_window_rotation(const FamilyKeys& keys, double base, Configuration& c);

/// Names the modules of a decoder whose network is gated, in Llama's words; `norms` are those of a layer.
void name_gated_decoder(FamilyModel& model, const ModuleNames& norms);

}  // namespace vitrine
