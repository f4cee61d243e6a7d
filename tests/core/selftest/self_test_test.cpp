/// The self-test holds, and each of its checks fails where what it checks is wrong.

#include "core/selftest/self_test.h"

#include <algorithm>
#include <map>
#include <new>
#include <stdexcept>
#include <string>

#include <doctest/doctest.h>

#include "core/model/design.h"
#include "tests/counted.h"

namespace vitrine::self_test_test {

namespace {

const SelfTestCheck& check_named(const std::string& name) {
    const auto found = std::ranges::find_if(self_test_checks(), [&](const SelfTestCheck& check) { return check.name == name; });
    REQUIRE(found != self_test_checks().end());
    return *found;
}

/// The check compares something, and finds that it is wrong.
void check_fails(const std::string& name, const Computation& mutation) {
    CAPTURE(name);
    const SelfTestResult result = carry_out(check_named(name), mutation);
    CHECK(result.problem.empty());
    CHECK(result.count > 0);
    CHECK(result.worst > result.allowed);
    CHECK(!result.where.empty());
    CHECK(!result.passed());
}

/// Runs that follow a design other than the configuration's own.
Computation with_design(const Design& design) {
    Computation mutation;
    mutation.forward = [design](const Pass& pass, Activations& activations) {
        Pass altered = pass;
        altered.regime.design = design;
        forward(altered, activations);
    };
    return mutation;
}

/// Runs after which something in the activations is changed.
template <class Change>
Computation with_changed(Change&& change) {
    Computation mutation;
    mutation.forward = [change](const Pass& pass, Activations& activations) {
        forward(pass, activations);
        change(activations);
    };
    return mutation;
}

/// Backward passes after which something in the gradients is changed.
template <class Change>
Computation with_changed_gradients(Change&& change) {
    Computation mutation;
    mutation.backward = [change](const Pass& pass, const Activations& activations, Gradients gradients) {
        backward(pass, activations, gradients);
        change(gradients);
    };
    return mutation;
}

void scale(Tensor& tensor, Scalar factor) {
    for (Size i = 0; i < tensor.count(); ++i) tensor.data()[i] *= factor;
}

}  // namespace

/// How much every check compares at least.
const std::map<std::string, Size> least_counts{{"gradients", 1600},
                                               {"cells", 4000},
                                               {"gradient cells", 5000},
                                               {"rows", 600},
                                               {"masks", 2500},
                                               {"single", 390},
                                               {"cache", 800},
                                               {"reruns", 350'000},
                                               {"files", 200'000},
                                               {"reference", 3900},
                                               {"reference gradients", 5000}};

TEST_CASE("every check of the self-test compares something, and holds") {
    const vitrine::tests::Counted checks(33);
    for (const SelfTestCheck& check : self_test_checks()) {
        const SelfTestResult result = carry_out(check);
        CAPTURE(result.name);
        CAPTURE(result.problem);
        CAPTURE(result.where);
        CAPTURE(result.worst);
        CHECK(result.count >= least_counts.at(result.name));
        CHECK(result.passed());
        // The tolerance has room for other processors.
        CHECK(result.worst <= result.allowed / 2);
    }
}

TEST_CASE("a gradient that is too large by a hundredth, of the other sign, or partly missing is found") {
    check_fails("gradients", with_changed_gradients([](Gradients& d) {
                    scale(d.parameters.transformer.encoder.layers[1].self_attn.in_proj_weight, Scalar(1.01));
                }));
    check_fails("gradients",
                with_changed_gradients([](Gradients& d) { scale(d.parameters.transformer.decoder.layers[0].norm2.bias, -1); }));
    check_fails("gradients", with_changed_gradients([](Gradients& d) {
                    Tensor& table = d.parameters.src_embedding.weight;
                    for (Size i = 0; i < table.count() / 2; ++i) table.data()[i] = 0;
                }));
    // The queries of the first head are missing.
    check_fails("gradients", with_changed_gradients([](Gradients& d) {
                    Tensor& packed = d.parameters.transformer.encoder.layers[0].self_attn.in_proj_weight;
                    for (Size i = 0; i < packed.count() / 3 / 4; ++i) packed.data()[i] = 0;
                }));
    check_fails("reference gradients", with_changed_gradients([](Gradients& d) { scale(d.activations.memory, Scalar(1.1)); }));
}

TEST_CASE("a number that was not computed as it is explained is found") {
    check_fails("cells", with_changed([](Activations& a) {
                    if (!a.logits.empty()) a.logits.data()[3] += Scalar(1e-4);  // one attention alone has none
                }));
    check_fails("reference", with_changed([](Activations& a) { a.logits.data()[3] += Scalar(1e-3); }));
}

TEST_CASE("a gradient that was not computed as it is explained is found") {
    check_fails("gradient cells", with_changed_gradients([](Gradients& d) { d.activations.memory.data()[7] += Scalar(1e-3); }));
    check_fails("gradient cells", with_changed_gradients([](Gradients& d) {
                    scale(d.parameters.transformer.decoder.layers[0].feed_forward.linear1.weight, Scalar(1.001));
                }));
}

TEST_CASE("a row of weights that does not sum to 1 is found") {
    check_fails("rows", with_changed([](Activations& a) { a.decoder.layers[0].cross_attn().weights.data()[0] += Scalar(1e-3); }));
    check_fails("rows", with_design({.mask_after_softmax = true}));
}

TEST_CASE("missing masks are found") {
    const auto leaks_with = [](const Design& design) {
        Computation mutation = with_design(design);
        mutation.leaks = [design](const FinishedPass& finished, const TokenChange& change) {
            Pass altered = finished.pass;
            altered.regime.design = design;
            return test_leak({altered, finished.activations}, change);
        };
        return mutation;
    };
    check_fails("masks", leaks_with({.causal_mask = false}));
    check_fails("masks", leaks_with({.padding_mask = false}));
    check_fails("single", with_design({.padding_mask = false}));
}

TEST_CASE("a test of the masks that changes nothing is found") {
    Computation mutation;
    mutation.leaks = [](const FinishedPass& finished, const TokenChange& change) {
        LeakTest leaks = test_leak(finished, change);
        for (std::vector<RowMovement>* rows : {&leaks.memory, &leaks.outputs})
            for (RowMovement& row : *rows) row.moved = false;
        return leaks;
    };
    check_fails("masks", mutation);
}

TEST_CASE("a cache with other keys and values is found") {
    Computation mutation;
    mutation.generate = [](const DecodingModel& model, const Sentence& source, const DecodeOptions& options) {
        if (options.cache == CacheUse::none) return generate(model, source, options);
        Parameters other = model.parameters;
        scale(other.transformer.decoder.layers[0].self_attn.in_proj_weight, Scalar(1.05));
        return generate({model.configuration, other}, source, options);
    };
    check_fails("cache", mutation);
    mutation.generate = [](const DecodingModel& model, const Sentence& source, DecodeOptions options) {
        options.cache = CacheUse::none;
        return generate(model, source, options);
    };
    check_fails("cache", mutation);
}

TEST_CASE("a rerun that keeps what it should compute again is found") {
    Computation mutation;
    mutation.rerun = [](const FinishedPass& earlier, const Pass& pass, Activations& activations) {
        forward(pass, activations);
        if (activations.memory.count() == earlier.activations.memory.count()) activations.memory = earlier.activations.memory;
    };
    check_fails("reruns", mutation);
}

TEST_CASE("a number that a file gives back otherwise is found, and a tensor that it lacks") {
    Computation mutation;
    mutation.read_tensors = [](const std::filesystem::path& path) {
        StoredTensors stored = read_safetensors(path);
        std::swap(stored.tensors.at("encoder.layers.0.self_attn.query"), stored.tensors.at("encoder.layers.0.self_attn.value"));
        return stored;
    };
    check_fails("files", mutation);
    mutation.read_tensors = [](const std::filesystem::path& path) {
        StoredTensors stored = read_safetensors(path);
        stored.tensors.erase("memory");
        return stored;
    };
    check_fails("files", mutation);
}

TEST_CASE("an error of a check is its problem, and the check fails") {
    Computation mutation;
    mutation.forward = [](const Pass&, Activations&) { throw Error("out of order"); };
    const SelfTestResult result = carry_out(check_named("rows"), mutation);
    CHECK(result.problem == "out of order");
    CHECK(!result.passed());
    mutation.forward = [](const Pass&, Activations&) { throw std::runtime_error("a full disk"); };
    CHECK(carry_out(check_named("rows"), mutation).problem == "a full disk");
    mutation.forward = [](const Pass&, Activations&) { throw std::bad_alloc(); };
    CHECK(carry_out(check_named("rows"), mutation).problem == "this needs more memory than there is");
    CHECK(!SelfTestResult{}.passed());  // nothing was compared
}

}  // namespace vitrine::self_test_test
