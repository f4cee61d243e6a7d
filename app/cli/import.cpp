/// vitrine import: turns another program's model into a model folder.

#include "core/import/import.h"

#include <cmath>
#include <filesystem>
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/cli/common/output.h"
#include "app/cli/common/run_options.h"
#include "core/import/import_saving.h"
#include "core/import/mapping_json.h"
#include "core/import/mapping_table.h"
#include "core/import/verify.h"
#include "core/io/model_saving.h"

namespace vitrine {

namespace {

struct ImportCommand {
    ImportRequest request;
    std::string file, out;
    bool only_propose = false, json = false;
};

using ImportJson = nlohmann::ordered_json;

void say_all(const std::vector<std::string>& notes) {
    for (const std::string& note : notes) say_note(note);
}

/// The verification as JSON. JSON has no infinity: the deviation is null if a number is NaN or infinite in only one of the two.
ImportJson verification_json(const std::optional<Verification>& verification) {
    if (!verification) return {};
    const double largest = verification->written->largest;
    ImportJson untold = ImportJson::object();
    for (const UntoldQuestion& question : verification->search.untold)
        untold[std::string(text_of(question.question).key)] = value_texts(question);
    return {{"reproduced", verification->reproduced()},
            {"deviation", std::isfinite(largest) ? ImportJson(largest) : ImportJson()},
            {"tried", verification->search.tried},
            {"verdict", verdict_text(*verification)},
            {"untold", untold}};
}

/// Writes for other programs what was imported.
void write_json(const ImportCommand& command, const Mapping& mapping, const std::optional<Verification>& verification,
                const std::vector<std::string>& notes) {
    if (quiet()) return;
    const ImportJson json{{"folder", command.out},
                          {"mapping", ImportJson::parse(mapping_text(mapping))},
                          {"verification", verification_json(verification)},
                          {"notes", notes}};
    Output output({});
    output.write(json.dump(2) + '\n');
    output.finish();
}

void propose(const ImportCommand& command) {
    std::vector<std::string> notes;
    const Mapping mapping = propose_import(command.request, notes);
    save_mapping(command.out, mapping);
    if (command.json) return write_json(command, mapping, {}, notes);
    say_all(notes);
    write_summary(mapping_table(mapping) + "\nwritten: " + (std::filesystem::path(command.out) / "mapping.json").string() +
                  "; edit it and give it back with --map\n");
}

/// If the mapping may be wrong, writes its table as well.
ImportedModel imported_by(const ImportCommand& command) {
    Import import(command.request);
    try {
        return take_all_steps(import);
    } catch (const DoubtfulMapping&) {
        if (!command.json) write_summary(mapping_table(import.mapping()));
        throw;
    }
}

/// The result of the comparison with the reference, and what it leaves open. If the reference is not reproduced, possible
/// reasons.
std::string verdict_lines(const Verification& verification) {
    std::string lines = verdict_text(verification) + '\n';
    if (const std::string untold = untold_text(verification.search.untold); !untold.empty()) lines += untold + '\n';
    return verification.search.reproduced() ? lines : lines + question_of_numbers + '\n';
}

void tell(const ImportCommand& command, const ImportedModel& imported, const std::optional<Verification>& verification) {
    if (command.json) return write_json(command, imported.mapping, verification, imported.notes);
    say_all(imported.notes);
    write_summary(mapping_table(imported.mapping) + (verification ? '\n' + verdict_lines(*verification) : "") +
                  "\nwritten: " + command.out + "; vitrine --model " + command.out + " opens it\n");
}

void run(ImportCommand& command) {
    command.request.file = command.file;
    if (command.only_propose) return propose(command);
    require_no_model(command.out);
    const ImportedModel imported = imported_by(command);
    save_import(command.out, imported);
    const std::optional<Verification> verification = verify_saved(command.out, imported);
    tell(command, imported, verification);
    constexpr int differs = 1;
    if (verification && !verification->reproduced()) throw Ended("the reference is not reproduced", differs);
}

/// Adds an option for every question, which gives its answer.
void add_questions(CommandLine& command, const std::shared_ptr<ImportCommand>& options) {
    for (const QuestionText& text : all_questions()) {
        const ImportQuestion question = text.question;
        const auto take = [options, question](const std::string& value) {
            options->request.given[question] = {value, AnswerSource::given};
        };
        command.add_option_function(std::string(text.option), take, std::string(text.meaning))
            .type_name(std::string(text.values))
            .group("What names and shapes cannot tell")
            .check([question](const std::string& value) { return objection(question, value); });
    }
}

}  // namespace

void add_import(CommandLine& program) {
    CommandLine& command = program.add_subcommand("import", "Make a model folder from a model with its own names and layouts");
    const auto options = std::make_shared<ImportCommand>();
    ImportRequest& request = options->request;
    command.add_option("FILE", options->file, "The weights: .safetensors, PyTorch's .pt, .pth, .bin or .ckpt, or .npz")
        .reads_file("")
        .required();
    command.add_option("--batch", request.batch, "A batch of ids, which the model opens with").reads_file();
    command
        .add_option(
            "--verify", request.reference,
            "Logits or a trace of that batch (.npz, .safetensors): try open answers until the folder reproduces them, or exit "
            "with 1")
        .reads_file();
    command.add_option("--map", request.map, "A mapping.json to use instead of a proposal").reads_file();
    command.add_flag("--propose", options->only_propose, "Write only mapping.json, with what was found");
    command.add_option("--out", options->out, "The folder to write").writes_folder().required();
    command.add_flag("--json", options->json, "As JSON: the folder, its mapping, what came of --verify, and notes");
    add_questions(command, options);
    add_threads(command);
    add_quiet(command, "No table, no notes, errors only");
    command.footer(
        "Nothing in a file is executed. Which names are known, and what mapping.json holds: docs/IMPORT.md.\n\n"
        "Examples:\n"
        "  vitrine import model.pt --batch batch.json --verify logits.npz --out imported\n"
        "  vitrine import model.pt --propose --out proposed\n"
        "  vitrine import model.pt --batch batch.json --verify logits.npz --out imported --json\n"
        "  vitrine import model.pt --heads 4 --activation relu --norm post --scale-embedding yes --positions sinusoidal --pad 0 "
        "--begin 1 --end 2 --out mine");
    command.callback([options] { run(*options); });
}

}  // namespace vitrine
