#include "core/ops/cross_entropy.h"

#include <algorithm>
#include <cmath>

#include "core/tensor/eigen.h"
#include "core/tensor/row_blocks.h"

namespace vitrine {

void argmax_forward(const Tensor& logits, IndexTensor& predictions) {
    const auto in = rows(logits);
    for_row_blocks(in.rows(), in.cols(), [&](Size first, Size count) {
        for (Size i = first; i < first + count; ++i) {
            // Finds the maximum in vector registers, then searches for its index.
            const Scalar *begin = in.row(i).data(), *end = begin + in.cols();
            const Scalar maximum = in.row(i).maxCoeff<Eigen::PropagateNaN>();
            const auto is_best = [maximum](Scalar logit) { return logit == maximum || std::isnan(logit); };
            predictions.data()[i] = static_cast<std::int32_t>(std::find_if(begin, end, is_best) - begin);
        }
    });
}

namespace {

/// The number of labels that the mean is taken over.
Scalar counted_labels(const CrossEntropyTarget& target) {
    if (target.counted > 0) return Scalar(target.counted);
    const std::int32_t* labels = target.labels.data();
    return Scalar(target.labels.count() - std::count(labels, labels + target.labels.count(), target.pad));
}

/// The loss of one position, −(1 − ε) · log p[label] − ε/V · Σ log p, with log p[v] = logits[v] − log Σ exp(logits).
Scalar loss_of_token(const ConstRowView& logits, std::int32_t label, double smoothing) {
    const Scalar maximum = logits.maxCoeff();
    const Scalar log_sum = std::log((logits.array() - maximum).exp().sum()) + maximum;
    const Scalar loss = log_sum - logits(label);
    if (smoothing == 0) return loss;
    const auto epsilon = static_cast<Scalar>(smoothing);
    return (1 - epsilon) * loss + epsilon * (log_sum - logits.mean());
}

}  // namespace

void cross_entropy_forward(const Tensor& logits, const CrossEntropyTarget& target, Tensor& token_loss) {
    const Size vocabulary = rows(logits).cols();
    for_row_blocks(target.labels.count(), 8 * vocabulary, [&](Size first, Size count) {
        for (Size i = first; i < first + count; ++i) {
            const std::int32_t label = target.labels.data()[i];
            const ConstRowView row_of_logits(logits.data() + i * vocabulary, vocabulary);
            token_loss.data()[i] = label == target.pad ? 0 : loss_of_token(row_of_logits, label, target.smoothing);
        }
    });
}

void mean_loss_forward(const Tensor& token_loss, const CrossEntropyTarget& target, Tensor& loss) {
    loss.data()[0] = row(token_loss).sum() / counted_labels(target);
}

void cross_entropy_backward(const Tensor& probabilities, const CrossEntropyTarget& target, Tensor& d_logits) {
    const auto p = rows(probabilities);
    auto d = rows(d_logits);
    const Scalar counted = counted_labels(target);
    const auto epsilon = static_cast<Scalar>(target.smoothing);
    for_row_blocks(p.rows(), p.cols(), [&](Size first, Size count) {
        for (Size i = first; i < first + count; ++i) {
            const std::int32_t label = target.labels.data()[i];
            if (label == target.pad) {
                d.row(i).setZero();
                continue;
            }
            // loss = Σ (−(1 − ε) · log p[label] − ε/V · Σ log p) / counted, and ∂ log p[w]/∂logits[v] = (v == w) − p[v]
            d.row(i).array() = (p.row(i).array() - epsilon / Scalar(p.cols())) / counted;
            d(i, label) -= (1 - epsilon) / counted;
        }
    });
}

Dependence argmax_dependence() {
    const auto first_of_largest = [](const TermValues& found) {
        const std::vector<double>& row = found.terms[0];
        const auto nan = std::find_if(row.begin(), row.end(), [](double logit) { return std::isnan(logit); });
        return static_cast<double>((nan != row.end() ? nan : std::max_element(row.begin(), row.end())) - row.begin());
    };
    return {.kind = DependenceKind::select,
            .output = "bl",
            .formula = "prediction[l] = the first v with the largest logits[l,v]",
            .terms = {{.label = "", .factors = {{0, "blv"}}}},
            .result = first_of_largest};
}

namespace {

/// The loss of one position and its intermediate values.
struct Surprise {
    double log_sum = 0, of_label = 0, mean = 0;

    Surprise(const std::vector<double>& logits, double label) : of_label(logits[static_cast<std::size_t>(label)]) {
        const double maximum = *std::max_element(logits.begin(), logits.end());
        double sum = 0;
        for (const double logit : logits) sum += std::exp(logit - maximum), mean += logit / static_cast<double>(logits.size());
        log_sum = std::log(sum) + maximum;
    }
};

/// 1 / the number of labels that count. Operand 0: labels.
std::function<double(const std::vector<TensorView>&)> one_by_count(const CrossEntropyRule& rule) {
    return [rule](const std::vector<TensorView>& operands) {
        if (rule.counted > 0) return 1 / static_cast<double>(rule.counted);
        const Size all = operands[0].layout.count();
        Size counted = 0;
        for (Size i = 0; i < all; ++i) counted += operands[0].at_offset(i) != rule.pad;
        return 1 / static_cast<double>(counted);
    };
}

bool has_padding(const CrossEntropyRule& rule) { return rule.pad >= 0; }

/// "number of labels that are not padding".
std::string counted_words(const CrossEntropyRule& rule) {
    return has_padding(rule) ? "number of labels that are not padding" : "number of labels";
}

std::string at_padding(const CrossEntropyRule& rule) { return has_padding(rule) ? ", 0 at padding" : ""; }

std::string cell_of_logits(const CrossEntropyRule& rule) { return rule.of_sentences ? "bv" : "blv"; }
std::string logits_name(const CrossEntropyRule& rule) { return rule.of_sentences ? "scores" : "logits"; }

/// The gradient of the mean loss: (p − target) / count, where the target is 1 − ε on the label plus ε/V on every token; 0 at
/// padding. Operand 0: labels. The probabilities are the further value; their last axis has `words` entries.
OperandGradient logits_gradient(const CrossEntropyRule& rule, Size words) {
    const auto counts = [rule](const Index&, double label) { return label == rule.pad ? 0.0 : 1.0; };
    const auto target = [rule, words](const Index& output, double label) {
        if (label == rule.pad) return 0.0;
        const double on_label = static_cast<double>(output[rule.of_sentences ? 1 : 2]) == label ? 1 - rule.smoothing : 0;
        return -(on_label + rule.smoothing / static_cast<double>(words));
    };
    const std::string cell = cell_of_logits(rule), at = rule.of_sentences ? "[v]" : "[l,v]";
    return {
        .operand = 1,
        .output = cell,
        .formula = "∂" + logits_name(rule) + at + " = (p" + at + " − target" + at + ") / " + counted_words(rule) + at_padding(rule),
        .terms = {{.label = "p",
                   .factors = {{further_value, cell},
                               {.operand = 0, .cell = "bl", .function = counts, .label = "1 where the label is no padding"}}},
                  {.label = "− target",
                   .factors = {{.operand = 0, .cell = "bl", .function = target, .label = "− target, of the label"}}}},
        .scale_of = one_by_count(rule)};
}

}  // namespace

Dependence token_loss_dependence(const CrossEntropyRule& rule, Size words) {
    const auto loss = [rule](const TermValues& found) {
        if (found[0] == rule.pad) return 0.0;
        const Surprise surprise(found.terms[1], found[0]);
        return surprise.log_sum - (1 - rule.smoothing) * surprise.of_label - rule.smoothing * surprise.mean;
    };
    const auto intermediate_values = [rule](const TermValues& found) {
        if (found[0] == rule.pad)
            return std::vector<IntermediateValue>{
                {has_padding(rule) ? "the label is padding, which counts" : "no label, which counts", 0}};
        const Surprise surprise(found.terms[1], found[0]);
        if (rule.smoothing == 0)
            return std::vector<IntermediateValue>{
                {"ln Σ exp(" + logits_name(rule) + ')', surprise.log_sum},
                {rule.of_sentences ? "− score of the label" : "− logit of the label", surprise.of_label}};
        return std::vector<IntermediateValue>{{"ln Σ exp(logits)", surprise.log_sum},
                                              {"− (1 − ε) · logit of the label", (1 - rule.smoothing) * surprise.of_label},
                                              {"− ε · mean of the logits", rule.smoothing * surprise.mean}};
    };
    return {.kind = DependenceKind::softmax,
            .output = "bl",
            .formula = (rule.of_sentences     ? "loss = −ln(exp(scores[label]) / Σ exp(scores[v]))"
                        : rule.smoothing == 0 ? "loss[l] = −ln(exp(logits[l,label]) / Σ exp(logits[l,v]))"
                                              : "loss[l] = −(1 − ε) · ln p[label] − ε/V · Σ ln p[v], p = softmax(logits[l])") +
                       at_padding(rule),
            .terms = {{.label = "label", .factors = {{0, "bl"}}}, {.label = "", .factors = {{1, cell_of_logits(rule)}}}},
            .result = loss,
            .intermediate_values = intermediate_values,
            .gradients = {logits_gradient(rule, words)}};
}

Dependence loss_dependence(const CrossEntropyRule& rule) {
    return {.kind = DependenceKind::sum,
            .output = "n",
            .formula = "loss = Σ loss[b,l] / " + (rule.counted > 0 ? std::to_string(rule.counted) : counted_words(rule)),
            .terms = {{.label = "", .factors = {{1, "bl"}}}},
            .scale_of = one_by_count(rule)};
}

}  // namespace vitrine
