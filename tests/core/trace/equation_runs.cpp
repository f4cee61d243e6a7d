#include "tests/core/trace/equation_runs.h"

#include <cmath>
#include <limits>

#include <doctest/doctest.h>

#include "core/trace/parameter_trace.h"

namespace vitrine::tests {

EquatedRun::EquatedRun(Random& random) : made(random_ingredients(random)) {
    const Configuration& c = made.configuration;
    made.regime.design = coin(random) ? random_design(c, random) : Design{};
    if (coin(random)) made.regime.dropout = 0.3, made.regime.embedding_dropout = 0.2, made.regime.seed = random.next();
    if (coin(random)) made.regime.label_smoothing = 0.1;
    if (random.below(4) == 0) made.regime.counted_labels = 7;
    forward(made.pass({}), activations);
    if (coin(random)) interventions = random_interventions(made, activations, random);
    compute();
}

EquatedRun::EquatedRun(Ingredients ingredients) : made(std::move(ingredients)) { compute(); }

void EquatedRun::compute() {
    const Configuration& c = made.configuration;
    parameters = altered_parameters(made.parameters, interventions);
    forward({c, parameters, made.batch, made.regime, &interventions}, activations);
    trace =
        make_trace(std::make_shared<const Outline>(make_outline(c, made.regime, partial_residuals(interventions, c))), activations);
    parameter_trace = make_parameter_trace(*trace.outline, list_parameters(parameters));
}

Ingredients lone_ingredients(Random& random) {
    Configuration c = lone_attention();
    c.nhead = between(random, 1, 3);
    c.d_model = c.nhead * between(random, 1, 3);
    c.src_vocab_size = between(random, 1, 6), c.tgt_vocab_size = between(random, 1, 4);
    c.bias = coin(random);
    check(c);
    Ingredients made;
    made.configuration = c;
    made.parameters = random_parameters(c, random);
    made.batch = vitrine::random_batch(c, random.next());
    made.regime.design.scale_scores = coin(random);
    return made;
}

TensorView EquatedRun::find(const std::string& path) const {
    const TensorView recorded = trace.find(path);
    return recorded.present() ? recorded : parameter_trace.find(path);
}

bool EquatedRun::is_by_hand(const std::string& path, const Index& cell) const {
    for (const SilencedHead& silenced : interventions.silenced) {
        if (path == silenced.attention + ".context" && cell[1] == silenced.head) return true;
    }
    return std::ranges::any_of(interventions.overwrites, [&](const Overwrite& one) {
        const Overwrite there = stored(one);
        return there.path == path && there.index == cell;
    });
}

bool EquatedRun::is_by_hand(const std::string& path) const {
    return std::ranges::any_of(interventions.overwrites, [&](const Overwrite& one) { return stored(one).path == path; });
}

std::string last_name(const std::string& path) { return path.substr(path.rfind('.') + 1); }

std::string beginning_of(const std::string& path) { return path.substr(0, path.rfind('.') + 1); }

Meaning numbers_of(const EquatedRun& run) {
    const Configuration& c = run.made.configuration;
    Meaning meaning;
    meaning.numbers = {
        {"D", c.d_model}, {"d", c.head_width()}, {"V", c.tgt_vocab_size}, {"ε", c.layer_norm_eps}, {"p", run.made.regime.dropout}};
    meaning.labels = run.find("labels");
    meaning.pad = c.pad_tgt;
    return meaning;
}

bool holds(double computed, double recorded) {
    if (std::isnan(computed) && std::isnan(recorded)) return true;
    if (computed == recorded) return true;
    return std::abs(computed - recorded) <= 1e-9 * (1 + std::abs(recorded));
}

namespace {

/// A softmax row in which everything is hidden: 0 ÷ 0 in the equation, but 0 in the run, as the step's text says.
bool is_hidden_row(const TensorInfo& info, double computed, double recorded) {
    return info.path.ends_with(".weights") && std::isnan(computed) && recorded == 0;
}

/// The same softmax after the largest number of each row was subtracted, so that exp() does not underflow everywhere, as with
/// −10⁹.
double with_less(const std::string& right, Meaning meaning, const std::string& name, const LetterPlaces& places) {
    const auto named = meaning.tensors.find(name);
    if (named == meaning.tensors.end() || named->second.layout.rank != 4) return std::numeric_limits<double>::quiet_NaN();
    const TensorView of = named->second;
    Tensor less{Axis::batch, Axis::head, Axis::query, Axis::key};
    less.resize({of.layout.shape[0], of.layout.shape[1], of.layout.shape[2], of.layout.shape[3]});
    double largest = -std::numeric_limits<double>::infinity();
    for (Size k = 0; k < of.layout.shape[3]; ++k)
        largest = std::max(largest, of.at({places.at('b'), places.at('h'), places.at('q'), k}));
    for (Size i = 0; i < less.count(); ++i) less.data()[i] = static_cast<Scalar>(of.at(index_of(of.layout, i)) - largest);
    named->second = view(less);
    return compute(right, meaning, places).cells.front();
}

}  // namespace

int check_equation(const EquatedRun& run, const TensorInfo& info, const Equation& equation, const Meaning& meaning) {
    const TensorView tensor = run.find(info.path);
    const bool rows = equation.left.find('[') == std::string::npos && tensor.layout.rank > 2;
    int checked = 0;
    for (Size i = 0; i < tensor.layout.count(); ++i) {
        const Index cell = index_of(tensor.layout, i);
        const auto last = static_cast<std::size_t>(tensor.layout.rank - 1);
        if (run.is_by_hand(info.path, cell)) continue;
        const LetterPlaces places = places_of(equation.left, tensor.layout, cell, run.made.configuration.head_width());
        for (const std::string& right : equation.right) {
            const Amount found = compute(right, meaning, places);
            double number = rows ? found.at(0, cell[last]) : found.cells.front();
            if (std::isnan(number) && right.starts_with("exp(masked")) number = with_less(right, meaning, "masked", places);
            ++checked;
            if (!holds(number, tensor.at(cell)) && !is_hidden_row(info, number, tensor.at(cell)))
                FAIL_CHECK(info.path, ", ", equation.left, " = ", right, ": ", number, " is not ", tensor.at(cell));
        }
    }
    return checked;
}

}  // namespace vitrine::tests
