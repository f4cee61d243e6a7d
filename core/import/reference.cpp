#include "core/import/reference.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>
#include <set>

#include "core/files/npz_reading.h"
#include "core/files/problem.h"
#include "core/files/safetensors.h"
#include "core/files/zip_reading.h"
#include "core/import/words.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

struct Candidate {
    std::string name;
    ForeignTensor tensor;
    std::vector<int> axes;  ///< the order batch × position × token
};

/// Batch × position × token, position × batch × token, or batch · position × token.
std::optional<std::vector<int>> logits_axes(const ForeignTensor& tensor, const Batch& batch, Size words) {
    const std::vector<Size>& shape = tensor.shape;
    const Size sentences = batch.sentences(), length = batch.target_length();
    if (shape == std::vector{sentences, length, words}) return std::vector{0, 1, 2};
    if (shape == std::vector{length, sentences, words}) return std::vector{1, 0, 2};
    if (shape == std::vector{sentences * length, words}) return std::vector{0, 1};
    if (sentences == 1 && shape == std::vector{length, words}) return std::vector{0, 1};
    return std::nullopt;
}

/// How clearly a name says that these are logits; 0: not at all.
int clarity_of(const std::string& name) {
    const Words last = words_of(parts_of(name).back()), all = words_of(name);
    if (last == Words{"logits"}) return 3;
    if (has_word(all, {"logits"})) return 2;
    return has_word(all, {"out", "output", "generator", "head", "logit", "log", "prob", "probs", "unembed", "projection"}) ? 1 : 0;
}

StoredTensors read_tensors(const std::filesystem::path& path) { return is_zip(path) ? read_npz(path) : read_safetensors(path); }

std::string names_of(const std::vector<Candidate>& candidates) {
    std::string names;
    for (const Candidate& candidate : candidates) names += (names.empty() ? "" : ", ") + in_quotes(candidate.name);
    return names;
}

/// The kind of these numbers: rows of probabilities add up to 1.
LogitsKind kind_of(const std::vector<Scalar>& numbers, Size words) {
    constexpr double tolerance = 1e-3;
    bool probabilities = true, logarithms = true;
    for (std::size_t row = 0; row < numbers.size(); row += static_cast<std::size_t>(words)) {
        double sum = 0, sum_of_exponentials = 0;
        for (std::size_t i = row; i < row + static_cast<std::size_t>(words); ++i) {
            const auto x = static_cast<double>(numbers[i]);
            probabilities = probabilities && x >= 0;
            logarithms = logarithms && x <= 0;
            sum += x, sum_of_exponentials += std::exp(x);
        }
        probabilities = probabilities && std::abs(sum - 1) < tolerance;
        logarithms = logarithms && std::abs(sum_of_exponentials - 1) < tolerance;
    }
    return probabilities ? LogitsKind::probabilities : logarithms ? LogitsKind::log_probabilities : LogitsKind::logits;
}

/// Keeps the candidates that are not probabilities, and the first of equal ones.
void keep_logits(std::vector<Candidate>& candidates, Size words) {
    const auto is_softmax = [&](const Candidate& c) { return kind_of(numbers_of(c.tensor, c.axes), words) != LogitsKind::logits; };
    std::vector<Candidate> logits;
    std::copy_if(candidates.begin(), candidates.end(), std::back_inserter(logits),
                 [&](const Candidate& c) { return !is_softmax(c); });
    if (candidates.size() > 1 && !logits.empty()) candidates = logits;
    const auto is_first = [&](const Candidate& c) {
        return numbers_of(c.tensor, c.axes) == numbers_of(candidates[0].tensor, candidates[0].axes);
    };
    if (candidates.size() > 1 && std::all_of(candidates.begin() + 1, candidates.end(), is_first)) candidates.resize(1);
}

/// log Σ exp of a row, without overflow.
double log_sum_of_exponentials(const Scalar* row, Size words) {
    const auto largest = static_cast<double>(*std::max_element(row, row + words));
    double sum = 0;
    for (Size i = 0; i < words; ++i) sum += std::exp(static_cast<double>(row[i]) - largest);
    return largest + std::log(sum);
}

double deviation_of(double a, double b) {
    if (a == b) return 0;
    const double difference = std::abs(a - b) / std::max(1.0, std::abs(b));
    return std::isnan(difference) ? std::numeric_limits<double>::infinity() : difference;
}

}  // namespace

Size words_in_reference(const std::filesystem::path& path, const Batch& batch, Size expected) {
    const StoredTensors stored = read_tensors(path);
    int clearest = stored.tensors.size() == 1 ? 0 : 1;
    std::set<Size> words;
    for (const auto& [name, tensor] : stored.tensors) {
        const ForeignTensor view = foreign(tensor);
        const int clarity = clarity_of(name);
        if (!is_floating(tensor.type) || view.rank() < 2 || !logits_axes(view, batch, view.shape.back())) continue;
        if (view.shape.back() == expected) return expected;
        if (clarity < clearest) continue;
        if (clarity > clearest) words.clear();
        clearest = clarity;
        words.insert(view.shape.back());
    }
    return words.size() == 1 ? *words.begin() : 0;
}

Reference read_reference(const std::filesystem::path& path, const Batch& batch, Size words) {
    const StoredTensors stored = read_tensors(path);
    std::vector<Candidate> found;
    int clearest = 0;
    for (const auto& [name, tensor] : stored.tensors) {
        const ForeignTensor view = foreign(tensor);
        const auto axes = is_floating(tensor.type) ? logits_axes(view, batch, words) : std::nullopt;
        if (!axes) continue;
        const int clarity = clarity_of(name);
        if (clarity > clearest) found.clear();
        if (clarity < clearest) continue;
        clearest = clarity;
        found.push_back({name, view, *axes});
    }
    keep_logits(found, words);
    const std::string wanted = shape_text(std::vector{batch.sentences(), batch.target_length(), words});
    if (found.empty()) fail(path.string(), "has no logits for this batch: a tensor " + wanted + " is wanted");
    if (found.size() > 1)
        fail(path.string(), "has several tensors " + wanted + ": " + names_of(found) + "; the logits must be named 'logits'");
    Reference reference{found[0].name,     LogitsKind::logits,    numbers_of(found[0].tensor, found[0].axes),
                        batch.sentences(), batch.target_length(), words};
    reference.kind = kind_of(reference.numbers, words);
    return reference;
}

Deviation deviation_from(const Reference& reference, const Tensor& logits, const Batch& batch, std::int32_t padding) {
    Deviation deviation;
    for (Size row = 0; row < reference.sentences * reference.length; ++row) {
        const Size sentence = row / reference.length, place = row % reference.length;
        const bool is_padding = batch.tgt.data()[row] == padding;
        const Scalar* ours = logits.data() + row * reference.words;
        const double shift = reference.kind == LogitsKind::logits ? 0 : log_sum_of_exponentials(ours, reference.words);
        for (Size word = 0; word < reference.words; ++word) {
            const double logit = static_cast<double>(ours[word]) - shift;
            const double a = reference.kind == LogitsKind::probabilities ? std::exp(logit) : logit;
            const double d =
                deviation_of(a, static_cast<double>(reference.numbers[static_cast<std::size_t>(row * reference.words + word)]));
            if (is_padding) {
                ++deviation.at_padding;
                deviation.of_padding = std::max(deviation.of_padding, d);
                continue;
            }
            ++deviation.compared;
            if (d > deviation.largest) {
                deviation.largest = d;
                deviation.sentence = sentence, deviation.place = place, deviation.word = word;
            }
        }
    }
    return deviation;
}

}  // namespace vitrine
