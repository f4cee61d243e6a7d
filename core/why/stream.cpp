#include "core/why/stream.h"

namespace vitrine {

std::vector<StreamPoint> stream_points(const Outline& outline) {
    const StackKind stack = outline.model.configuration.last_stack();
    const auto& layers = (stack == StackKind::encoder ? outline.model.encoder : outline.model.decoder).layers;
    const std::string side = path_of(stack == StackKind::encoder ? Side::source : Side::target);
    std::string embedding = side + ".sum";
    for (const char* later : {".normalized", ".dropped"}) {
        if (outline.find(side + later)) embedding = side + later;
    }
    std::vector<StreamPoint> points{{"embedding", embedding}};
    for (std::size_t layer = 0; layer < layers.size(); ++layer) {
        const std::vector<SublayerDescription>& sublayers = layers[layer].sublayers;
        for (std::size_t k = layers[layer].is_parallel() ? sublayers.size() - 1 : 0; k < sublayers.size(); ++k) {
            const bool after = sublayers[k].norm_placement == NormPlacement::after;
            const std::string path = layer_path(stack, layer) + '.' + std::string(after ? norm_names[k] : residual_names[k]);
            points.push_back({path, path});
        }
    }
    return points;
}

}  // namespace vitrine
