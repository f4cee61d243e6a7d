#include "core/decode/generate.h"

#include "core/decode/generate_search.h"

namespace vitrine {

Generation Decoder::decode(const Sentence& source, const DecodeOptions& options, const GenerationWatch& watch) {
    Search search(decoder_, model_, source, options);
    const bool beam = options.strategy == Strategy::beam;
    search.begin();
    while (search.goes_on()) {
        search.read();
        beam ? choose_beam(search) : choose_one_each(search);
        if (watch && !watch(search.record())) return search.stop();
        if (beam && has_enough(search)) break;
    }
    const bool enough = beam && search.finished().size() >= static_cast<std::size_t>(options.beams);
    return search.finish(!enough);
}

Generation generate(const DecodingModel& model, const Sentence& source, const DecodeOptions& options,
                    const GenerationWatch& watch) {
    return Decoder(model).decode(source, options, watch);
}

std::string cache_refusal(const Configuration& configuration, const Design& design, std::int32_t first) {
    // Below this value a hidden token's weight underflows to 0, whatever its score.
    constexpr double hidden = -1e4;
    if (configuration.num_decoder_layers == 1) return {};  // keys and values depend only on the embeddings
    if (!design.causal_mask)
        return "without the causal mask every earlier token attends to the new one, so its keys and values change";
    if (design.mask_after_softmax)
        return "with the mask after the softmax the new token takes weight from earlier ones, so their keys and values change";
    if (configuration.mask_value && *configuration.mask_value > hidden)
        return "this mask value does not hide later tokens completely, so the keys and values of earlier ones change";
    // If all keys of a query are hidden, a finite mask value makes all its weights equal, also those of later tokens. That happens
    // to a query that is padding, and to the first token if its id is that of padding.
    const std::int32_t pad = configuration.pad_tgt, begin = first == no_token ? configuration.bos : first;
    const bool may_see_nothing = pad != no_token && (design.padding_on_queries || (design.padding_mask && begin == pad));
    if (configuration.mask_value && may_see_nothing)
        return "with this mask value a token that may attend to nothing attends to later ones too, so the keys and values of "
               "earlier ones change";
    return {};
}

}  // namespace vitrine
