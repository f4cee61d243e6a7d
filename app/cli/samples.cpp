/// vitrine samples: lists the models that come with the program.

#include <sstream>

#include "app/cli/commands.h"
#include "app/cli/common/output.h"
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

void run() {
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
    CommandLine& command = program.add_subcommand("samples", "List the built-in sample models");
    command.footer(
        "A JSON file in ~/.local/share/vitrine/samples is a sample, too.\n\n"
        "Example:\n  vitrine samples");
    command.callback([] { run(); });
}

}  // namespace vitrine
