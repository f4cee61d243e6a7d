#include "core/why/circuits.h"

#include <cmath>
#include <complex>
#include <span>

#include <Eigen/Eigenvalues>

#include "core/tensor/eigen.h"
#include "core/tensor/parallel.h"

namespace vitrine {

namespace {

using Weights = Eigen::MatrixXd;

/// The matrices of a head as they act on columns: value and output are [d, D] and [D, d], query and key [d, D].
struct HeadMatrices {
    Weights query, key, value, output;

    const Weights& reading(CompositionKind kind) const {
        return kind == CompositionKind::query ? query : kind == CompositionKind::key ? key : value;
    }
};

HeadMatrices weights_of(const Configuration& c, const AttentionParameters& p, StackKind stack, Size head) {
    const Size heads = c.heads(stack), key_heads = c.key_heads(stack), width = c.head_width(stack);
    const Size key_head = head * key_heads / heads;
    const ConstMatrixView stacked = rows(p.in_proj_weight), output = rows(p.out_proj.weight);
    const auto rows_from = [&](Size first) -> Weights { return stacked.middleRows(first, width).cast<double>(); };
    return {rows_from(head * width), rows_from(heads * width + key_head * width),
            rows_from((heads + key_heads) * width + key_head * width), output.middleCols(head * width, width).cast<double>()};
}

std::vector<AttentionPlace> self_attentions(const Configuration& c, StackKind stack) {
    const AttentionKind kind = stack == StackKind::encoder ? AttentionKind::encoder_self : AttentionKind::decoder_self;
    std::vector<AttentionPlace> places;
    for (Size layer = 0; layer < attention_layers(c, kind); ++layer) places.push_back({kind, layer});
    return places;
}

std::vector<HeadMatrices> heads_of(const Configuration& c, const Parameters& p, StackKind stack, const AttentionPlace& place) {
    std::vector<HeadMatrices> heads;
    for (Size head = 0; head < c.heads(stack); ++head) heads.push_back(weights_of(c, attention_of(p, place), stack, head));
    return heads;
}

/// Uᵀ E over the stream's features: what the table of embeddings writes into the stream, as the head before the logits reads it.
Weights words_in_stream(const Configuration& c, const Parameters& p, StackKind stack) {
    const bool encodes = stack == StackKind::encoder;
    const Tensor& table = encodes ? p.src_embedding.weight : p.target_table();
    const LinearParameters& projection = encodes ? p.src_embedding_projection : p.tgt_embedding_projection;
    Weights product = (rows(p.output_weight()).transpose() * rows(table)).cast<double>();
    if (c.d_embed) product = product * rows(projection.weight).transpose().cast<double>();
    if (c.project_output) product = rows(p.head_projection.weight).transpose().cast<double>() * product;
    return product;
}

double copying_of(const HeadMatrices& head, const Weights& words) {
    const Weights map = head.value * words.transpose() * head.output;  // its eigenvalues are those of OV · UᵀE that are not 0
    const Eigen::EigenSolver<Weights> solver(map, false);
    double real = 0, size = 0;
    for (const std::complex<double>& value : solver.eigenvalues()) real += value.real(), size += std::abs(value);
    return size > 0 ? real / size : 0;
}

/// ‖A · B‖ in the Frobenius norm, where gram is AᵀA.
double norm_of_product(const Weights& gram, const Weights& b) { return std::sqrt(std::max(0.0, (gram * b).cwiseProduct(b).sum())); }

}  // namespace

std::string_view name(CompositionKind kind) {
    constexpr std::string_view names[] = {"Q", "K", "V"};
    return names[static_cast<std::size_t>(kind)];
}

std::vector<CopyingHeads> copying_heads(const Configuration& c, const Parameters& p) {
    const StackKind stack = c.last_stack();
    if (!c.is_transformer() || !c.logits) return {};
    const Weights words = words_in_stream(c, p, stack);
    std::vector<CopyingHeads> found;
    for (const AttentionPlace& place : self_attentions(c, stack)) {
        const std::vector<HeadMatrices> heads = heads_of(c, p, stack, place);
        CopyingHeads& copying = found.emplace_back(CopyingHeads{place, std::vector<double>(heads.size())});
        share(static_cast<Size>(heads.size()), [&](Size head) {
            const auto at = static_cast<std::size_t>(head);
            copying.copying[at] = copying_of(heads[at], words);
        });
    }
    return found;
}

namespace {

/// The shares of what a head below writes that the heads above read, for all three of their matrices.
void compose(const HeadMatrices& below, const std::vector<HeadMatrices>& above, std::size_t row, std::span<Composition> to) {
    const Weights gram = below.value * below.value.transpose();  // [d, d]
    const double written = norm_of_product(gram, below.output.transpose());
    for (std::size_t kind = 0; kind < to.size(); ++kind) {
        for (std::size_t head = 0; head < above.size(); ++head) {
            const Weights& reading = above[head].reading(static_cast<CompositionKind>(kind));
            const Weights met = (reading * below.output).transpose();  // [d below, d above]
            const double whole = written * reading.norm();
            to[kind].values[row][head] = whole > 0 ? norm_of_product(gram, met) / whole : 0;
        }
    }
}

}  // namespace

std::vector<Composition> compositions(const Configuration& c, const Parameters& p) {
    std::vector<Composition> all;
    const StackKind last = c.last_stack(), other = last == StackKind::encoder ? StackKind::decoder : StackKind::encoder;
    for (const StackKind stack : {last, other}) {
        const std::vector<AttentionPlace> places = self_attentions(c, stack);
        std::vector<std::vector<HeadMatrices>> heads;
        for (const AttentionPlace& place : places) heads.push_back(heads_of(c, p, stack, place));
        for (std::size_t a = 0; a < places.size(); ++a) {
            for (std::size_t b = a + 1; b < places.size(); ++b) {
                const std::size_t first = all.size();
                const std::vector<double> none(heads[b].size());
                for (const CompositionKind kind : {CompositionKind::query, CompositionKind::key, CompositionKind::value})
                    all.push_back({places[a], places[b], kind, std::vector(heads[a].size(), none)});
                share(static_cast<Size>(heads[a].size()), [&](Size head) {
                    const auto row = static_cast<std::size_t>(head);
                    compose(heads[a][row], heads[b], row, std::span(all).subspan(first));
                });
            }
        }
    }
    return all;
}

}  // namespace vitrine
