#pragma once
/// The command line. Only command_line.cpp includes CLI11, which takes seconds to compile.

#include <memory>
#include <span>
#include <utility>

#include "app/cli/common/numbers.h"
#include "core/tensor/error.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace vitrine {

/// An option, a flag, or a value without a name. Its properties are set in a chain:
/// command.add_option("--out", out, "The file to write").type_name("FILE").required();
class CommandLineOption {
public:
    explicit CommandLineOption(CLI::Option& option) : option_(&option) {}

    /// Sets the placeholder for the value in --help: "FILE".
    CommandLineOption type_name(const std::string& name) const;

    /// Sets the heading under which --help lists it.
    CommandLineOption group(const std::string& heading) const;

    CommandLineOption required() const;

    /// The value is a file: "-" means standard input or standard output. `type` is the placeholder in --help.
    CommandLineOption reads_file(const std::string& type = "FILE") const;
    CommandLineOption writes_file(const std::string& type = "FILE") const;

    /// The value is a folder to write, which cannot be "-".
    CommandLineOption writes_folder() const;

    /// Accepts '' too, which options normally refuse.
    CommandLineOption may_be_empty() const;
    CommandLineOption check(const Objection& objection) const;

    /// Restricts the value to these words. `listed`: whether --help lists them after the type's name, or the option's own text
    /// contains them.
    enum class Listed { by_its_text, behind_its_type };
    CommandLineOption one_of(const std::vector<std::string>& words, Listed listed = Listed::by_its_text) const;

    /// Restricts the value to a whole number from `least` to `most`.
    CommandLineOption between(std::int64_t least, std::int64_t most) const;

    CommandLineOption excludes(const CommandLineOption& other) const;

    /// For a repeatable option: each occurrence takes one value only, not all the arguments after it.
    CommandLineOption one_value_at_a_time() const;

    std::string name() const;
    bool given() const;

private:
    CLI::Option* option_;
};

/// The command line is invalid. The text says why.
struct CommandLineError : Error {
    using Error::Error;
};

/// An option as --help lists it, or a value without a name.
struct ListedOption {
    std::vector<std::string> names;  ///< "-h", "--help"; of a value without a name, that of its placeholder
    std::string value;               ///< the placeholder of its value: "FILE"; empty: a flag, which has none
    std::vector<std::string> words;  ///< all values that it accepts; none: any
    std::string meaning, group;
    bool named = true;
};

/// The program, whose name is "vitrine", or one of its subcommands.
struct ListedCommand {
    std::string name, meaning, footer;
    std::vector<ListedOption> options;
};

/// The options of the program or of a subcommand.
class CommandLine {
public:
    /// The program's command line, with --help and --version.
    CommandLine(const std::string& name, const std::string& description);
    CommandLine(const CommandLine&) = delete;
    CommandLine& operator=(const CommandLine&) = delete;

    /// Adds a subcommand. The returned reference stays valid as long as this object lives.
    CommandLine& add_subcommand(const std::string& name, const std::string& description);

    /// Adds an option "--name", or a value without a name. Parsing fills `value`, which must live until then. The end of
    /// command_line.cpp lists the supported types.
    template <class T>
    CommandLineOption add_option(const std::string& name, T& value, const std::string& meaning);
    CommandLineOption add_option_function(const std::string& name, const std::function<void(const std::string&)>& take,
                                          const std::string& meaning);
    CommandLineOption add_flag(const std::string& name, bool& value, const std::string& meaning);

    /// The text at the end of --help.
    void footer(const std::string& text);

    /// Sets the function of a subcommand.
    void callback(const std::function<void()>& run);

    /// For a subcommand that another program carries out: the function gets all arguments unchanged, including --help.
    void hand_over(const std::function<void(const std::vector<std::string>& arguments)>& run);

    /// Sets a function that runs after parsing, before the subcommand.
    void after_reading(const std::function<void()>& check);

    /// Parses the command line and runs the subcommand. Returns false if help or the version was requested and printed. Throws
    /// CommandLineError.
    bool parse(int argc, const char* const* argv);

    /// Whether an option was given. Requires: the option exists.
    bool given(const std::string& option) const;

    std::vector<std::string> options_given() const;

    /// The given options that are listed under one of these headings of --help.
    std::vector<std::string> options_given(std::span<const char* const> groups) const;

    /// The name of the called subcommand; empty: none was called.
    std::string called() const;

    std::vector<std::string> subcommand_names() const;

    /// The program and then its subcommands, in the order of --help.
    std::vector<ListedCommand> listed() const;

    /// The unknown arguments.
    std::vector<std::string> unknown() const;

private:
    explicit CommandLine(std::shared_ptr<CLI::App> app) : app_(std::move(app)) {}

    std::shared_ptr<CLI::App> app_;
    std::vector<std::unique_ptr<CommandLine>> subcommands_;
};

/// The name and version of the library.
std::string command_line_library();

}  // namespace vitrine
