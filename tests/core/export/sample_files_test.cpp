/// A trained model as a sample: what is written opens again, with weights of half the bytes, history, tokenizer and card.

#include "core/export/sample_files.h"

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

#include "core/files/file.h"
#include "core/files/json_text.h"
#include "core/io/open_model.h"
#include "core/io/sample.h"
#include "core/tasks/subwords.h"
#include "core/text/tokenizer/tokenizer.h"
#include "tests/core/io/user_folder.h"
#include "tests/core/train/small_session.h"

namespace vitrine::sample_files_test {
using namespace vitrine::test;

namespace {

using Json = nlohmann::json;

ModelCard small_card() {
    ModelCard card{.learned_from = "a list", .steps = 40, .minutes = 0.5, .machine = "one thread"};
    card.held_out = CardFigures{.pairs = "held-out pairs", .sentences = 7, .tokens = 30, .loss = 1.25, .token_accuracy = 0.5};
    card.held_out->bleu = 12.5, card.held_out->chrf = 30, card.held_out->written = 0.25;
    card.held_out->copied = CardCopied{.bleu = 1.5, .chrf = 12};
    card.held_out->beams =
        CardBeams{.beams = 2, .length_penalty = 0.5, .early_stopping = false, .bleu = 13.5, .chrf = 32, .written = 0.5};
    card.held_out->compared = {
        {.how = "trained for less long", .loss = 2.5, .bleu = 5, .chrf = 20, .beams = *card.held_out->beams}};
    card.held_out->translations = {
        {.pair = 4, .source = "a b", .target = "b a", .greedy = {"b", 10, 20, -3.5, -2.5}, .beams = {"b a", 100, 100, -3, -2}}};
    card.longest_source = 6;
    card.cannot = {"Longer sentences."};
    card.good = {{"a b", "b a"}};
    card.bad = {{"a b c", "c b", "c b a"}};
    return card;
}

/// A training of 40 steps, and a model of its sizes.
struct Trained {
    Trained() : session(tests::small_plan()) {
        for (int i = 0; i < 40; ++i) session.step_once();
        session.run();
        session.pause();
        const auto snapshot = session.snapshot();
        const Configuration& c = session.plan().configuration;
        model.configuration = c;
        model.parameters = tests::initial(c);
        model.batch = session.probe();
        history = {c, snapshot->history, snapshot->moments};
    }

    Session session;
    Model model;
    TrainingHistory history;
};

/// Saves the model as the user's sample "mine".
void save(const UserFolder& user, const Model& model, const TrainingHistory* history = nullptr) {
    save_sample(user.samples(),
                {.name = "mine", .title = "Mine", .text = "", .model = model, .card = small_card(), .history = history});
}

bool is_there(const UserFolder& user, const char* name) { return fs::exists(user.samples() / name); }

}  // namespace

TEST_CASE("a trained model opens again as a sample, with its weights rounded to bfloat16 and its sentences") {
    const Trained trained;
    const UserFolder user;
    save(user, trained.model);
    const Model sample = open_model({.sample = "mine"});
    CHECK(sample.title == "Mine");
    CHECK(sample.history.empty());
    CHECK(sample.notes.empty());
    CHECK(sample.configuration == trained.model.configuration);
    const auto &labels = sample.batch.labels, &before = trained.model.batch.labels;
    CHECK(std::equal(labels.data(), labels.data() + labels.count(), before.data(), before.data() + before.count()));

    const auto rounded = list_parameters(sample.parameters), whole = list_parameters(trained.model.parameters);
    REQUIRE(rounded.size() == whole.size());
    for (std::size_t i = 0; i < whole.size(); ++i) {
        CAPTURE(whole[i].name);
        const Size count = whole[i].tensor.layout.count();
        const auto *a = static_cast<const Scalar*>(rounded[i].tensor.data), *b = static_cast<const Scalar*>(whole[i].tensor.data);
        CHECK(std::equal(a, a + count, b, b + count, [](double half, double number) {
            return std::abs(half - number) <= 0x1p-8 * std::abs(number);  // half of the last bit of eight
        }));
    }
    // Two bytes a number, and a header.
    const auto numbers = static_cast<std::uintmax_t>(parameter_count(sample.configuration));
    CHECK(fs::file_size(user.samples() / "mine.safetensors") < 2 * numbers + 20'000);
}

TEST_CASE("its card is read as it was written, and told in lines") {
    const Trained trained;
    const UserFolder user;
    save(user, trained.model);
    const auto samples = list_samples();
    const auto mine = std::ranges::find(samples, "mine", &SampleInfo::name);
    REQUIRE(mine != samples.end());
    REQUIRE(mine->card);
    CHECK(to_json(*mine->card) == to_json(small_card()));
    CHECK(to_json(*open_model({.sample = "mine"}).card) == to_json(small_card()));
    const auto lines = lines_of(*mine->card);
    const auto has = [&](const std::string& about, const std::string& part) {
        return std::ranges::any_of(lines, [&](const auto& line) { return line.first == about && contains(line.second, part); });
    };
    CHECK(has("trained", "40 steps in less than a minute on one thread"));
    CHECK(has("right", "50.00 % of the tokens"));
    CHECK(has("written", "BLEU 12.5, chrF2 30.0"));
    CHECK(has("with beams", "2 beams: 50.00 % of the sentences exactly as the target; BLEU 13.5, chrF2 32.0"));
    CHECK(has("compared", "trained for less long: loss 2.5; BLEU 5.0, chrF2 20.0; 2 beams: BLEU 13.5, chrF2 32.0"));
    CHECK(has("untranslated", "BLEU 1.5, chrF2 12.0"));
    CHECK(has("longest source", "6 tokens"));
    CHECK(has("cannot", "Longer sentences."));
    CHECK(has("a bad one", "a b c → c b instead of c b a"));
    CHECK(lines_of(ModelCard{}).empty());
}

TEST_CASE("figures are those that an evaluation has printed") {
    const Json evaluation =
        Json::parse(R"({"pairs": "held-out pairs", "sentences": 7, "tokens": 30, "loss": 1.25, "token_accuracy": 0.5,
        "exact_match": 0, "alignment": {"layer": 0, "head": 1, "share": 0.4},
        "greedy": {"bleu": {"score": 12.5, "precisions": []}, "chrf": {"score": 30}, "exact_match": 0.25},
        "beams": {"beams": 2, "length_penalty": 0.5, "early_stopping": false, "bleu": {"score": 13.5}, "chrf": {"score": 32},
                  "exact_match": 0.5},
        "copied": {"bleu": {"score": 1.5}, "chrf": {"score": 12}},
        "translations": [{"pair": 4, "source": "a b", "target": "b a",
                          "greedy": {"text": "b", "bleu": 10, "chrf": 20, "log_probability": -3.5, "score": -2.5},
                          "beams": {"text": "b a", "bleu": 100, "chrf": 100, "log_probability": -3, "score": -2}}]})");
    ModelCard card = small_card();
    const auto compared = card.held_out->compared;
    card.held_out = figures_from_evaluation(evaluation, "figures.json");
    card.held_out->compared = compared;
    CHECK(to_json(card) == to_json(small_card()));
    Json lacking = evaluation;
    lacking.erase("loss");
    check_error([&] { figures_from_evaluation(lacking, "figures.json"); }, "figures.json: 'loss' is missing");
    lacking = evaluation;
    lacking["greedy"].erase("chrf");
    check_error([&] { figures_from_evaluation(lacking, "figures.json"); }, "figures.json: 'greedy': 'chrf'", "is missing");
    lacking = evaluation;
    lacking["beams"].erase("length_penalty");
    check_error([&] { figures_from_evaluation(lacking, "figures.json"); }, "figures.json: 'beams': 'length_penalty' is missing");
    lacking = evaluation;
    lacking["translations"][0]["beams"].erase("text");
    check_error([&] { figures_from_evaluation(lacking, "figures.json"); },
                "figures.json: 'translations'[0]: 'beams': 'text' is missing");
    check_error([&] { figures_from_evaluation(Json(5), "figures.json"); }, "figures.json: ", "vitrine evaluate --json");
}

TEST_CASE("other figures take the place of a card's, and all else of the sample stays") {
    const Trained trained;
    const UserFolder user;
    save(user, trained.model);
    const fs::path file = user.samples() / "mine.json";
    const Json before = read_json(file);
    const std::string weights = read_file(user.samples() / "mine.safetensors");
    CardFigures other{.pairs = "all pairs of other.tsv", .sentences = 3, .tokens = 9, .loss = 0.5, .token_accuracy = 0.75};
    renew_figures(file, other, CardAlignment{.layer = 1, .head = 2, .share = 0.5});
    ModelCard card = small_card();
    card.held_out = other, card.alignment = CardAlignment{.layer = 1, .head = 2, .share = 0.5};
    CHECK(to_json(*load_sample("mine").card) == to_json(card));
    Json after = read_json(file);
    after["card"] = before["card"];
    CHECK(after == before);
    CHECK(read_file(user.samples() / "mine.safetensors") == weights);
    renew_figures(file, *small_card().held_out, std::nullopt);  // the head stays that was measured before
    CHECK(load_sample("mine").card->alignment);
}

TEST_CASE("listed pairs are spread evenly over all") {
    CHECK(evenly_spaced_pairs(680, 4) == std::vector<std::int64_t>{86, 256, 426, 596});
    CHECK(evenly_spaced_pairs(3, 12) == std::vector<std::int64_t>{1, 2, 3});
    CHECK(evenly_spaced_pairs(0, 12).empty());
}

TEST_CASE("a history goes with it: few moments, weights alone, from which no training continues") {
    const Trained trained;
    const UserFolder user;
    const TrainingHistory thin = thinned(trained.history, trained.model, 12);
    save(user, trained.model, &thin);
    const Model sample = open_model({.sample = "mine"});
    REQUIRE(!sample.history.empty());
    const TrainingHistory history = read_history(sample.history);
    CHECK(history.moments.all().size() == 12);
    CHECK(history.moments.all().back().step == 40);
    CHECK(history.moments.full_before(40) == nullptr);
    CHECK(history.curves.size() == 40);
    CHECK(history.curves[39].loss == doctest::Approx(trained.history.curves[39].loss).epsilon(1e-6));
    CHECK(history.curves.held_out().size() == trained.history.curves.held_out().size());

    const std::int64_t step = history.moments.all()[5].step;
    const Model then = open_model({.sample = "mine", .moment = step});
    const auto& cells = history.moments.all()[5].parameters->tensors().src_embedding.weight;
    CHECK(then.parameters.src_embedding.weight.at({3, 2}) == cells.at({3, 2}));
    CHECK(contains(then.title, "after step " + std::to_string(step)));
    check_error([&] { open_model({.sample = "mine", .moment = 1000}); }, "mine.history.safetensors: the moment after step 1000");

    // Another sample of the name takes the history away.
    save(user, trained.model);
    CHECK(!is_there(user, "mine.history.safetensors"));
    check_error([&] { open_model({.sample = "mine", .moment = step}); }, "sample 'mine'", "no history");
}

TEST_CASE("the plan goes with a history if any machine can follow it") {
    Trained trained;
    trained.history.plan = TrainingPlan{};
    trained.history.plan->data = {DataKind::task, "copy", TextUnit::words, ""};
    trained.history.plan->log = "/home/me/log";
    const TrainingHistory thin = thinned(trained.history, trained.model, 5);
    REQUIRE(thin.plan);
    CHECK(thin.plan->data.name == "copy");
    CHECK(thin.plan->log.empty());
    trained.history.plan->data = {DataKind::text, "/home/me/pairs.tsv", TextUnit::words, "0123"};
    CHECK(!thinned(trained.history, trained.model, 5).plan);
}

TEST_CASE("a tokenizer goes with it, and is no sample itself") {
    Trained trained;
    trained.model.tokenizer = std::make_shared<const Tokenizer>(learned_tokenizer("abc", 11));
    REQUIRE(trained.model.tokenizer->size() >= 7);
    trained.model.configuration.src_vocab_size = trained.model.configuration.tgt_vocab_size =
        static_cast<Size>(trained.model.tokenizer->size());
    trained.model.parameters = tests::initial(trained.model.configuration);
    IndexTensor ids{Axis::batch, Axis::position};
    ids.resize({1, 3});
    for (Size i = 0; i < 3; ++i) ids.at({0, i}) = static_cast<std::int32_t>(i + 3);
    trained.model.batch = {};
    trained.model.batch.src = ids, trained.model.batch.tgt = ids, trained.model.batch.labels = ids;
    const UserFolder user;
    save(user, trained.model);
    REQUIRE(is_there(user, "mine.tokenizer.json"));
    const Model sample = open_model({.sample = "mine"});
    REQUIRE(sample.tokenizer);
    CHECK(sample.tokenizer->encode("abc").ids == trained.model.tokenizer->encode("abc").ids);
    CHECK(sample.source_vocabulary.words() == trained.model.tokenizer->vocabulary().words());
    CHECK(std::ranges::count(list_samples(), std::string("mine.tokenizer"), &SampleInfo::name) == 0);

    user.add("mine.tokenizer.json", "{}");
    check_error([] { load_sample("mine"); }, "mine.json: 'tokenizer': ", "mine.tokenizer.json");
    fs::remove(user.samples() / "mine.tokenizer.json");
    check_error([] { load_sample("mine"); }, "mine.json: 'tokenizer': ", "mine.tokenizer.json: there is no such file");
}

TEST_CASE("what is damaged beside a sample is named with file and field") {
    const Trained trained;
    const UserFolder user;
    const TrainingHistory thin = thinned(trained.history, trained.model, 5);
    save(user, trained.model, &thin);
    const fs::path file = user.samples() / "mine.json", weights = user.samples() / "mine.safetensors",
                   moments = user.samples() / "mine.history.safetensors";
    const Json good = read_json(file);
    const auto check_refused = [&](const Json& change, const auto&... parts) {
        Json json = good;
        json.merge_patch(change);
        user.add("mine.json", json.dump());
        check_error([] { load_sample("mine"); }, "mine.json: ", parts...);
    };
    check_refused({{"card", {{"stepz", 5}}}}, "'card': 'stepz' is not a known key");
    check_refused({{"card", {{"steps", "many"}}}}, "'card': 'steps' is \"many\"");
    check_refused({{"card", {{"held_out", {{"loss", nullptr}}}}}}, "'card': 'held_out': 'loss' is missing");
    check_refused({{"card", {{"bad", {5}}}}}, "'card': 'bad[0]'");
    check_refused({{"card", {{"held_out", {{"beams", nullptr}}}}}}, "'card': 'held_out': 'compared' has no use without 'beams'");
    check_refused({{"card", {{"held_out", {{"beams", nullptr}, {"compared", nullptr}}}}}},
                  "'card': 'held_out': 'translations' has no use without 'beams'");
    check_refused({{"card", {{"held_out", {{"compared", {{{"how", "longer"}}}}}}}}}, "'compared'[0]: 'loss' is missing");
    check_refused({{"card", {{"held_out", {{"beams", {{"beams", 0}}}}}}}}, "'card': 'held_out': 'beams': 'beams' is 0");
    check_refused({{"card", 5}}, "'card'");
    check_refused({{"history", 5}}, "'history' is 5");
    check_refused({{"history", ""}}, "'history' is empty");
    check_refused({{"tokenizer", "t.json"}, {"source_vocabulary", {"a"}}}, "'source_vocabulary'");

    user.add("mine.json", good.dump());
    const std::string whole = read_file(weights), kept = read_file(moments);
    user.add("mine.safetensors", whole.substr(0, whole.size() - 3));
    check_error([] { load_sample("mine"); }, "mine.json: 'weights': ", "mine.safetensors: ", "'data_offsets' end at byte");
    user.add("mine.safetensors", whole);
    user.add("mine.history.safetensors", kept.substr(0, kept.size() / 2));
    CHECK(load_sample("mine").notes.empty());  // the model itself is whole
    check_error([] { read_history(load_sample("mine").history); }, "mine.history.safetensors: ");
    check_error([] { open_model({.sample = "mine", .moment = 0}); }, "mine.history.safetensors: ");
    fs::remove(moments);
    CHECK(!holds_history(load_sample("mine").history));
    check_error([] { open_model({.sample = "mine", .moment = 0}); }, "mine.history.safetensors: there is no such file");
}

TEST_CASE("names of samples are names of files everywhere") {
    for (const char* name : {"mine", "english-french", "A_1"}) CHECK(name_refusal(name).empty());
    for (const char* name : {"", "-x", "a/b", "..", "a.tokenizer", "é", "a b"}) CHECK(!name_refusal(name).empty());
}

}  // namespace vitrine::sample_files_test
