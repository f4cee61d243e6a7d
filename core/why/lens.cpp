#include "core/why/lens.h"

#include <algorithm>

namespace vitrine {

namespace {

/// The rows of one sentence of a point at these positions: [1, position, D].
Tensor rows_at(const TensorView& stream, Size sentence, const std::vector<Size>& positions) {
    Tensor rows{Axis::batch, Axis::position, Axis::feature};
    const Size width = stream.layout.shape[2];
    rows.resize({1, static_cast<Size>(positions.size()), width});
    for (std::size_t i = 0; i < positions.size(); ++i) {
        for (Size j = 0; j < width; ++j)
            rows.at({0, static_cast<Size>(i), j}) = static_cast<Scalar>(stream.at({sentence, positions[i], j}));
    }
    return rows;
}

}  // namespace

std::vector<LensReading> read_lens(const Pass& pass, const AskedRun& run, const AskedLogit& logit) {
    check(logit, run);
    const bool classes = run.configuration.classes > 0;
    const std::vector<Size> positions = classes ? std::vector<Size>{0} : positions_of(run, logit.sentence);
    std::vector<LensReading> readings;
    for (const StreamPoint& point : stream_points(*run.trace.outline)) {
        const Tensor rows = rows_at(run.find(point.path), logit.sentence, positions);
        Activations said;
        read_out(pass, rows, said);
        const Tensor& logits = classes ? said.classifier.scores : said.logits;
        const Size words = logits.size(logits.layout().rank - 1);
        LensReading& reading = readings.emplace_back(LensReading{point, {}, {}});
        for (std::size_t i = 0; i < positions.size(); ++i) {
            const std::span row(logits.data() + static_cast<Size>(i) * words, static_cast<std::size_t>(words));
            reading.log_probability.push_back(log_probability(row, logit.word));
            reading.top.push_back(static_cast<std::int32_t>(std::ranges::max_element(row) - row.begin()));
        }
    }
    return readings;
}

}  // namespace vitrine
