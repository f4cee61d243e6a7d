#include "core/listing/listing_texts.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <numeric>
#include <ostream>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/text/plain_text.h"

namespace vitrine {

namespace {

std::string word(const Vocabulary& vocabulary, double id) { return printable(vocabulary.word(static_cast<std::int32_t>(id))); }

/// The words of a tensor of ids [B, L], sentence by sentence.
std::vector<std::vector<std::string>> sentences(const TensorView& tokens, const Vocabulary& vocabulary) {
    std::vector<std::vector<std::string>> result;
    if (!tokens.present()) return result;
    for (Size b = 0; b < tokens.layout.shape[0]; ++b) {
        auto& sentence = result.emplace_back();
        for (Size l = 0; l < tokens.layout.shape[1]; ++l) sentence.push_back(word(vocabulary, tokens.at({b, l})));
    }
    return result;
}

void write_sentences(std::ostream& out, const char* title, const std::vector<std::vector<std::string>>& list) {
    const std::size_t number_width = std::to_string(list.size()).size();
    out << '\n' << title << "\n\n";
    for (std::size_t b = 0; b < list.size(); ++b) {
        out << "  sentence " << right_aligned(std::to_string(b + 1), number_width) << " ";
        for (const std::string& token : list[b]) out << ' ' << token;
        out << '\n';
    }
}

/// The ids that occur in any of the tensors, ascending.
std::vector<std::int32_t> ids_in(std::initializer_list<TensorView> tensors, Size vocabulary) {
    std::set<std::int32_t> ids;
    for (const TensorView& tensor : tensors) {
        if (!tensor.present()) continue;
        for (Size b = 0; b < tensor.layout.shape[0]; ++b) {
            for (Size l = 0; l < tensor.layout.shape[1]; ++l) {
                const auto id = static_cast<std::int32_t>(tensor.at({b, l}));
                if (id >= 0 && id < vocabulary) ids.insert(id);
            }
        }
    }
    return {ids.begin(), ids.end()};
}

/// Writes ids and words, as many per line as fit; for a large vocabulary only those that the run contains, `met`.
void write_vocabulary(std::ostream& out, const char* side, const Vocabulary& vocabulary, Size size, std::vector<std::int32_t> met) {
    out << '\n' << fmt::format("{} vocabulary, {} token{}", side, size, size == 1 ? "" : "s");
    if (vocabulary.empty()) {
        out << ", whose texts are unknown\n";
        return;
    }
    const std::size_t all = vocabulary.words().size();
    out << (all > most_words_listed ? ", of which this run has\n\n" : "\n\n");
    std::vector<std::int32_t>& ids = met;
    if (all <= most_words_listed) {
        ids.resize(all);
        std::iota(ids.begin(), ids.end(), 0);
    }
    const auto word_of = [&](std::int32_t id) { return printable(vocabulary.words()[static_cast<std::size_t>(id)]); };
    constexpr std::size_t line_width = 100;
    const std::size_t id_width = std::to_string(all - 1).size();
    std::size_t word_width = 1;
    for (const std::int32_t id : ids) word_width = std::max(word_width, text_width(word_of(id)));
    const std::size_t per_line = std::max<std::size_t>(1, line_width / (id_width + word_width + 5));
    std::string line;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        const bool last = i % per_line == per_line - 1 || i + 1 == ids.size();
        line += "  " + right_aligned(std::to_string(ids[i]), id_width) + "  ";
        line += last ? word_of(ids[i]) + '\n' : left_aligned(word_of(ids[i]), word_width + 1);
        if (last) out << std::exchange(line, "");
    }
}

}  // namespace

const Vocabulary& output_words(const Trace& trace, const ListingInput& input) {
    return trace.outline->model.configuration.last_stack() == StackKind::encoder ? input.source_vocabulary
                                                                                 : input.target_vocabulary;
}

TokenLabels token_labels(const Trace& trace, const ListingInput& input) {
    TokenLabels labels;
    const bool by_batch = input.batch && !trace.outline->model.configuration.is_transformer();
    labels.source = sentences(by_batch ? view(input.batch->src) : trace.find("src.tokens"), input.source_vocabulary);
    labels.target = sentences(by_batch ? view(input.batch->tgt) : trace.find("tgt.tokens"), input.target_vocabulary);
    for (Size id = 0; id < trace.outline->model.configuration.output_vocabulary(); ++id)
        labels.vocabulary.push_back(word(output_words(trace, input), static_cast<double>(id)));
    return labels;
}

TokenLabels prediction_labels(const Trace& trace, const ListingInput& input) {
    const auto predicted = sentences(trace.find("predictions"), output_words(trace, input));
    return {.source = predicted, .target = predicted, .vocabulary = {}};
}

void write_vocabularies(std::ostream& out, const Trace& trace, const ListingInput& input) {
    const Configuration& c = trace.outline->model.configuration;
    const TensorView predicted = trace.find("predictions"), labels = view(input.labels);
    const auto tokens_of = [&](const char* path, bool predicts, Size size) {
        return ids_in({trace.find(path), predicts ? predicted : TensorView(), predicts ? labels : TensorView()}, size);
    };
    write_vocabulary(out, "source", input.source_vocabulary, c.src_vocab_size,
                     tokens_of("src.tokens", c.last_stack() == StackKind::encoder, c.src_vocab_size));
    write_vocabulary(out, "target", input.target_vocabulary, c.tgt_vocab_size,
                     tokens_of("tgt.tokens", c.last_stack() == StackKind::decoder, c.tgt_vocab_size));
}

void write_batch_words(std::ostream& out, const Trace& trace, const TokenLabels& labels, const ListingInput& input) {
    if (!labels.source.empty()) write_sentences(out, "source batch (text)", labels.source);
    if (!labels.target.empty()) write_sentences(out, "target batch (text)", labels.target);
    if (!input.labels.empty())
        write_sentences(out, "true output (text)", sentences(view(input.labels), output_words(trace, input)));
}

void write_masks(std::ostream& out, const Trace& trace, const TokenLabels& labels) {
    TensorView source = trace.find("encoder.layers.0.self_attn.mask"), target = trace.find("decoder.layers.0.self_attn.mask");
    if (!source.present() || !target.present()) return;

    // All queries of the encoder may attend to the same keys, so one row is enough.
    source.layout = {.rank = 2,
                     .axes = {Axis::batch, Axis::key},
                     .shape = {source.layout.shape[0], source.layout.shape[3]},
                     .strides = {source.layout.strides[0], source.layout.strides[3]}};
    out << "\nsource mask " << axes_text(source.layout) << ": 1 = every query may attend to this key\n\n";
    write_cells(out, {source, Side::source, Side::source, labels}, 0);

    target.layout = {.rank = 3,
                     .axes = {Axis::batch, Axis::query, Axis::key},
                     .shape = {target.layout.shape[0], target.layout.shape[2], target.layout.shape[3]},
                     .strides = {target.layout.strides[0], target.layout.strides[2], target.layout.strides[3]}};
    out << "\ntarget mask " << axes_text(target.layout) << ": 1 = the query of this row may attend to this key\n\n";
    write_cells(out, {target, Side::target, Side::target, labels}, 0);
}

void write_predicted_words(std::ostream& out, const Trace& trace, const ListingInput& input) {
    write_sentences(out, "predictions (text)", sentences(trace.find("predictions"), output_words(trace, input)));
}

namespace {

using Row = std::array<std::string, 6>;

/// Writes right-aligned positions and probabilities and left-aligned words; every column is as wide as its widest cell in any
/// sentence.
void write_rows(std::ostream& out, const std::vector<std::vector<Row>>& list) {
    const Row heading{"position", "token", "true", "predicted", "probability of true", ""};
    std::array<std::size_t, 6> widths{};
    for (std::size_t i = 0; i < heading.size(); ++i) {
        widths[i] = text_width(heading[i]);
        for (const auto& rows : list) {
            for (const Row& row : rows) widths[i] = std::max(widths[i], text_width(row[i]));
        }
    }
    const auto write = [&](const Row& row) {
        out << "  ";
        for (std::size_t i = 0; i + 1 < row.size(); ++i)
            out << "  " << (i == 0 || i == 4 ? right_aligned(row[i], widths[i]) : left_aligned(row[i], widths[i]));
        out << (row.back().empty() ? "" : "  ") << row.back() << '\n';
    };
    for (std::size_t b = 0; b < list.size(); ++b) {
        out << "\n  sentence " << b + 1 << '\n';
        write(heading);
        for (const Row& row : list[b]) write(row);
    }
}

}  // namespace

void write_comparison(std::ostream& out, const Trace& trace, const ListingInput& input) {
    const TensorView tokens = trace.find("tgt.tokens"), predictions = trace.find("predictions");
    const TensorView probabilities = trace.find("probabilities");
    std::vector<std::vector<Row>> list;
    Size counted = 0, right = 0;
    for (Size b = 0; b < input.labels.size(0); ++b) {
        auto& rows = list.emplace_back();
        for (Size t = 0; t < input.labels.size(1); ++t) {
            const std::int32_t label = input.labels.at({b, t});
            const bool padding = label == trace.outline->model.configuration.pad_tgt, equal = predictions.at({b, t}) == label;
            counted += !padding, right += !padding && equal;
            const auto write = [&](double id) { return word(input.target_vocabulary, id); };
            rows.push_back({std::to_string(t), write(tokens.at({b, t})), write(label), write(predictions.at({b, t})),
                            label < 0 ? "" : number_text(probabilities.at({b, t, label}), ElementType::scalar, 4),
                            padding ? "padding"
                            : equal ? "right"
                                    : "wrong"});
        }
    }
    write_rows(out, list);
    out << fmt::format("\n  {} of {} tokens right, padding not counted\n", right, counted);
}

}  // namespace vitrine
