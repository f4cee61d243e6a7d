#include "core/import/outer_parts.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

#include "core/foreign/waves.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

using Modules = std::vector<const ForeignModule*>;

enum class Side : std::uint8_t { none, source, target };

bool starts_any(const Words& words, std::string_view beginning) {
    return std::any_of(words.begin(), words.end(), [&](const std::string& word) { return word.starts_with(beginning); });
}

/// The side that a name says. Later parts of the name are asked first: "encoder.embed_tokens", "src_embed.0.lut".
Side side_of(const ForeignModule& module) {
    for (auto part = module.parts.rbegin(); part != module.parts.rend(); ++part) {
        // "pos_enc" does not mean the encoder: it is an encoding of positions.
        const bool encoding = has_stem(*part, {"pos"}) && part->back() == "enc";
        const bool source = (!encoding && has_word(*part, {"enc"})) || has_word(*part, {"src", "source", "input", "inputs"}) ||
                            starts_any(*part, "encoder");
        const bool target = has_word(*part, {"tgt", "trg", "target", "dec", "output", "outputs"}) || starts_any(*part, "decoder");
        if (source != target) return source ? Side::source : Side::target;
    }
    return Side::none;
}

bool names_positions(const Words& words) {
    return has_stem(words, {"posit", "posenc", "posemb"}) || has_word(words, {"pos", "wpe", "pe"});
}

bool names_table(const ForeignModule& module, const Words& words) {
    const bool lens = module.bare && module.parts.back() == Words{"e"};
    return lens || has_stem(words, {"emb"}) ||
           has_word(words, {"lut", "wte", "tok", "token", "tokens", "word", "shared", "vocab", "table"});
}

bool names_output_layer(const ForeignModule& module, const Words& words) {
    if (has_stem(words, {"unemb"}) || (module.bare && module.parts.back() == Words{"u"})) return true;
    // fairseq's "embed_out" is a matrix of its own before the logits.
    if (has_stem(words, {"emb"})) return module.parts.back().size() > 1 && module.parts.back().back() == "out";
    return has_word(words, {"generator", "head", "logits", "out", "output", "proj", "projection", "prj", "linear", "final",
                            "classifier", "fc", "lm", "predictions", "predictor", "readout", "dense"});
}

/// Whether a buffer is only a note: fairseq keeps a version and a "_float_tensor".
bool is_note(const ForeignTensor& tensor, const Words& words) {
    return tensor.count() <= 1 && has_word(words, {"float", "version", "tracked", "step", "ignore"});
}

bool is_mask(const Words& words) { return has_stem(words, {"mask"}) || has_word(words, {"tril", "triu", "causal"}); }

/// Modules that may be the source's, the target's or, if the name does not say, either.
struct Candidates {
    Modules source, target, both;

    bool empty() const { return source.empty() && target.empty() && both.empty(); }

    void add(const ForeignModule& module) {
        const Side side = side_of(module);
        (side == Side::source ? source : side == Side::target ? target : both).push_back(&module);
    }
};

/// Sorts modules and assigns them to their places.
class Sorter {
public:
    Sorter(Size width, Size words) : width_(width), words_(words) {}

    void sort(const ForeignModule& module) {
        const Words words = module.words();
        const NamedForeign& named = module.weight ? module.weight : module.bias;
        if (!is_floating(named.tensor->type)) return leave(module, "whole numbers, no weights");
        if (is_mask(module.parts.back())) return leave(module, "a mask, which is computed here");
        if (is_note(*named.tensor, words)) return leave(module, "a single number beside the weights");
        if (module.weight && module.is_vector()) return sort_vector(module, words);
        if (module.weight && holds_waves(*module.weight.tensor, width_)) return waves_.push_back(&module);
        if (names_positions(words)) return positions_.add(module);
        const bool square = module.weight && matrix_of_width(module) && has_stem(words, {"proj"}) && has_stem(words, {"emb"});
        if (square) return projections_.add(module);
        if (names_output_layer(module, words)) return void((module.weight ? outputs_ : output_biases_).push_back(&module));
        if (module.weight && names_table(module, words) && !has_own_bias(module)) return tables_.add(module);
        module.weight ? unnamed_.push_back(&module) : leave(module, "", true);
    }

    OuterParts parts() {
        doubt_named();
        place_unnamed();
        // If there are tables but none is for tokens, they must be for tokens, whatever the module around them is called.
        if (tables_.empty()) std::swap(tables_, positions_);
        const bool learned = !positions_.empty();
        for (const ForeignModule* module : waves_) learned ? leave(*module, "", true) : positions_.add(*module);
        take(tables_, &SideParts::table);
        take(projections_, &SideParts::projection);
        take(positions_, &SideParts::positions);
        take(embedding_norms_, &SideParts::embedding_norm);
        take(stack_norms_, &SideParts::stack_norm);
        take_output();
        return std::move(parts_);
    }

private:
    /// Treats matrices whose names do not fit their shapes, or fit less well than those of others, like matrices without a
    /// telling name: "output_lookup" beside a matrix with a bias, and a matrix without a row for every token of the target.
    void doubt_named() {
        const auto doubt = [&](Modules& modules, const auto& is_doubtful) {
            std::copy_if(modules.begin(), modules.end(), std::back_inserter(unnamed_), is_doubtful);
            modules.erase(std::remove_if(modules.begin(), modules.end(), is_doubtful), modules.end());
        };
        const auto lacks_words = [&](const ForeignModule* module) { return words_ > 0 && words_in(*module) != words_; };
        doubt(outputs_, lacks_words);
        doubt(tables_.target, lacks_words);
        const bool none_fits = std::all_of(tables_.both.begin(), tables_.both.end(), lacks_words);
        if (tables_.target.empty() && none_fits) doubt(tables_.both, lacks_words);
        const auto with_bias = [&](const ForeignModule* module) { return has_own_bias(*module); };
        const auto rivals = [&](const ForeignModule* module) {
            const auto same_words = [&](const ForeignModule* output) { return words_in(*output) == words_in(*module); };
            return has_own_bias(*module) && std::any_of(outputs_.begin(), outputs_.end(), same_words);
        };
        if (std::any_of(outputs_.begin(), outputs_.end(), with_bias) || std::any_of(unnamed_.begin(), unnamed_.end(), rivals))
            doubt(outputs_, std::not_fn(with_bias));
        // Modules are stored in the order of the file, so sorting their addresses restores it.
        std::sort(unnamed_.begin(), unnamed_.end());
    }

    /// Assigns matrices without a telling name to what is still missing: the output, which is the only one that may have a bias,
    /// and the tables of both sides, the source's first.
    void place_unnamed() {
        const auto of_target = [&](const ForeignModule& module) { return words_ == 0 || words_in(module) == words_; };
        if (outputs_.empty())
            place_one(outputs_, [&](const ForeignModule& module) { return has_own_bias(module) && of_target(module); });
        place_tables();
        if (outputs_.empty()) place_one(outputs_, of_target);
        for (const ForeignModule* module : unnamed_) leave(*module, "", true);
    }

    void place_tables() {
        for (const auto& [side, tables] : {std::pair(Side::source, &tables_.source), std::pair(Side::target, &tables_.target)}) {
            const auto of_side = [&, &wanted = side](const ForeignModule& module) { return side_of(module) == wanted; };
            if (tables->empty() && tables_.both.empty()) place_one(*tables, of_side);
        }
        const auto any = [](const ForeignModule&) { return true; };
        const auto count =
            std::count_if(unnamed_.begin(), unnamed_.end(), [&](const auto* module) { return words_in(*module) > 0; });
        if (tables_.empty() && (positions_.empty() || !outputs_.empty() || count > 1))
            place_one(tables_.both, any), place_one(tables_.both, any);
        const bool only_source = !tables_.source.empty() && tables_.target.empty() && tables_.both.empty();
        if (!only_source || outputs_.empty()) return;
        const Size words = words_in(*outputs_.front());
        place_one(tables_.target, [&](const ForeignModule& module) { return words_in(module) == words; });
    }

    /// Moves the first matrix that fits, and has d_model as one axis, from those without a telling name to a place.
    template <class Fits>
    void place_one(Modules& place, const Fits& fits) {
        const auto found = std::find_if(unnamed_.begin(), unnamed_.end(),
                                        [&](const ForeignModule* module) { return words_in(*module) > 0 && fits(*module); });
        if (found == unnamed_.end()) return;
        place.push_back(*found);
        guessed_.push_back(*found);
        unnamed_.erase(found);
    }

    /// The number of tokens that a matrix with the axis d_model has rows or columns for; 0: it is not such a matrix.
    Size words_in(const ForeignModule& module) const {
        if (!module.weight) return 0;
        const auto shape = module.weight.tensor->squeezed();
        if (shape.size() != 2 || (shape[0] != width_ && shape[1] != width_)) return 0;
        return shape[1] == width_ ? shape[0] : shape[1];
    }

    /// Whether a matrix has a bias with a number for every token, which tables do not have. A square matrix may be anything.
    bool has_own_bias(const ForeignModule& module) const {
        const Size words = words_in(module);
        return module.bias && words > 0 && words != width_ && module.bias.tensor->count() == words;
    }

    /// The module as found for a place; a guess if its name did not say so.
    Found found(const ForeignModule& module) const {
        const bool guess = std::find(guessed_.begin(), guessed_.end(), &module) != guessed_.end();
        return {&module, guess ? Certainty::guessed : Certainty::sure, guess ? "by its shape and its place in the file" : ""};
    }

    /// Whether the first axis of a weight is d_model, as in a projection of embeddings. In a table it is the vocabulary.
    bool matrix_of_width(const ForeignModule& module) const {
        return !module.weight.tensor->shape.empty() && module.weight.tensor->shape[0] == width_;
    }

    void leave(const ForeignModule& module, const std::string& reason, bool weight = false) {
        for (const NamedForeign* named : {&module.weight, &module.bias}) {
            if (*named) parts_.left.push_back({named->name, reason, weight});
        }
    }

    void sort_vector(const ForeignModule& module, const Words& words) {
        const bool fits = module.weight.tensor->count() == width_;
        const bool norm = has_stem(words, {"norm"}) || has_word(words, {"ln", "f"}) || module.bias;
        if (!fits || !norm) return leave(module, "", true);
        if (has_stem(words, {"emb"})) return embedding_norms_.add(module);
        if (module.stack == Stack::none) return leave(module, "", true);
        stack_norms_.add(module);
    }

    void take_side(const Modules& own, const Modules& both, Found& place) {
        if (!own.empty()) place = found(*own.front());
        if (place || both.empty()) return;
        place = found(*both.front());
    }

    /// If there are just two modules and no name tells them apart, the first is the source's. A module that belongs to one side
    /// is not used for the other.
    void take(const Candidates& all, Found SideParts::*part) {
        Found &source = parts_.source.*part, &target = parts_.target.*part;
        if (all.source.empty() && all.target.empty() && all.both.size() == 2) {
            source = {all.both[0], Certainty::guessed, "the first of two that no name tells apart"};
            target = {all.both[1], Certainty::guessed, "the second of two that no name tells apart"};
            return;
        }
        take_side(all.source, all.both, source);
        take_side(all.target, all.both, target);
        for (const Modules* modules : {&all.source, &all.target, &all.both}) {
            for (const ForeignModule* module : *modules) {
                if (module != source.module && module != target.module) leave_twin(*module, source, target);
            }
        }
    }

    /// The same table may be stored under several names.
    void leave_twin(const ForeignModule& module, const Found& source, const Found& target) {
        for (const Found* taken : {&source, &target}) {
            const bool same = *taken && taken->module->weight && module.weight &&
                              same_numbers(*module.weight.tensor, *taken->module->weight.tensor);
            if (same) return leave(module, "the same numbers as " + in_quotes(taken->module->weight.name));
        }
        leave(module, "", true);
    }

    /// Of several matrices, takes the one that has a row for every token of the target.
    void take_output() {
        const Found& table = parts_.target.table;
        const auto fits = [&](const ForeignModule* module) {
            const auto& shape = module->weight.tensor->shape;
            const Size words = table ? std::max(table.module->weight.tensor->shape.front(), Size{1}) : 0;
            return shape.size() == 2 && (shape[0] == words || shape[1] == words) && (shape[0] == width_ || shape[1] == width_);
        };
        const auto fitting = std::find_if(outputs_.begin(), outputs_.end(), fits);
        if (fitting != outputs_.end()) parts_.output = found(**fitting);
        for (const ForeignModule* module : outputs_) {
            if (module != parts_.output.module) leave(*module, "", true);
        }
        if (!output_biases_.empty()) parts_.output_bias = {output_biases_.front()};
        for (std::size_t i = 1; i < output_biases_.size(); ++i) leave(*output_biases_[i], "", true);
    }

    Size width_, words_;
    OuterParts parts_;
    Candidates tables_, projections_, positions_, embedding_norms_, stack_norms_;
    Modules outputs_, output_biases_;
    Modules unnamed_, guessed_;  // without a telling name, and what was made of them
    Modules waves_;              // tables of sines and cosines
};

}  // namespace

OuterParts outer_parts_of(const Modules& modules, Size width, Size words) {
    Sorter sorter(width, words);
    for (const ForeignModule* module : modules) sorter.sort(*module);
    return sorter.parts();
}

}  // namespace vitrine
