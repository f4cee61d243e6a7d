/// vitrine manual: writes the manual page vitrine(1), from what --help says.

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "app/cli/commands.h"
#include "app/cli/common/output.h"
#include "core/files/program.h"

namespace vitrine {

namespace {

/// Text for troff, which takes backslashes for its own, and lines that begin with a dot or an apostrophe.
std::string roff(const std::string& text) {
    std::string escaped;
    for (const char c : text) {
        const bool begins = escaped.empty() || escaped.back() == '\n';
        if (begins && (c == '.' || c == '\'')) escaped += "\\&";
        if (c == '\\')
            escaped += "\\e";
        else if (c == '-')
            escaped += "\\-";
        else
            escaped += c;
    }
    return escaped;
}

/// ".TP", the option with its value, and what it means.
std::string entry(const ListedOption& option) {
    std::string names;
    for (const std::string& name : option.names)
        names += (names.empty() ? "" : ", ") + (option.named ? "\\fB" + roff(name) + "\\fR" : roff(name));
    const std::string value = option.value.empty() || !option.named ? "" : " \\fI" + roff(option.value) + "\\fR";
    return ".TP\n" + names + value + '\n' + roff(option.meaning) + '\n';
}

std::string entries(const ListedCommand& command) {
    std::string text;
    for (const ListedOption& option : command.options) text += entry(option);
    return text;
}

/// A footer as it stands, line by line.
std::string as_it_stands(const std::string& text) { return text.empty() ? "" : ".PP\n.nf\n" + roff(text) + "\n.fi\n"; }

std::string manual_page(const std::vector<ListedCommand>& commands) {
    const ListedCommand& program = commands.front();
    std::string page = fmt::format(".TH VITRINE 1 \"\" \"vitrine {}\" \"User Commands\"\n", program_version());
    page += ".SH NAME\nvitrine \\- shows the Transformer, computing\n";
    page += ".SH SYNOPSIS\n.B vitrine\n[\\fIoptions\\fR]\n.br\n.B vitrine\n\\fIcommand\\fR [\\fIoptions\\fR]\n";
    page += ".SH DESCRIPTION\n" + roff(program.meaning) + '\n' + as_it_stands(program.footer);
    page += ".SH OPTIONS\n" + entries(program) + ".SH COMMANDS\n";
    for (const ListedCommand& command : std::span(commands).subspan(1))
        page += fmt::format(".SS vitrine {}\n{}\n", roff(command.name), roff(command.meaning)) + entries(command) +
                as_it_stands(command.footer);
    page += ".SH EXIT STATUS\n0, 1 where a comparison or a check failed, 2 for errors.\n";
    page +=
        ".SH ENVIRONMENT\n.TP\n.B VITRINE_SIMD\nv2, v3 or v4: the level of x86\\-64 to compute with, of an installed program; "
        "without it, the highest that the processor has.\n";
    return page;
}

}  // namespace

void add_manual(CommandLine& program) {
    CommandLine& command = program.add_subcommand("manual", "Write the manual page, for man");
    command.footer("Example:\n  vitrine manual --out vitrine.1");
    auto out = std::make_shared<std::optional<std::filesystem::path>>();
    command.add_option("--out", *out, "Write to a file, - is standard output").writes_file();
    command.callback([&program, out] {
        Output output(*out);
        output.write(manual_page(program.listed()));
        output.finish();
    });
}

}  // namespace vitrine
