#include "core/model/batch.h"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <utility>

#include "core/tensor/error.h"
#include "core/tensor/random.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

constexpr double most_activations = 4e9;  // 16 GB of float

std::string place(const IndexTensor& tokens, Size position) {
    return "[" + std::to_string(position / tokens.size(1)) + "][" + std::to_string(position % tokens.size(1)) + "]";
}

/// What the numbers of a batch's field stand for, and the key that says how many there are.
struct Named {
    const char *key, *one, *many;
    bool of_sentences = false;  ///< one for each sentence, not for each token
};
constexpr Named tokens_of(const char* vocabulary) { return {vocabulary, "token", "tokens"}; }

/// `padding`: the id of padding; if it is `filler`, shorter rows are filled up with it, and it is allowed though it is outside
/// the vocabulary.
void check_ids(const IndexTensor& tokens, const std::string& field, const Named& named, Size size, std::int32_t padding) {
    for (Size i = 0; i < tokens.count(); ++i) {
        const std::int32_t id = tokens.data()[i];
        if (id == filler && padding == filler) continue;
        if (id < 0 || id >= size) {
            const std::string at = named.of_sentences ? '[' + std::to_string(i) + ']' : place(tokens, i);
            throw Error(in_quotes(field) + at + " is " + named.one + ' ' + std::to_string(id) + ", outside " +
                        in_quotes(named.key) + " of " + std::to_string(size) + ' ' + named.many);
        }
    }
}

void check_length(const char* field, Size length, const Configuration& c) {
    if (c.positions == PositionKind::learned && length > c.max_positions) {
        throw Error(std::string("'") + field + "' is " + std::to_string(length) +
                    " tokens long, the model has learned positions for " + std::to_string(c.max_positions) + " ('max_positions')");
    }
}

/// The vectors of one attention alone: one for each token that names them.
void check_vectors(const char* field, const Tensor& vectors, const IndexTensor& names, const Configuration& c) {
    if (vectors.empty() && c.is_transformer()) return;
    if (c.is_transformer()) throw Error(std::string("'") + field + "' is not used: a Transformer reads tokens");
    const Layout& layout = vectors.layout();
    if (!vectors.empty() && layout.shape[0] == names.size(0) && layout.shape[1] == names.size(1) && layout.shape[2] == c.d_model)
        return;
    throw Error(std::string("'") + field + "' is " + (vectors.empty() ? "missing" : shape_text(layout)) + ", it must be " +
                std::to_string(names.size(0)) + " × " + std::to_string(names.size(1)) + " × " + std::to_string(c.d_model) +
                ": sentences, the tokens that name them, d_model");
}

/// The number of values a run records, without masks, ids and tensors with one value per position.
double activation_count(const Batch& batch, const Configuration& c) {
    const double b = double(batch.sentences()), s = double(batch.source_length()), t = double(batch.target_length());
    if (!c.is_transformer()) return b * ((3 * t + 4 * s) * double(c.d_model) + 3 * double(c.nhead) * t * s);
    const double d = double(c.d_model);
    const double embedding = double(c.embedding_width()) + d * (1 + c.d_embed.has_value() + c.scale_embedding + c.embedding_norm);
    const auto hidden = [&](StackKind stack) {
        double count = 0;
        for (std::size_t i = 0; i < static_cast<std::size_t>(c.layers(stack)); ++i) count += c.layer(stack, i).gated ? 4 : 2;
        return count * double(c.hidden_width(stack));
    };
    double count = (s + t) * embedding + c.final_norm * (s + t) * d;
    if (c.has_encoder())
        count += double(c.num_encoder_layers) * (11 * s * d + 3 * double(c.nhead) * s * s) + s * (hidden(StackKind::encoder) + d);
    if (c.has_decoder()) {
        const double grids = 3 * double(c.heads(StackKind::decoder)) * t * (t + s);
        count += double(c.num_decoder_layers) * (17 * t * d + 2 * s * d + grids) + t * hidden(StackKind::decoder);
    }
    return b * (count + (c.logits ? 2 : 0) * (c.last_stack() == StackKind::encoder ? s : t) * double(c.output_vocabulary()));
}

}  // namespace

double recorded_numbers(const Batch& batch, const Configuration& c) { return activation_count(batch, c); }

Size most_recordable(const Batch& one, const Configuration& c) {
    return static_cast<Size>(most_activations / std::max(1.0, activation_count(one, c)));
}

namespace {

std::string millions(double count) { return std::to_string(static_cast<long long>(count / 1e6)) + " million numbers"; }

/// The field whose reduction would shrink the recording most.
const char* heaviest_field(const Batch& batch, const Configuration& c) {
    const std::pair<const char*, void (*)(Configuration&)> sizes[] = {
        {"d_model", [](Configuration& s) { s.d_model = 1; }},
        {"d_embed", [](Configuration& s) { s.d_embed.reset(); }},
        {"dim_feedforward", [](Configuration& s) { s.dim_feedforward = 1; }},
        {"num_encoder_layers", [](Configuration& s) { s.num_encoder_layers = 1; }},
        {"num_decoder_layers", [](Configuration& s) { s.num_decoder_layers = 1; }},
        {c.last_stack() == StackKind::encoder ? "src_vocab_size" : "tgt_vocab_size",
         [](Configuration& s) { (s.last_stack() == StackKind::encoder ? s.src_vocab_size : s.tgt_vocab_size) = 1; }},
    };
    const auto without = [&](const auto& size) {
        Configuration smaller = c;
        size.second(smaller);
        return activation_count(batch, smaller);
    };
    return std::ranges::min_element(sizes, {}, without)->first;
}

}  // namespace

bool operator==(const Batch& a, const Batch& b) {
    const auto same = [](const auto& x, const auto& y) {
        return x.layout().shape == y.layout().shape && std::equal(x.data(), x.data() + x.count(), y.data());
    };
    return same(a.src, b.src) && same(a.tgt, b.tgt) && same(a.labels, b.labels) && same(a.segments, b.segments) &&
           same(a.query, b.query) && same(a.key, b.key) && same(a.value, b.value);
}

namespace {

/// Checks that a tensor is empty if the model does not read it, and not empty if it does.
void check_present(const IndexTensor& tokens, const char* field, bool is_read, const char* missing_stack) {
    if (is_read && tokens.count() == 0) throw Error(std::string("'") + field + "' is empty");
    if (!is_read && tokens.count() > 0) throw Error(std::string("'") + field + "' is not used: the model has no " + missing_stack);
}

void check_shapes(const Batch& batch, const Configuration& c) {
    const bool of_source = c.last_stack() == StackKind::encoder;
    const IndexTensor& read = of_source ? batch.src : batch.tgt;
    const std::string side = of_source ? "'src'" : "'tgt'";
    if (c.has_encoder() && c.has_decoder() && batch.tgt.size(0) != batch.src.size(0)) {
        throw Error("'tgt' has " + std::to_string(batch.tgt.size(0)) + " sentences, 'src' has " +
                    std::to_string(batch.src.size(0)));
    }
    if (!batch.labels.empty() && !c.has_labels()) throw Error("'labels' is not used: the model has no logits");
    if (!batch.labels.empty() && c.classes > 0 && batch.labels.size(0) != read.size(0))
        throw Error("'labels' has " + std::to_string(batch.labels.size(0)) + " classes, " + side + " has " +
                    std::to_string(read.size(0)) + " sentences");
    if (!batch.labels.empty() && c.classes == 0 && (batch.labels.size(0) != read.size(0) || batch.labels.size(1) != read.size(1)))
        throw Error("'labels' is " + shape_text(batch.labels.layout()) + ", " + side + " is " + shape_text(read.layout()));
    if (batch.segments.empty()) return;
    if (c.segment_kinds == 0) throw Error("'segments' is not used: the model has none");
    if (batch.segments.size(0) != batch.src.size(0) || batch.segments.size(1) != batch.src.size(1))
        throw Error("'segments' is " + shape_text(batch.segments.layout()) + ", 'src' is " + shape_text(batch.src.layout()));
}

}  // namespace

void check(const Batch& batch, const Configuration& c) {
    const bool alone = !c.is_transformer();  // its vectors are named by tokens of both sides
    check_present(batch.src, "src", alone || c.has_encoder(), "encoder");
    check_present(batch.tgt, "tgt", alone || c.has_decoder(), "decoder");
    if (alone && batch.tgt.size(0) != batch.src.size(0)) {
        throw Error("'tgt' has " + std::to_string(batch.tgt.size(0)) + " sentences, 'src' has " +
                    std::to_string(batch.src.size(0)));
    }
    check_shapes(batch, c);
    const Named of_source = tokens_of("src_vocab_size"), of_target = tokens_of("tgt_vocab_size");
    check_ids(batch.src, "src", of_source, c.src_vocab_size, c.pad_src);
    check_ids(batch.tgt, "tgt", of_target, c.tgt_vocab_size, c.pad_tgt);
    const Named of_labels = c.last_stack() == StackKind::encoder ? of_source : of_target;
    check_ids(batch.labels, "labels", c.classes > 0 ? Named{"classes", "class", "classes", true} : of_labels, c.label_kinds(),
              c.output_padding());
    check_ids(batch.segments, "segments", {"segment_kinds", "segment", "segments"}, c.segment_kinds, c.pad_src);
    check_vectors("query", batch.query, batch.tgt, c);
    check_vectors("key", batch.key, batch.src, c);
    check_vectors("value", batch.value, batch.src, c);
    check_length("src", batch.source_length(), c);
    check_length("tgt", batch.target_length(), c);
    if (activation_count(batch, c) > most_activations) {
        throw Error("'src' of " + shape_text(batch.src.layout()) + " and 'tgt' of " + shape_text(batch.tgt.layout()) +
                    " tokens would record " + millions(activation_count(batch, c)) + ", more than 4000 million");
    }
}

namespace {

/// Two sentences of random vectors. The tokens that name them are those of the vocabularies in turn.
Batch random_vectors(const Configuration& c, std::uint64_t seed) {
    Batch batch;
    Random random(seed);
    const auto draw = [&](IndexTensor& names, Size length, Size vocabulary, std::initializer_list<Tensor*> all) {
        names.resize({2, length});
        for (Size i = 0; i < names.count(); ++i) names.data()[i] = static_cast<std::int32_t>(i % length % vocabulary);
        for (Tensor* vectors : all) {
            vectors->resize({2, length, c.d_model});
            for (Size i = 0; i < vectors->count(); ++i) vectors->data()[i] = static_cast<Scalar>(random.normal());
        }
    };
    draw(batch.tgt, std::min<Size>(3, c.tgt_vocab_size), c.tgt_vocab_size, {&batch.query});
    draw(batch.src, std::min<Size>(4, c.src_vocab_size), c.src_vocab_size, {&batch.key, &batch.value});
    return batch;
}

}  // namespace

Batch random_batch(const Configuration& c, std::uint64_t seed) {
    if (!c.is_transformer()) return random_vectors(c, seed);
    const Size longest = c.positions == PositionKind::learned ? std::min<Size>(c.max_positions, 8) : 8;
    const Size source = std::min<Size>(6, longest), target = std::min<Size>(5, longest);
    Random random(seed);
    const auto draw = [&](Size vocabulary) {
        return static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(vocabulary)));
    };

    Batch batch;
    if (c.has_encoder()) {
        batch.src.resize({2, source});
        for (Size i = 0; i < batch.src.count(); ++i) batch.src.data()[i] = draw(c.src_vocab_size);
    }
    if (!c.logits) {
        if (c.has_decoder()) batch.tgt.resize({2, target});
        for (Size i = 0; i < batch.tgt.count(); ++i) batch.tgt.data()[i] = draw(c.tgt_vocab_size);
        if (c.classes > 0) batch.labels.resize({2, 1});
        for (Size i = 0; i < batch.labels.count(); ++i) batch.labels.data()[i] = draw(c.classes);
        return batch;
    }
    if (!c.has_decoder()) {
        batch.labels.resize({2, source});
        for (Size i = 0; i < batch.labels.count(); ++i) batch.labels.data()[i] = draw(c.src_vocab_size);
    } else {
        batch.tgt.resize({2, target});
        batch.labels.resize({2, target});
        for (Size i = 0; i < batch.labels.count(); ++i) batch.labels.data()[i] = draw(c.tgt_vocab_size);
    }
    if (c.has_encoder() && source > 1 && c.pad_src != no_token) {
        batch.src.at({1, source - 1}) = c.pad_src;
        if (!c.has_decoder()) batch.labels.at({1, source - 1}) = c.pad_src;
    }
    for (Size b = 0; c.has_decoder() && b < 2; ++b) {
        // The second sentence is one token shorter, if padding can fill it up.
        const Size length = target > 2 && c.pad_tgt != no_token ? target - b : target;
        if (c.eos != no_token) batch.labels.at({b, length - 1}) = c.eos;
        for (Size t = length; t < target; ++t) batch.labels.at({b, t}) = c.pad_tgt;
        batch.tgt.at({b, 0}) = c.bos != no_token ? c.bos : draw(c.tgt_vocab_size);
        for (Size t = 1; t < target; ++t) batch.tgt.at({b, t}) = batch.labels.at({b, t - 1});
        for (Size t = length; t < target; ++t) batch.tgt.at({b, t}) = c.pad_tgt;
    }
    if (const double count = activation_count(batch, c); count > most_activations) {
        throw Error(std::string("'") + heaviest_field(batch, c) + "' is too large: even two short sentences would record " +
                    millions(count) + ", more than 4000 million");
    }
    return batch;
}

}  // namespace vitrine
