/// Importing another program's model in the window.

#include <cmath>
#include <map>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "app/importing/candidates.h"
#include "app/importing/commands.h"
#include "app/importing/dropped.h"
#include "app/importing/fields.h"
#include "app/importing/module.h"
#include "app/importing/planning.h"
#include "app/importing/words.h"
#include "app/opening/opening.h"
#include "app/state/window_commands.h"
#include "core/foreign/weights_file.h"
#include "core/import/reference.h"
#include "core/import/verify.h"
#include "core/io/batch_file.h"
#include "tests/app/opened.h"
#include "tests/temporary_folder.h"
#include "tests/test_data.h"

namespace vitrine::importing_test {
using namespace vitrine::tests;

namespace {

namespace fs = std::filesystem;

fs::path implementation(const std::string& file) { return test_data("implementations") / file; }

const Importing& import_in(const State& state) { return state.of<Importing>(); }

/// Runs the jobs that the page needs, one after the other.
void work(State& state) {
    while (const auto missing = importing_module.missing(state)) apply(state, carry_out_now(missing->job));
}

/// A state in which the page shows the files of an implementation and has read them all.
State importing(const OpenImport& files) {
    State state = opened("navigation");
    apply(state, files);
    work(state);
    return state;
}

State importing_separate() {
    return importing({.file = implementation("separate/model.pt").string(),
                      .batch = implementation("separate/batch.json").string(),
                      .reference = implementation("separate/trace.safetensors").string()});
}

void write_into(State& state, const fs::path& folder) {
    apply(state, SetImportText{import_folder_field, typed_text(folder.string())});
    apply(state, WriteImport{});
    work(state);
}

void answer_all(State& state) {
    for (const auto& [question, value] :
         {std::pair{ImportQuestion::heads, "4"}, std::pair{ImportQuestion::activation, "gelu"},
          std::pair{ImportQuestion::norm, "pre"}, std::pair{ImportQuestion::scale_embedding, "no"},
          std::pair{ImportQuestion::positions, "sinusoidal"}, std::pair{ImportQuestion::pad_src, "0"},
          std::pair{ImportQuestion::begin, "1"}, std::pair{ImportQuestion::end, "2"}})
        apply(state, AnswerImport{question, value});
    work(state);
}

/// The weights of an implementation with other names for some tensors, and with one more of these shapes.
fs::path renamed_weights(const TemporaryFolder& folder, const std::map<std::string, std::string>& names,
                         const std::map<std::string, std::vector<Size>>& more = {}) {
    const ForeignWeights weights = read_foreign_weights(implementation("separate/model.pt"));
    nlohmann::ordered_json header;
    std::string bytes;
    const auto add = [&](const std::string& name, const std::vector<Size>& shape, const std::vector<Scalar>& numbers) {
        const std::size_t begin = bytes.size();
        bytes.append(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Scalar));
        header[name] = {{"dtype", "F32"}, {"shape", shape}, {"data_offsets", {begin, bytes.size()}}};
    };
    for (const auto& [name, tensor] : weights.tensors) {
        const auto other = names.find(name);
        add(other == names.end() ? name : other->second, tensor.shape, numbers_of(tensor));
    }
    for (const auto& [name, shape] : more) {
        Size count = 1;
        for (const Size length : shape) count *= length;
        add(name, shape, std::vector<Scalar>(static_cast<std::size_t>(count), Scalar(1)));
    }
    const std::string text = header.dump();
    std::string file;
    for (std::size_t i = 0; i < 8; ++i) file += static_cast<char>(text.size() >> (8 * i) & 0xff);
    return folder.file("weights.safetensors", file + text + bytes);
}

const ImportRow& row_named(const State& state, const std::string& parameter) {
    for (const ImportRow& row : import_in(state).plan->rows) {
        if (row.entry.parameter == parameter) return row;
    }
    FAIL("there is no row ", parameter);
    throw 0;
}

std::vector<CandidatePiece> candidates_in(const State& state, const std::string& parameter, std::size_t place) {
    return candidates_for(row_named(state, parameter), place, import_in(state).plan->mapping, *import_in(state).weights);
}

}  // namespace

TEST_CASE("an imported model opens with its batch, and computes its author's logits") {
    const TemporaryFolder folder;
    State state = importing_separate();
    REQUIRE(import_in(state).plan->verification);
    CHECK(import_in(state).plan->verification->reproduced());
    CHECK(import_refusal(state).empty());
    const auto before = state.run;
    write_into(state, folder.path() / "out");
    CHECK(state.run == before);  // until the new one has been opened
    CHECK(state.menu.empty());
    REQUIRE(state.opening);
    CHECK(state.opening->folder == folder.path() / "out");
    const ShowRun shown = open_run(*state.opening, {});
    const Batch& batch = *shown.run->batch;
    const Reference reference = read_reference(implementation("separate/trace.safetensors"), batch, 22);
    const TensorView logits = shown.run->find("logits");
    double largest = 0;
    for (Size i = 0; i < static_cast<Size>(reference.numbers.size()); ++i) {
        if (batch.tgt.data()[i / reference.words] == 0) continue;  // padding
        const double b = static_cast<double>(reference.numbers[static_cast<std::size_t>(i)]);
        largest = std::max(largest, std::abs(logits.at_offset(i) - b) / std::max(1.0, std::abs(b)));
    }
    CHECK(largest < 1e-4);
    apply(state, shown);
    CHECK(state.notice.starts_with("Imported to " + (folder.path() / "out").string() + "; verified: all 198 numbers agree"));
    CHECK(import_in(state).file.empty());
}

TEST_CASE("the words of the verdict are those of the command line") {
    const State state = importing_separate();
    CHECK(search_words(import_in(state)) == verdict_text(*import_in(state).plan->verification));
}

TEST_CASE("tables come first, also those that another one stands for, and whether the tensors fit together or not") {
    State state = importing({.file = implementation("bart/pytorch_model.bin").string()});
    const auto comes_first = [&] {
        const std::vector<ImportRow>& rows = import_in(state).plan->rows;
        std::map<std::string, std::size_t> places;
        for (std::size_t i = 0; i < rows.size(); ++i) places.emplace(rows[i].entry.parameter, i);
        CHECK(places.at("src_embedding.weight") == 0);
        CHECK(places.at("tgt_embedding.weight") < places.at("fc_out.weight"));
        CHECK(places.at("fc_out.weight") < places.at("transformer.encoder.layers.0.linear1.weight"));
        for (const char* tied : {"tgt_embedding.weight", "fc_out.weight"}) {
            CHECK(row_named(state, tied).kind == ImportRow::Kind::tied);
            CHECK(piece_words(row_named(state, tied), 0) == "tied to src_embedding.weight");
        }
    };
    comes_first();
    const std::string narrow = "transformer.encoder.layers.0.self_attn.out_proj.weight";
    apply(state, ChooseImportPiece{narrow, 0, {.tensor = row_named(state, "src_embedding.weight").entry.pieces[0].tensor}});
    work(state);
    REQUIRE_FALSE(import_in(state).plan->mapping_problem.empty());
    comes_first();
}

TEST_CASE("a model is never written over, and what was open stays") {
    const TemporaryFolder folder;
    folder.file("config.json", "{}");
    State state = importing_separate();
    apply(state, SetImportText{import_folder_field, typed_text(folder.path().string())});
    CHECK(import_refusal(state) == "There is a model in this folder: choose another one.");
    apply(state, WriteImport{});
    CHECK_FALSE(import_in(state).writing);

    // Meanwhile, a model appears in the folder.
    const fs::path late = folder.path() / "late";
    apply(state, SetImportText{import_folder_field, typed_text(late.string())});
    fs::create_directory(late);
    folder.file("late/config.json", "{}");
    apply(state, WriteImport{});
    work(state);
    CHECK(import_in(state).write_problem.find("holds a model already") != std::string::npos);
    CHECK_FALSE(state.opening);
    CHECK(state.menu == import_page);
    CHECK(std::distance(fs::directory_iterator(late), {}) == 1);
}

TEST_CASE("what is no file of weights is refused in one line, and nothing else changes") {
    const TemporaryFolder folder;
    const State state = importing({.file = folder.file("model.pt", "no weights").string()});
    CHECK(import_in(state).file_problem.find("model.pt: ") != std::string::npos);
    CHECK(import_in(state).file_problem.find('\n') == std::string::npos);
    CHECK(import_refusal(state) == "The file cannot be read.");
    CHECK(state.run);
    CHECK_FALSE(importing_module.missing(state));  // a failed job is not repeated endlessly
}

TEST_CASE("a parameter without a tensor is a row that a tensor can be chosen for, first of all one that is left") {
    const TemporaryFolder folder;
    State state = importing(
        {.file =
             renamed_weights(folder, {{"encoder.blocks.1.attn.k_proj.weight", "encoder.blocks.1.attn.mystery.weight"}}).string()});
    const std::string parameter = "transformer.encoder.layers.1.self_attn.in_proj_weight";
    CHECK(row_named(state, parameter).kind == ImportRow::Kind::missing);
    CHECK(import_refusal(state) == "Parameters are missing.");
    const auto choose = [&](const std::string& of, std::size_t place, const std::string& name) {
        const auto candidates = candidates_in(state, of, place);
        const auto found = std::ranges::find(candidates, name, &CandidatePiece::name);
        REQUIRE(found != candidates.end());
        apply(state, ChooseImportPiece{of, place, found->piece});
        work(state);
    };
    CHECK(candidates_in(state, parameter, 1)[0].name == "encoder.blocks.1.attn.mystery.weight");
    CHECK(candidates_in(state, parameter, 1)[0].left);
    choose(parameter, 0, "encoder.blocks.1.attn.q_proj.weight");
    choose(parameter, 1, "encoder.blocks.1.attn.mystery.weight");
    choose(parameter, 2, "encoder.blocks.1.attn.v_proj.weight");
    const std::string bias = "transformer.encoder.layers.1.self_attn.in_proj_bias";
    choose(bias, 0, "encoder.blocks.1.attn.q_proj.bias");
    choose(bias, 1, "zeros");
    choose(bias, 2, "encoder.blocks.1.attn.v_proj.bias");
    CHECK(import_in(state).plan->mapping.missing.empty());
    CHECK(import_in(state).plan->mapping.unfitting.empty());
    apply(state, GiveImportFiles{.batch = implementation("separate/batch.json").string(),
                                 .reference = implementation("separate/trace.safetensors").string()});
    work(state);
    CHECK(import_in(state).plan->verification->reproduced());

    apply(state, RestoreImportRow{parameter});
    work(state);
    CHECK(row_named(state, parameter).kind == ImportRow::Kind::missing);
}

TEST_CASE("a table that was not found can be chosen, and the bias of the output follows its length") {
    const TemporaryFolder folder;
    State state = importing({.file = renamed_weights(folder, {{"encoder.token_embedding.weight", "aaa"},
                                                              {"decoder.token_embedding.weight", "bbb"},
                                                              {"head.weight", "ccc"}})
                                         .string()});
    REQUIRE(is_read(import_in(state)));
    for (const auto& [parameter, name] :
         {std::pair{"src_embedding.weight", "aaa"}, std::pair{"tgt_embedding.weight", "bbb"}, std::pair{"fc_out.weight", "ccc"}}) {
        const auto candidates = candidates_in(state, parameter, 0);
        const auto found = std::ranges::find(candidates, std::string(name), &CandidatePiece::name);
        REQUIRE(found != candidates.end());
        apply(state, ChooseImportPiece{parameter, 0, found->piece});
        work(state);
    }
    answer_all(state);
    CHECK(import_in(state).plan->mapping_problem.empty());
    CHECK(import_refusal(state).empty());
    apply(state, GiveImportFiles{.batch = implementation("separate/batch.json").string(),
                                 .reference = implementation("separate/trace.safetensors").string()});
    work(state);
    CHECK(import_in(state).plan->verification->reproduced());
}

TEST_CASE("a tensor without a place in the paper's layers is refused, until it is left out") {
    const TemporaryFolder folder;
    State state = importing({.file = renamed_weights(folder, {}, {{"encoder.blocks.0.attn.extra.weight", {3, 5}}}).string()});
    answer_all(state);
    CHECK(import_refusal(state) == "This model has no parameters for some of the tensors.");
    apply(state, LeaveOutUnfitting{true});
    work(state);
    CHECK(import_refusal(state).empty());
}

TEST_CASE("the search shows how far it is after every choice, and stops when it is told to") {
    class Told final : public Work {
    public:
        bool stop_requested() const override { return stops; }
        void progress(double done) override { share = done; }
        void show(Command news) override { newest = *news.as<ShowImportPlan>(); }
        bool stops = false;
        double share = -1;
        ShowImportPlan newest{};
    };
    State state = importing({.file = implementation("separate/model.pt").string()});
    apply(state, GiveImportFiles{.batch = implementation("separate/batch.json").string(),
                                 .reference = implementation("separate/trace.safetensors").string()});
    const Job job = planning_job(request_of(import_in(state)), import_in(state).revision);
    Told told;
    REQUIRE(job.turn(told) == Turn::unfinished);
    CHECK(told.newest.tried == 0);
    const std::int64_t all = told.newest.left;
    CHECK(all > 100);
    for (int i = 1; i <= 3; ++i) {
        REQUIRE(job.turn(told) == Turn::unfinished);
        CHECK(told.newest.tried == i);
        CHECK(told.newest.left == all - i);
        CHECK(told.share == doctest::Approx(i / static_cast<double>(all)));
    }
    apply(state, told.newest);
    CHECK(search_words(import_in(state)) == "trying answers: 3 of " + std::to_string(all) + " choices");
    CHECK(import_refusal(state) == "The file is being read.");
    told.stops = true;
    CHECK(job.turn(told) == Turn::finished);

    // The page turns trying off: nothing more is tried, and the job's last news is ignored.
    apply(state, TryImportAnswers{false});
    apply(state, told.newest);
    CHECK_FALSE(import_in(state).current);
    work(state);
    CHECK_FALSE(import_in(state).plan->verification);
    CHECK(import_refusal(state).starts_with("Open: heads"));
    apply(state, TryImportAnswers{true});
    work(state);
    CHECK(import_in(state).plan->verification->reproduced());
}

TEST_CASE("what files mean that are dropped together") {
    const State page = importing({.file = implementation("separate/model.pt").string()});
    const State elsewhere = opened("navigation");
    const auto path = [](const char* file) { return implementation(file).string(); };
    const auto opens = [&](const State& state, const std::vector<std::string>& paths) {
        const auto command = dropped_on_import(state, paths);
        return command && command->as<OpenImport>() ? *command->as<OpenImport>() : OpenImport{};
    };
    const OpenImport all =
        opens(elsewhere, {path("separate/batch.json"), path("separate/trace.safetensors"), path("separate/model.pt")});
    CHECK(all.file == path("separate/model.pt"));
    CHECK(all.batch == path("separate/batch.json"));
    CHECK(all.reference == path("separate/trace.safetensors"));
    CHECK(opens(elsewhere, {path("bart_scores_not_divided/model.safetensors")}).file ==
          path("bart_scores_not_divided/model.safetensors"));  // next to another program's config.json
    CHECK_FALSE(dropped_on_import(elsewhere, {path("separate/batch.json")}));
    CHECK_FALSE(dropped_on_import(elsewhere, {test_data("goldens/navigation").string()}));
    const std::string ours = test_data("goldens/translation/model.safetensors").string();
    const auto model = dropped_on_import(elsewhere, {ours});
    REQUIRE(model);
    REQUIRE(model->as<OpenModel>());
    CHECK(model->as<OpenModel>()->request.folder == test_data("goldens/translation"));

    const auto given = dropped_on_import(page, {path("separate/trace.safetensors"), path("separate/batch.json")});
    REQUIRE(given);
    REQUIRE(given->as<GiveImportFiles>());
    CHECK(given->as<GiveImportFiles>()->reference == path("separate/trace.safetensors"));
    CHECK(given->as<GiveImportFiles>()->batch == path("separate/batch.json"));
    CHECK(opens(page, {path("einsum/weights.pt")}).file == path("einsum/weights.pt"));
}

TEST_CASE("a number that is typed is an answer while it can be one, and none when the field is emptied") {
    State state = importing({.file = implementation("separate/model.pt").string()});
    const std::string field = answer_field(ImportQuestion::pad_src);
    apply(state, SetImportText{field, typed_text("3")});
    CHECK(value_of(import_in(state).given, ImportQuestion::pad_src) == "3");
    apply(state, SetImportText{field, typed_text("3x")});
    CHECK(import_in(state).given.empty());
    CHECK(typo_in(import_in(state), field) == "it must be a whole number from 0 on, or none");
    apply(state, SetImportText{field, typed_text("")});
    CHECK(typo_in(import_in(state), field).empty());
}

}  // namespace vitrine::importing_test
