#include "core/import/proposal.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/files/problem.h"
#include "core/import/entries.h"
#include "core/import/fitting.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

using Layers = std::map<std::pair<Stack, int>, std::vector<const ForeignModule*>>;

/// Names of things that this architecture does not have.
struct Foreign {
    std::initializer_list<std::string_view> stems, words;
    const char* what;
};

const Foreign foreign_ideas[] = {
    {{"relative", "rotary", "alibi"}, {"rel", "rope", "freq"}, "relative positions"},       {{}, {"rms", "rmsnorm"}, "RMSNorm"},
    {{}, {"gate", "wi0", "glu", "geglu", "swiglu"}, "a gated feed-forward network"},        {{"segment"}, {"type"}, "segments"},
    {{"lora", "adapter"}, {}, "adapters, which have to be merged into the weights before"}, {{"expert", "router"}, {}, "experts"}};

/// T5's gated network has both wi_0 and wi_1.
bool is_second_input(const Words& words) { return words.size() >= 2 && words[words.size() - 2] == "wi" && words.back() == "1"; }

void refuse_foreign_ideas(const std::vector<ForeignModule>& modules, const std::string& where) {
    for (const ForeignModule& module : modules) {
        const Words words = module.words();
        for (const Foreign& idea : foreign_ideas) {
            const bool gated = std::string_view(idea.what).find("gated") != std::string_view::npos && is_second_input(words);
            if (!has_stem(words, idea.stems) && !has_word(words, idea.words) && !gated) continue;
            fail(where, "has " + std::string(idea.what) + ", which the Transformer of the paper has not: " + module.shown());
        }
        const bool added_keys = module.bias && (module.bias.name.ends_with(".bias_k") || module.bias.name.ends_with(".bias_v"));
        if (added_keys)
            fail(where, "has keys or values that are added to every sentence, which is not supported: " + module.shown());
    }
}

/// The most common length of the layers' LayerNorms; 0 if there are none.
Size width_of(const Layers& layers) {
    std::map<Size, int> votes;
    for (const auto& [place, modules] : layers) {
        for (const ForeignModule* module : modules) {
            if (module->is_vector()) ++votes[module->weight.tensor->count()];
        }
    }
    const auto most =
        std::max_element(votes.begin(), votes.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    return most == votes.end() ? 0 : most->first;
}

Size hidden_of(const std::map<std::pair<Stack, int>, LayerParts>& layers, Size width) {
    for (const auto& [place, parts] : layers) {
        if (parts.linear1 && parts.linear1.module->weight) return parts.linear1.module->weight.tensor->count() / width;
    }
    return 0;
}

/// Every module of an attention that was found.
std::vector<const Found*> matrices_of(const AttentionParts& parts) {
    std::vector<const Found*> all{&parts.packed, &parts.output};
    for (const auto& heads : parts.projections) {
        for (const Found& found : heads) all.push_back(&found);
    }
    all.erase(std::remove_if(all.begin(), all.end(), [](const Found* found) { return !*found || !found->module->weight; }),
              all.end());
    return all;
}

/// Makes an absent parameter a guess if some tensor without a place could be it: for a bias of zeros a vector of the same length,
/// for the bias of the output any matrix with d_model as an axis.
void doubt_what_others_fit(Mapping& mapping, const ForeignWeights& weights) {
    const auto of_norm = [](const MappingEntry& entry) { return entry.parameter == "transformer.encoder.layers.0.norm1.weight"; };
    const auto norm = std::find_if(mapping.entries.begin(), mapping.entries.end(), of_norm);
    const Size width = norm == mapping.entries.end() ? 0 : weights.find(norm->pieces[0].tensor)->count();
    std::map<Size, std::size_t> vectors;  // for each length, the first vector without a place
    const std::size_t none = mapping.left.size();
    std::size_t matrix = none;  // the first one
    for (std::size_t i = 0; i < mapping.left.size(); ++i) {
        if (!mapping.left[i].weight) continue;
        const ForeignTensor& tensor = *weights.find(mapping.left[i].name);
        const auto shape = tensor.squeezed();
        if (shape.size() <= 1) vectors.emplace(tensor.count(), i);
        if (shape.size() == 2 && (shape[0] == width || shape[1] == width)) matrix = std::min(matrix, i);
    }
    for (MappingEntry& entry : mapping.entries) {
        if (entry.pieces.size() != 1 || entry.pieces[0].kind != Piece::Kind::zeros) continue;
        const auto vector = vectors.find(entry.pieces[0].rows);
        const std::size_t other = std::min(vector == vectors.end() ? none : vector->second,  //
                                           entry.parameter == "fc_out.bias" ? matrix : none);
        if (other == none) continue;
        entry.certainty = Certainty::guessed;
        entry.reason = with_reason(entry.reason, in_quotes(mapping.left[other].name) + " has no place");
    }
}

/// Finds what only all layers together show.
class Proposer {
public:
    Proposer(const std::vector<ForeignModule>& modules, const ImportAnswers& known, const std::string& where, Size words)
        : known_(known), where_(where), words_(words) {
        for (const ForeignModule& module : modules) {
            module.layer ? grouped_[{module.stack, *module.layer}].push_back(&module) : outside_.push_back(&module);
        }
        refuse_other_architectures();
    }

    Mapping propose() {
        maker_.width = width_of(grouped_);
        if (maker_.width < 1) fail(where_, "has no LayerNorm in its layers; Vitrine's sublayers have one each");
        for (const auto& [place, modules] : grouped_) layers_[place] = parts_of_layer(modules, place.first, maker_.width);
        outer_ = outer_parts_of(outside_, maker_.width, words_);
        maker_.hidden = hidden_of(layers_, maker_.width);
        maker_.has_bias = has_any_bias();
        find_heads();
        find_orders();
        find_layer_norm();
        find_packing();
        ask_always();
        add_entries();
        return std::move(mapping_);
    }

private:
    void refuse_other_architectures() const {
        const auto has = [&](Stack stack) {
            return std::any_of(grouped_.begin(), grouped_.end(), [&](const auto& layer) { return layer.first.first == stack; });
        };
        if (has(Stack::encoder) && has(Stack::decoder)) return;
        const bool none = !has(Stack::encoder) && !has(Stack::decoder);
        fail(where_, std::string("has no layers of ") +
                         (none                  ? "an encoder or a decoder"
                          : has(Stack::encoder) ? "a decoder"
                                                : "an encoder") +
                         " by the names of its tensors; Vitrine imports encoder-decoders");
    }

    bool has_any_bias() const {
        const auto has_bias = [](const ForeignModule* module) { return bool(module->bias); };
        for (const auto& [place, modules] : grouped_) {
            if (std::any_of(modules.begin(), modules.end(), has_bias)) return true;
        }
        return outer_.output_bias || (outer_.output && outer_.output.module->bias);
    }

    /// Calls visit(found) for every matrix of the attentions.
    template <class Visit>
    void for_each_attention_matrix(Visit&& visit) const {
        for (const auto& [place, parts] : layers_) {
            for (const AttentionParts* attention : {&parts.self, &parts.cross}) {
                for (const Found* found : matrices_of(*attention)) visit(*found, *attention);
            }
        }
    }

    /// Heads can be counted if they have an axis or a matrix of their own.
    void find_heads() {
        const Size width = maker_.width;
        for_each_attention_matrix([&](const Found& found, const AttentionParts& attention) {
            const ForeignTensor& tensor = *found.module->weight.tensor;
            const bool query = attention.projections[0].size() == 1 && attention.projections[0][0].module == found.module;
            const auto axes = query ? heads_axes(tensor, width, width * width, true, true) : std::nullopt;
            const Size by_axis = axes && has_heads_axis(tensor) ? tensor.shape[static_cast<std::size_t>((*axes)[0])] : 0;
            const auto by_matrix = static_cast<Size>(attention.projections[0].size());
            const Size side = query ? side_of_small_square(tensor, width) : 0;
            const Size heads = by_axis > 0 ? by_axis : by_matrix > 1 ? by_matrix : side > 0 ? width / side : 0;
            if (heads > 0)
                mapping_.answers[ImportQuestion::heads] = {std::to_string(heads), AnswerSource::file,
                                                           "the shape of " + in_quotes(found.module->weight.name)};
        });
        const bool told = mapping_.answers.count(ImportQuestion::heads) > 0;
        maker_.heads = number_of(told ? mapping_.answers : known_, ImportQuestion::heads, 0);
        if (maker_.heads > 0 && width % maker_.heads != 0) maker_.heads = 0;
        if (!told) mapping_.asked.push_back(ImportQuestion::heads);
    }

    /// Matrices that are not square show how the square ones beside them are stored.
    void find_orders() {
        const Size width = maker_.width, hidden = maker_.hidden;
        std::map<bool, std::map<bool, std::string>> seen;  // bare or not: the order, and a tensor stored in this order
        const auto look = [&](const Found& found, Size outputs, Size inputs) {
            if (!found || !found.module->weight) return;
            const auto order = is_in_out(*found.module->weight.tensor, outputs, inputs);
            if (order) seen[found.module->bare].emplace(*order, found.module->weight.name);
        };
        for (const auto& [place, parts] : layers_) {
            look(parts.linear1, hidden, width), look(parts.linear2, width, hidden);
            for (const AttentionParts* attention : {&parts.self, &parts.cross}) {
                look(attention->packed, static_cast<Size>(attention->packed_order.size()) * width, width);
                const auto heads = static_cast<Size>(attention->projections[0].size());
                if (heads > 1) look(attention->projections[0][0], width / heads, width);
            }
        }
        std::set<bool> squares;
        for_each_attention_matrix([&](const Found& found, const AttentionParts&) {
            const auto shape = found.module->weight.tensor->squeezed();
            if (shape.size() == 2 && shape[0] == shape[1]) squares.insert(found.module->bare);
        });
        maker_.in_modules = order_of(seen[false], false, squares.count(false) > 0);
        maker_.bare = order_of(seen[true], true, squares.count(true) > 0);
    }

    SquareOrder order_of(const std::map<bool, std::string>& seen, bool bare, bool needed) {
        // An answer only concerns matrices that are in doubt. A module beside a matrix that is clearly stored as in nn.Linear is
        // not.
        const bool linear = !bare && seen.size() == 1 && !seen.begin()->first;
        if (linear) return {};
        const auto given = known_.find(ImportQuestion::weights);
        if (given != known_.end()) {
            mapping_.answers[ImportQuestion::weights] = given->second;
            return {given->second.value == "in-out", Certainty::sure, ""};
        }
        if (seen.size() == 1) {
            const auto& [in_out, name] = *seen.begin();
            const std::string why = "stored as " + in_quotes(name) + ", " + (in_out ? "input × output" : "output × input");
            if (needed) mapping_.answers[ImportQuestion::weights] = {in_out ? "in-out" : "out-in", AnswerSource::guessed, why};
            return {in_out, Certainty::guessed, why};
        }
        if (!needed) return {};
        if (bare) {
            mapping_.asked.push_back(ImportQuestion::weights);
            return {true, Certainty::guessed, "a square matrix may be stored either way"};
        }
        mapping_.answers[ImportQuestion::weights] = {"out-in", AnswerSource::guessed, "as nn.Linear has it"};
        return {false, Certainty::guessed, "output × input, as nn.Linear has it"};
    }

    /// A model that calls its gain a_2 or alpha has written its own LayerNorm, which may be of either kind.
    void find_layer_norm() {
        std::set<std::string> leaves;
        for (const auto& [place, parts] : layers_) {
            for (const Found& norm : parts.norms) {
                if (norm) leaves.insert(norm.module->weight_leaf);
            }
        }
        if (leaves.count("a_2") > 0 || leaves.count("alpha") > 0) {
            mapping_.asked.push_back(ImportQuestion::layer_norm);
            mapping_.asked.push_back(ImportQuestion::eps);
            return;
        }
        mapping_.answers[ImportQuestion::layer_norm] = {"torch", AnswerSource::guessed, "as nn.LayerNorm has it"};
        mapping_.answers[ImportQuestion::eps] = {"1e-5", AnswerSource::guessed, "nn.LayerNorm's own"};
    }

    /// nn.MultiheadAttention keeps all queries, all keys and all values together, and so do most others.
    void find_packing() {
        bool open = false;
        for_each_attention_matrix([&](const Found& found, const AttentionParts& attention) {
            const bool packed = attention.packed.module == found.module && found.module->weight.tensor->squeezed().size() == 2;
            open = open || (packed && found.module->weight_leaf != "in_proj_weight");
        });
        maker_.by_heads = open && answers_with(known_, ImportQuestion::packed, "heads");
        if (open && known_.count(ImportQuestion::packed) == 0) {
            mapping_.answers[ImportQuestion::packed] = {"thirds", AnswerSource::guessed, "as nn.MultiheadAttention packs them"};
        }
    }

    void ask_always() {
        for (const ImportQuestion question : {ImportQuestion::activation, ImportQuestion::norm, ImportQuestion::scale_embedding,
                                              ImportQuestion::pad_src, ImportQuestion::begin, ImportQuestion::end}) {
            mapping_.asked.push_back(question);
        }
    }

    void add_entries() {
        add_outer(outer_, known_, maker_);
        std::map<Stack, int> count;
        for (const auto& [place, parts] : layers_) {
            const auto& [stack, number] = place;
            const std::string prefix = std::string("transformer.") + (stack == Stack::encoder ? "encoder" : "decoder") +
                                       ".layers." + std::to_string(count[stack]++);
            add_layer(prefix, parts, stack, maker_);
            for (const ForeignModule* module : parts.left) leave(*module, false);
            for (const ForeignModule* module : parts.buffers) leave(*module, true);
        }
        mapping_.left.insert(mapping_.left.end(), outer_.left.begin(), outer_.left.end());
    }

    /// Everything in a layer is used in the computation, except masks and counters.
    void leave(const ForeignModule& module, bool buffer) {
        for (const NamedForeign* named : {&module.weight, &module.bias}) {
            if (!*named) continue;
            mapping_.left.push_back({named->name, buffer ? "a mask or a counter, no weight" : "", !buffer});
            if (!buffer) mapping_.unfitting.push_back(in_quotes(named->name) + " " + shape_text(named->tensor->shape));
        }
    }

    const ImportAnswers& known_;
    const std::string& where_;
    Size words_;
    Layers grouped_;
    std::vector<const ForeignModule*> outside_;
    std::map<std::pair<Stack, int>, LayerParts> layers_;
    OuterParts outer_;
    Mapping mapping_;
    EntryMaker maker_{.mapping = mapping_};
};

}  // namespace

Mapping propose(const ForeignWeights& weights, const ImportAnswers& known, const std::string& where, Size words) {
    const std::vector<ForeignModule> modules = modules_of(weights);
    refuse_foreign_ideas(modules, where);
    Mapping mapping = Proposer(modules, known, where, words).propose();
    doubt_what_others_fit(mapping, weights);
    return mapping;
}

bool shapes_mapping(ImportQuestion question) {
    switch (question) {
        case ImportQuestion::positions:
        case ImportQuestion::position_offset:
        case ImportQuestion::max_positions:
        case ImportQuestion::stack_norm:
        case ImportQuestion::weights:
        case ImportQuestion::packed:
            return true;
        default:
            return false;
    }
}

}  // namespace vitrine
