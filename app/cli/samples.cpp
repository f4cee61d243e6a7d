/// vitrine samples: lists the models that come with the program, or shows the card of one.

#include <algorithm>
#include <memory>
#include <optional>
#include <sstream>

#include "app/cli/commands.h"
#include "app/cli/common/output.h"
#include "core/files/problem.h"
#include "core/io/sample.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

constexpr std::size_t line_width = 100, indent = 2;

/// The text in lines of a readable length, each indented.
std::string wrapped(const std::string& text) {
    std::istringstream words(text);
    std::string result, line, word;
    while (words >> word) {
        if (!line.empty() && indent + text_width(line) + 1 + text_width(word) > line_width) {
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

/// What there is to know about a sample, under what it is about.
std::string card_text(const ModelCard& card) {
    const auto lines = lines_of(card);
    std::size_t width = 0;
    for (const auto& line : lines) width = std::max(width, text_width(line.first));
    std::string text;
    const std::string* before = nullptr;
    for (const auto& [about, what] : lines) {
        const std::string begins = std::string(indent, ' ') + left_aligned(before && *before == about ? "" : about, width) + "  ";
        text += wrapped_text(begins + what, line_width, std::string(text_width(begins), ' '));
        before = &about;
    }
    return text;
}

void show(const std::string& name) {
    const auto samples = list_samples();
    const auto found = std::ranges::find(samples, name, &SampleInfo::name);
    if (found == samples.end()) load_sample(name);  // says which samples there are
    if (!found->problem.empty()) throw Error(found->problem);
    Output output({});
    output.say(description(*found) + (found->card ? '\n' + card_text(*found->card) : ""));
    output.finish();
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
    const auto name = std::make_shared<std::optional<std::string>>();
    command.add_option("name", *name, "A sample to show, with its card: what it learned, and how well").type_name("NAME");
    command.footer(
        "A JSON file in ~/.local/share/vitrine/samples is a sample, too.\n\n"
        "Examples:\n  vitrine samples\n  vitrine samples translation");
    command.callback([name] { *name ? show(**name) : list(); });
}

}  // namespace vitrine
