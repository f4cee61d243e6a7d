#pragma once
/// What can be given on the command line, and what was. The library behind it takes seconds to compile in every file that sees it:
/// command_line.cpp is the only one.

#include <memory>
#include <utility>

#include "app/cli/common/numbers.h"
#include "core/tensor/error.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace vitrine {

/// An option, a flag, or a value without a name. All that is to be said of one is said in a row:
/// command.add_option("--out", out, "The file to write").type_name("FILE").required();
class CommandLineOption {
public:
    explicit CommandLineOption(CLI::Option& option) : option_(&option) {}

    /// What stands for the value in --help: "FILE".
    CommandLineOption type_name(const std::string& name) const;

    /// The heading of --help under which it stands.
    CommandLineOption group(const std::string& heading) const;

    CommandLineOption required() const;
    CommandLineOption check(const Objection& objection) const;

    /// The value is one of these words. Whether --help lists them behind the type's name, or the option's own text does.
    enum class Listed { by_its_text, behind_its_type };
    CommandLineOption one_of(const std::vector<std::string>& words, Listed listed = Listed::by_its_text) const;

    /// The value is a whole number from `least` to `most`.
    CommandLineOption between(std::int64_t least, std::int64_t most) const;

    CommandLineOption excludes(const CommandLineOption& other) const;

    /// For an option that may be repeated: every time it takes one value, and does not swallow what follows.
    CommandLineOption one_value_at_a_time() const;

    std::string name() const;
    bool given() const;

private:
    CLI::Option* option_;
};

/// The command line is not what it can be. The text says what is wrong.
struct CommandLineError : Error {
    using Error::Error;
};

/// What the program can be given, or one of its subcommands.
class CommandLine {
public:
    /// The program's own, with --help and --version.
    CommandLine(const std::string& name, const std::string& description, const std::string& version);
    CommandLine(const CommandLine&) = delete;
    CommandLine& operator=(const CommandLine&) = delete;

    /// The subcommand's is there as long as the program's.
    CommandLine& add_subcommand(const std::string& name, const std::string& description);

    /// An option "--name", or a value without a name. The value is filled while the command line is parsed and must outlive that.
    /// Of which types it can be, the end of command_line.cpp lists.
    template <class T>
    CommandLineOption add_option(const std::string& name, T& value, const std::string& meaning);
    CommandLineOption add_option_function(const std::string& name, const std::function<void(const std::string&)>& take,
                                          const std::string& meaning);
    CommandLineOption add_flag(const std::string& name, bool& value, const std::string& meaning);

    /// What --help says at its end.
    void footer(const std::string& text);

    /// What a subcommand does.
    void callback(const std::function<void()>& run);

    /// What the program does when all has been read, before its subcommand runs.
    void after_reading(const std::function<void()>& check);

    /// Reads the command line and runs the subcommand. False where help or the version was asked for, which has then been printed.
    /// Throws CommandLineError.
    bool parse(int argc, char** argv);

    /// Whether an option was given. Requires: there is such an option.
    bool given(const std::string& option) const;

    /// The names of all options that were given.
    std::vector<std::string> options_given() const;

    /// The name of the subcommand that was called; empty where none was.
    std::string called() const;

    std::vector<std::string> subcommand_names() const;

    /// What was given and is nothing that the program knows.
    std::vector<std::string> unknown() const;

private:
    explicit CommandLine(std::shared_ptr<CLI::App> app) : app_(std::move(app)) {}

    std::shared_ptr<CLI::App> app_;
    std::vector<std::unique_ptr<CommandLine>> subcommands_;
};

/// The library's name and version.
std::string command_line_library();

}  // namespace vitrine
