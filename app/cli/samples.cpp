/// vitrine samples: lists the models that come with the program, or shows the card of one.

#include <algorithm>
#include <memory>
#include <optional>
#include <sstream>

#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/cli/common/compared_option.h"
#include "app/cli/common/output.h"
#include "app/cli/common/told_lines.h"
#include "core/export/sample_files.h"
#include "core/files/json_text.h"
#include "core/files/problem.h"
#include "core/io/sample.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

constexpr std::size_t indent = 2;

/// The text in lines of a readable length, each indented.
std::string wrapped(const std::string& text) {
    std::istringstream words(text);
    std::string result, line, word;
    while (words >> word) {
        if (!line.empty() && indent + text_width(line) + 1 + text_width(word) > reading_width) {
            result += std::string(indent, ' ') + line + '\n';
            line.clear();
        }
        line += (line.empty() ? "" : " ") + printable(word);
    }
    return line.empty() ? result : result + std::string(indent, ' ') + line + '\n';
}

std::string description(const SampleInfo& sample) {
    if (!sample.problem.empty()) return printable(sample.name) + "\n" + wrapped("cannot be read: " + sample.problem);
    return printable(sample.name) + " — " + printable(sample.title) + "\n" + wrapped(sample.text) + wrapped(sample.file.string());
}

/// What there is to know about a sample, and what it wrote for some held-out pairs.
std::string card_text(const ModelCard& card) {
    std::string text = '\n' + told_lines(lines_of(card));
    if (!card.held_out) return text;
    for (const CardTranslation& translation : card.held_out->translations)
        text += '\n' + told_lines(lines_of(translation, card.held_out->beams->beams));
    return text;
}

const SampleInfo& known(const std::vector<SampleInfo>& samples, const std::string& name) {
    const auto found = std::ranges::find(samples, name, &SampleInfo::name);
    if (found == samples.end()) load_sample(name);  // says which samples there are
    if (!found->problem.empty()) throw Error(found->problem);
    return *found;
}

void show(const std::string& name) {
    const auto samples = list_samples();
    const SampleInfo& sample = known(samples, name);
    Output output({});
    output.say(description(sample) + (sample.card ? card_text(*sample.card) : ""));
    output.finish();
}

void renew(const std::string& name, const std::optional<std::string>& evaluation, const ComparedOption& compared) {
    const auto samples = list_samples();
    const SampleInfo& sample = known(samples, name);
    CardFigures figures;
    std::optional<CardAlignment> alignment;
    if (evaluation) {
        const nlohmann::json measured = read_json(*evaluation);
        figures = figures_from_evaluation(measured, *evaluation);
        alignment = alignment_from_evaluation(measured, *evaluation);
    } else if (sample.card && sample.card->held_out) {
        figures = *sample.card->held_out;
    }
    compared.add_to(figures);
    renew_figures(sample.file, figures, alignment);
}

void list() {
    Output output({});
    const auto samples = list_samples();
    for (std::size_t i = 0; i < samples.size(); ++i) output.say((i ? "\n" : "") + description(samples[i]));
    if (samples.empty()) {
        output.say("There are no samples. They are looked for in\n");
        for (const auto& folder : sample_folders()) output.say("  " + folder.string() + '\n');
    }
    output.finish();
}

}  // namespace

void add_samples(CommandLine& program) {
    CommandLine& command = program.add_subcommand("samples", "List the built-in sample models, or show what is known of one");
    struct SamplesCommand {
        std::optional<std::string> name{}, evaluation{};
    };
    const auto options = std::make_shared<SamplesCommand>();
    command.add_option("name", options->name, "A sample to show, with its card: what it learned, and how well").type_name("NAME");
    command
        .add_option("--evaluation", options->evaluation,
                    "Put the figures into its card that 'vitrine evaluate --json' printed; all else stays")
        .reads_file()
        .group("Card");
    const ComparedOption compared(command);
    command.footer(
        "A JSON file in ~/.local/share/vitrine/samples is a sample, too.\n\n"
        "Examples:\n  vitrine samples\n  vitrine samples translation\n"
        "  vitrine export-sample my-model --name mine --overwrite && "
        "vitrine evaluate --sample mine --data pairs.tsv --json >new && vitrine samples mine --evaluation new");
    command.callback([options, compared] {
        const bool renews = options->evaluation || compared.given();
        if (renews && !options->name)
            throw Error((options->evaluation ? "--evaluation" : "--compared") +
                        std::string(" goes with the name of a sample only"));
        if (renews) renew(*options->name, options->evaluation, compared);
        options->name ? show(*options->name) : list();
    });
}

}  // namespace vitrine
