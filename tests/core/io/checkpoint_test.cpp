#include "core/io/checkpoint.h"

#include <algorithm>
#include <csignal>
#include <map>

#include <sys/resource.h>
#include <unistd.h>

#include "core/files/file.h"
#include "core/files/safetensors.h"
#include "core/io/model.h"
#include "core/io/model_saving.h"
#include "core/io/open_model.h"
#include "core/io/parameters_file.h"
#include "core/io/tokenizer_file.h"
#include "core/text/tokenizer/tokenizer_json.h"
#include "core/train/trainer.h"
#include "tests/core/approximately.h"
#include "tests/core/files/child.h"
#include "tests/core/io/helpers.h"
#include "tests/core/random_models.h"
#include "tests/counted.h"

namespace vitrine::checkpoint_test {
using namespace vitrine::test;

namespace {

Vocabulary words(Size count) {
    std::vector<std::string> list;
    for (Size i = 0; i < count; ++i) list.push_back("word" + std::to_string(i));
    return Vocabulary(std::move(list));
}

void draw(ParameterBuffer& buffer, const Configuration& configuration, Random& random) {
    buffer.assign(tests::random_parameters(configuration, random));
}

/// A training after some steps, with random numbers everywhere.
struct Training {
    explicit Training(std::uint64_t seed) : random(seed), configuration(tests::random_configuration(random)) {
        source = words(configuration.src_vocab_size);
        target = words(configuration.tgt_vocab_size);
        draw(state.parameters, configuration, random);
        draw(state.optimizer.first_moment, configuration, random);
        draw(state.optimizer.second_moment, configuration, random);
        state.steps = 17;
        plan.data = {DataKind::text, "/some/where/pairs.tsv", TextUnit::characters, "0123456789abcdef"};
        plan.options.seed = 0xffff'ffff'ffff'ffffu;
        plan.options.optimizer = {OptimizerKind::adamw, 0.9, 0.98, 1e-9, 0.01, 0.8};
        plan.options.schedule = {ScheduleKind::noam, 0.1, 400, 0.3, 1000};
        plan.options.padding_mask = false;
        plan.last_step = 1000;
        plan.epoch_loss = 0.1;
    }

    CheckpointView view() const { return {configuration, source, target, plan, state, sentences}; }

    Random random;
    Configuration configuration;
    Vocabulary source, target;
    TrainingPlan plan;
    TrainingState state{configuration};
    Batch sentences = random_batch(configuration, 1);
};

bool same(const ParameterBuffer& a, const ParameterBuffer& b) {
    return std::ranges::equal(a.cells(), b.cells(),
                              [](Scalar x, Scalar y) { return static_cast<float>(x) == static_cast<float>(y); });
}

std::map<std::string, std::string> contents(const fs::path& folder) {
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::directory_iterator(folder)) files[entry.path().filename().string()] = read_file(entry.path());
    return files;
}

}  // namespace

TEST_CASE("a checkpoint gives back every number, word and option") {
    const TemporaryFolder folder;
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        const Training training(seed);
        save_checkpoint(folder.path() / "model", training.view());
        const Checkpoint read = read_checkpoint(folder.path() / "model");
        CHECK(read.configuration == training.configuration);
        CHECK(read.source_vocabulary.words() == training.source.words());
        CHECK(read.target_vocabulary.words() == training.target.words());
        CHECK(read.plan == training.plan);
        CHECK(read.state->steps == 17);
        CHECK(same(read.state->parameters, training.state.parameters));
        CHECK(same(read.state->optimizer.first_moment, training.state.optimizer.first_moment));
        CHECK(same(read.state->optimizer.second_moment, training.state.optimizer.second_moment));
        CHECK(read_training_plan(folder.path() / "model") == training.plan);
    }
}

TEST_CASE("a checkpoint is a model folder like any other") {
    const TemporaryFolder folder;
    const Training training(3);
    save_checkpoint(folder.path(), training.view());
    const Model model = open_model_folder(folder.path());
    CHECK(model.configuration == training.configuration);
    CHECK(model.source_vocabulary.words() == training.source.words());
    CHECK(model.target_vocabulary.words() == training.target.words());
    ParameterBuffer parameters(training.configuration);
    parameters.assign(model.parameters);
    CHECK(same(parameters, training.state.parameters));
}

TEST_CASE("a model without words leaves no words of an earlier one behind") {
    const TemporaryFolder folder;
    Training training(4);
    save_checkpoint(folder.path(), training.view());
    folder.file("notes.txt", "mine");
    training.source = training.target = {};
    save_checkpoint(folder.path(), training.view());
    const auto files = contents(folder.path());
    CHECK(files.size() == 5);
    CHECK(files.at("notes.txt") == "mine");
    CHECK(read_checkpoint(folder.path()).source_vocabulary.empty());
    CHECK(open_model_folder(folder.path()).source_vocabulary.empty());
}

TEST_CASE("a checkpoint keeps the tokenizer whose tokens its words are, and leaves none of an earlier model behind") {
    const TemporaryFolder folder;
    const Tokenizer tokenizer = read_tokenizer(golden("bpe/tokenizer.json"));
    Configuration c;
    c.d_model = c.dim_feedforward = 4;
    c.nhead = c.num_encoder_layers = c.num_decoder_layers = 1;
    c.src_vocab_size = c.tgt_vocab_size = static_cast<Size>(tokenizer.size());
    c.pad_src = c.pad_tgt = 0;
    c.bos = 1;
    c.eos = 2;
    c.tie = Tie::all;
    TrainingState state(c);
    state.parameters.assign(initialise(c, {.seed = 1}));
    const TrainingPlan plan;
    const Batch sentences = random_batch(c, 1);
    const Vocabulary tokens = tokenizer.vocabulary();
    save_checkpoint(folder.path(), {c, tokens, tokens, plan, state, sentences, &tokenizer});
    CHECK(replaced_file(folder.path()));
    const Checkpoint read = read_checkpoint(folder.path());
    REQUIRE(read.tokenizer);
    CHECK(tokenizer_text(*read.tokenizer) == tokenizer_text(tokenizer));
    const Model model = open_model_folder(folder.path());
    REQUIRE(model.tokenizer);
    CHECK(model.notes.empty());
    CHECK(tokenizer_text(*model.tokenizer) == tokenizer_text(tokenizer));

    const Vocabulary others = words(c.src_vocab_size);
    save_checkpoint(folder.path() / "torn", {c, others, others, plan, state, sentences, &tokenizer});
    check_error([&] { read_checkpoint(folder.path() / "torn"); }, "training.safetensors: 'tokenizer'",
                "its tokens are not the words of the vocabularies");
    save_checkpoint(folder.path(), {c, others, others, plan, state, sentences});
    CHECK(!fs::exists(folder.path() / "tokenizer.json"));
    CHECK(!read_checkpoint(folder.path()).tokenizer);
    CHECK(!open_model_folder(folder.path()).tokenizer);
}

TEST_CASE("a rehearsal leaves everything as it was") {
    const TemporaryFolder folder;
    save_checkpoint(folder.path(), Training(5).view());
    const auto before = contents(folder.path());
    rehearse_checkpoint(folder.path(), Training(6).view());
    CHECK(contents(folder.path()) == before);
    rehearse_checkpoint(folder.path() / "model", Training(6).view());
    CHECK(!fs::exists(folder.path() / "model"));
}

TEST_CASE("a folder is reserved for one training, however that ends") {
    const TemporaryFolder folder;
    const fs::path out = folder.path() / "model";
    {
        const CheckpointFolder first(out);
        check_error([&] { CheckpointFolder second(out); }, out.string() + ": another training is writing to this folder");
    }
    CHECK(fs::is_empty(folder.path()));
    for (const int signal : {SIGTERM, SIGKILL}) {
        Child child([&] {
            end_tidily_by_signals();
            const CheckpointFolder reserved(out);
            folder.file("reserved", "");
            for (;;) pause();
        });
        REQUIRE(comes_true([&] { return fs::exists(folder.path() / "reserved"); }));
        check_error([&] { CheckpointFolder second(out); }, "another training");
        child.send(signal);
        child.ended_by();
        fs::remove(folder.path() / "reserved");
        CHECK(fs::exists(out) == (signal == SIGKILL));
        const CheckpointFolder next(out);
        save_checkpoint(out, Training(5).view());
    }
    CHECK(contents(out).size() == 6);
}

TEST_CASE("a checkpoint that cannot be written whole changes nothing") {
    const tests::Counted checks(24);
    const TemporaryFolder folder;
    save_checkpoint(folder.path(), Training(5).view());
    const auto before = contents(folder.path());
    const auto largest = read_file(folder.path() / "training.safetensors").size();

    // Tries sizes at which a file may be cut off, in steps: no file may grow larger, as on a full disk.
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    rlimit free{};
    getrlimit(RLIMIT_FSIZE, &free);
    for (std::size_t room = 0; room < largest; room += 1 + largest / 9) {
        rlimit tight = free;
        tight.rlim_cur = room;
        setrlimit(RLIMIT_FSIZE, &tight);
        const std::string saving = error_of([&] { save_checkpoint(folder.path(), Training(5).view()); });
        const std::string rehearsing = error_of([&] { rehearse_checkpoint(folder.path(), Training(5).view()); });
        setrlimit(RLIMIT_FSIZE, &free);
        CHECK(contains(saving, "cannot be written"));
        CHECK(contains(rehearsing, "cannot be written"));
        CHECK(contents(folder.path()) == before);
    }
    std::signal(SIGXFSZ, handler);
}

TEST_CASE("what training cannot go on from is named") {
    const TemporaryFolder folder;
    check_error([&] { read_checkpoint(folder.path()); }, folder.path().string(), "nothing to continue from");
    const Training training(7);
    const fs::path file = folder.path() / "training.safetensors";
    write_parameters(file, training.state.parameters.tensors());
    check_error([&] { read_checkpoint(folder.path()); }, "training.safetensors: 'configuration' is missing");

    save_checkpoint(folder.path(), training.view());
    const std::string whole = read_file(file);
    folder.file("training.safetensors", std::string_view(whole).substr(0, whole.size() - 1));
    check_error([&] { read_checkpoint(folder.path()); }, "training.safetensors: ");
    std::string renamed = whole;
    renamed.replace(renamed.find("first_moment.transformer"), 5, "other");
    folder.file("training.safetensors", renamed);
    check_error([&] { read_checkpoint(folder.path()); }, "training.safetensors: first_moment: ", "is missing");
}

TEST_CASE("the best weights are read again, and what is damaged of them is named") {
    const TemporaryFolder folder;
    const Training training(8);
    Random random(9);
    BestWeights best(training.configuration);
    best.step = 12, best.loss = 0.1;
    draw(best.parameters, training.configuration, random);
    CheckpointView view = training.view();
    view.best = &best;
    save_checkpoint(folder.path(), view);
    const Checkpoint read = read_checkpoint(folder.path());
    REQUIRE(read.best);
    CHECK(read.best->step == 12);
    CHECK(read.best->loss == 0.1);
    CHECK(same(read.best->parameters, best.parameters));
    CHECK(same(read.state->parameters, training.state.parameters));
    ParameterBuffer opened(training.configuration);
    opened.assign(open_model_folder(folder.path()).parameters);
    CHECK(same(opened, best.parameters));

    // Damages of the same length, so that the places of the tensors stay right.
    const std::string whole = read_file(folder.path() / "training.safetensors");
    const auto refused = [&](std::string_view from, std::string_view to, const char* what, const char* why = "") {
        std::string damaged = whole;
        REQUIRE(damaged.find(from) != std::string::npos);
        damaged.replace(damaged.find(from), from.size(), to);
        folder.file("training.safetensors", damaged);
        check_error([&] { read_checkpoint(folder.path()); }, what, why);
    };
    refused(R"("best_step":"12")", R"("best_step":"18")", "'best_step' is 18, it must be one of the 17 steps taken");
    refused(R"("best_step":"12")", R"("best_step":"00")", "'best_step' is 0, it must be one of the 17 steps taken");
    refused(R"("best_step":"12")", R"("best_step":"1x")", "'best_step' is '1x'");
    refused(R"("best_step":"12")", R"("west_step":"12")", "'best_step' is missing");
    refused(R"("best_loss":"0.1")", R"("best_loss":"-.1")", "'best_loss'");
    refused(R"("best_loss":"0.1")", R"("best_loss":"-11")", "'best_loss': is -11, it must be a number of at least 0");
    refused(R"("best_loss":"0.1")", R"("west_loss":"0.1")", "'best_loss' is missing");
    refused("best.transformer", "bust.transformer", "training.safetensors: best: ", "is missing");
}

TEST_CASE("files that a checkpoint would replace are found") {
    const TemporaryFolder folder;
    folder.file("notes.txt", "mine");
    CHECK(!replaced_file(folder.path()));
    CHECK(!replaced_file(folder.path() / "nowhere"));
    folder.file("src_vocabulary.json", "[]");
    CHECK(replaced_file(folder.path()) == "src_vocabulary.json");
    CHECK(!holds_checkpoint(folder.path()));
}

}  // namespace vitrine::checkpoint_test
