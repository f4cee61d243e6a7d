/// vitrine config: lists the keys of config.json, writes an example, and checks a file.

#include <algorithm>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "app/cli/commands.h"
#include "app/cli/common/output.h"
#include "app/cli/common/run_options.h"
#include "core/io/configuration_json.h"
#include "core/tensor/error.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

struct ConfigCommand {
    std::optional<std::filesystem::path> file;
    bool shows_template = false;
};

/// Two lines for each key: its possible values and its default, then its meaning.
std::string keys_text() {
    std::size_t widest = 0;
    for (const ConfigurationKey& key : configuration_keys()) widest = std::max(widest, text_width(key.name));
    std::string text;
    for (const ConfigurationKey& key : configuration_keys()) {
        const std::string otherwise = key.use.required ? "required" : "default " + key.default_text();
        text += fmt::format("  {}  {} ({})\n  {}  {}\n", left_aligned(key.name, widest), key.values, otherwise,
                            std::string(widest, ' '), key.meaning);
    }
    return text;
}

/// "d_model, nhead and bias": the keys that apply to a single attention.
std::string keys_of_attention() {
    std::vector<std::string> names;
    for (const ConfigurationKey& key : configuration_keys())
        if (key.use.of_attention && key.name != "architecture") names.push_back(key.name);
    const std::string last = names.back();
    names.pop_back();
    return fmt::format("{} and {}", fmt::join(names, ", "), last);
}

void run(const ConfigCommand& command) {
    if (command.shows_template == command.file.has_value())
        throw Error("which configuration? FILE checks one, --template prints one, --help lists the keys");
    Output output({});
    output.write(command.file ? configuration_text(read_configuration(*command.file)) : configuration_template());
    output.finish();
}

}  // namespace

void add_config(CommandLine& program) {
    CommandLine& command = program.add_subcommand("config", "List the keys of config.json, print one to begin with, or check one");
    const auto options = std::make_shared<ConfigCommand>();
    command
        .add_option("FILE", options->file,
                    "A config.json to check: prints what is wrong, or the whole configuration with defaults filled in")
        .reads_file("");
    command.add_flag("--template", options->shows_template, "Print every key, with the values of the paper's base model");
    command.footer("The keys of config.json:\n" + keys_text() +
                   "\nWith \"architecture\": \"attention\" these alone: " + keys_of_attention() +
                   ".\n\n"
                   "Examples:\n"
                   "  vitrine config --template > config.json\n"
                   "  vitrine config config.json\n"
                   "  vitrine params --config config.json");
    command.callback([options] { run(*options); });
}

}  // namespace vitrine
