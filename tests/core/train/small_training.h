#pragma once
/// Tasks and models small enough to be trained for hundreds of steps in a test.

#include "core/model/parameters.h"
#include "core/train/trainer.h"

namespace vitrine::tests {

/// Pairs of one to six words out of eight, the target being the source backwards, some held out; a list that is shuffled.
inline Task small_list(int count = 23) {
    Task task;
    task.name = "small list";
    Random random(5);
    const auto add_to = [&](std::vector<Example>& list) {
        Example example;
        example.source.resize(1 + random.below(6));
        for (auto& word : example.source) word = static_cast<std::int32_t>(3 + random.below(8));
        example.target.assign(example.source.rbegin(), example.source.rend());
        list.push_back(example);
    };
    for (int i = 0; i < count; ++i) add_to(task.examples);
    for (int i = 0; i < 7; ++i) add_to(task.held_out);
    task.longest_source = task.longest_target = 6;
    task.shuffles = true;
    return task;
}

/// Pairs of the same kind, drawn endlessly; none are held out.
inline Task small_endless() {
    Task task;
    task.name = "small endless";
    task.longest_source = task.longest_target = 6;
    task.draw = [](Random& random, Example& example) {
        example.source.resize(1 + random.below(6));
        for (auto& word : example.source) word = static_cast<std::int32_t>(3 + random.below(8));
        example.target.assign(example.source.rbegin(), example.source.rend());
    };
    return task;
}

/// A model for them.
inline Configuration small_model() {
    Configuration c;
    c.d_model = 8;
    c.nhead = 2;
    c.num_encoder_layers = c.num_decoder_layers = 1;
    c.dim_feedforward = 12;
    c.src_vocab_size = c.tgt_vocab_size = 11;
    return c;
}

inline Parameters initial(const Configuration& c) { return initialise(c, {.kind = Initialisation::xavier, .seed = 3}); }

/// A trainer of the small model; a batch has enough tokens to be shared between three threads.
inline std::unique_ptr<Trainer> small_trainer(const Task& task, const Configuration& c, const TrainerOptions& options = {}) {
    return std::make_unique<Trainer>(c, initial(c), BatchSource(task, 10, options.seed), options);
}

inline bool equal_cells(const ParameterBuffer& a, const ParameterBuffer& b) { return std::ranges::equal(a.cells(), b.cells()); }

/// Bit for bit.
inline bool equal_states(const TrainingState& a, const TrainingState& b) {
    return a.steps == b.steps && equal_cells(a.parameters, b.parameters) &&
           equal_cells(a.optimizer.first_moment, b.optimizer.first_moment) &&
           equal_cells(a.optimizer.second_moment, b.optimizer.second_moment);
}

}  // namespace vitrine::tests
