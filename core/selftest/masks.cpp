/// Rows that sum to 1, and tokens that the masks hide.

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/selftest/checks.h"
#include "core/selftest/sample_run.h"

namespace vitrine {

namespace {

/// Whether the rows of a tensor are distributions, which sum to 1.
bool has_distributions(const std::string& path) { return path == "probabilities" || path.ends_with("_attn.weights"); }

}  // namespace

SelfTestResult check_row_sums(const Computation& computation) {
    Comparisons comparisons("rows", 1e-5);
    const SampleRun run(padded_sample, computation);
    const Trace trace = run.trace();
    for (std::size_t i = 0; i < trace.tensors.size(); ++i) {
        const std::string& path = trace.outline->tensors[i].path;
        const TensorView& tensor = trace.tensors[i];
        if (!tensor.present() || !has_distributions(path)) continue;
        const Size width = tensor.layout.shape[static_cast<std::size_t>(tensor.layout.rank - 1)];
        for (Size row = 0; row < tensor.layout.count() / width; ++row) {
            double sum = 0;
            for (Size cell = 0; cell < width; ++cell) sum += tensor.at(index_of(tensor.layout, row * width + cell));
            comparisons.add(std::abs(sum - 1), [&] {
                return fmt::format("{}: the row of {} sums to {:.6f}", path,
                                   cell_words("", tensor.layout, index_of(tensor.layout, row * width)), sum);
            });
        }
    }
    return comparisons.take();
}

SelfTestResult check_leaks(const Computation& computation) {
    Comparisons comparisons("rows", 0);
    const SampleRun run(padded_sample, computation);
    const Configuration& c = run.model.configuration;
    for (const BatchSide side : {BatchSide::source, BatchSide::target}) {
        const IndexTensor& tokens = side == BatchSide::source ? run.model.batch.src : run.model.batch.tgt;
        const std::int32_t pad = side == BatchSide::source ? c.pad_src : c.pad_tgt,
                           words = static_cast<std::int32_t>(side == BatchSide::source ? c.src_vocab_size : c.tgt_vocab_size);
        for (Size cell = 0; cell < tokens.count(); ++cell) {
            const TokenPlace place{side, cell / tokens.size(1), cell % tokens.size(1)};
            std::int32_t id = (tokens.data()[cell] + 1) % words;
            if (id == pad) id = (id + 1) % words;
            const LeakTest leaks = computation.leaks(run.finished(), {place, id});
            const auto seen = [](const std::vector<RowMovement>& rows) {
                return std::ranges::any_of(rows, [](const RowMovement& row) { return row.may_move && row.moved; });
            };
            comparisons.add(seen(leaks.memory) || seen(leaks.outputs) ? 0 : 1, [&] {
                return fmt::format("token {} of sentence {} in the {} changes nothing", place.position + 1, place.sentence + 1,
                                   side == BatchSide::source ? "source" : "target");
            });
            for (const auto* rows : {&leaks.memory, &leaks.outputs}) {
                for (const RowMovement& row : *rows) {
                    if (row.may_move) continue;
                    comparisons.add(row.moved || row.hides ? 1 + std::abs(row.by) : 0, [&] {
                        return fmt::format("after token {} of sentence {} in the {} changed", place.position + 1,
                                           place.sentence + 1, side == BatchSide::source ? "source" : "target");
                    });
                }
            }
        }
    }
    return comparisons.take();
}

}  // namespace vitrine
