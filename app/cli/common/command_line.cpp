#include "app/cli/common/command_line.h"

#include <filesystem>
#include <iostream>
#include <optional>

#include <CLI/CLI.hpp>

namespace vitrine {

namespace {

constexpr const char* not_empty = "not empty";

/// An empty value is nearly always a mistake of the shell's: "--out $NAME" with a name that is not set.
CLI::Option& refuse_empty(CLI::Option& option) {
    const auto objection = [](const std::string& value) { return std::string(value.empty() ? "the value is empty" : ""); };
    option.check(CLI::Validator(objection, "", not_empty));
    return option;
}

}  // namespace

CommandLineOption CommandLineOption::type_name(const std::string& name) const {
    option_->type_name(name);
    return *this;
}

CommandLineOption CommandLineOption::group(const std::string& heading) const {
    option_->group(heading);
    return *this;
}

CommandLineOption CommandLineOption::required() const {
    option_->required();
    return *this;
}

CommandLineOption CommandLineOption::may_be_empty() const {
    option_->get_validator(not_empty)->active(false);
    return *this;
}

CommandLineOption CommandLineOption::check(const Objection& objection) const {
    option_->check(objection);
    return *this;
}

CommandLineOption CommandLineOption::one_of(const std::vector<std::string>& words, Listed listed) const {
    CLI::Validator validator = CLI::IsMember(words);
    if (listed == Listed::by_its_text) validator.description("");
    option_->check(validator);
    return *this;
}

CommandLineOption CommandLineOption::between(std::int64_t least, std::int64_t most) const {
    option_->check(CLI::Range(least, most).description(""));
    return *this;
}

CommandLineOption CommandLineOption::excludes(const CommandLineOption& other) const {
    option_->excludes(other.option_);
    return *this;
}

CommandLineOption CommandLineOption::one_value_at_a_time() const {
    option_->allow_extra_args(false);
    return *this;
}

std::string CommandLineOption::name() const { return option_->get_name(); }

bool CommandLineOption::given() const { return option_->count() > 0; }

CommandLine::CommandLine(const std::string& name, const std::string& description, const std::string& version)
    : app_(std::make_shared<CLI::App>(description, name)) {
    app_->get_formatter()->column_width(24);
    app_->set_version_flag("--version", version, "Show the version");
    app_->set_help_flag("-h,--help", "Show this help");
    app_->require_subcommand(0, 1);  // the second name is the first one's operand, as in "vitrine bench tokenize"
}

CommandLine& CommandLine::add_subcommand(const std::string& name, const std::string& description) {
    CLI::App* app = app_->add_subcommand(name, description);
    subcommands_.push_back(std::unique_ptr<CommandLine>(new CommandLine(app_->get_subcommand_ptr(app))));
    return *subcommands_.back();
}

template <class T>
CommandLineOption CommandLine::add_option(const std::string& name, T& value, const std::string& meaning) {
    return CommandLineOption(refuse_empty(*app_->add_option(name, value, meaning)));
}

CommandLineOption CommandLine::add_option_function(const std::string& name, const std::function<void(const std::string&)>& take,
                                                   const std::string& meaning) {
    return CommandLineOption(refuse_empty(*app_->add_option_function<std::string>(name, take, meaning)));
}

CommandLineOption CommandLine::add_flag(const std::string& name, bool& value, const std::string& meaning) {
    return CommandLineOption(*app_->add_flag(name, value, meaning));
}

void CommandLine::footer(const std::string& text) { app_->footer(text); }

void CommandLine::callback(const std::function<void()>& run) { app_->callback(run); }

void CommandLine::after_reading(const std::function<void()>& check) { app_->parse_complete_callback(check); }

bool CommandLine::parse(int argc, char** argv) {
    try {
        app_->parse(argc, argv);
        return true;
    } catch (const CLI::Success& asked_for_help) {
        app_->exit(asked_for_help, std::cout, std::cerr);
        return false;
    } catch (const CLI::ParseError& error) {
        throw CommandLineError(error.what());
    }
}

bool CommandLine::given(const std::string& option) const { return app_->get_option(option)->count() > 0; }

std::vector<std::string> CommandLine::options_given() const {
    std::vector<std::string> names;
    for (const CLI::Option* option : std::as_const(*app_).get_options()) {
        if (option->count() > 0) names.push_back(option->get_name());
    }
    return names;
}

std::string CommandLine::called() const {
    const auto subcommands = app_->get_subcommands();
    return subcommands.empty() ? "" : subcommands.front()->get_name();
}

std::vector<std::string> CommandLine::subcommand_names() const {
    std::vector<std::string> names;
    for (const auto& command : subcommands_) names.push_back(command->app_->get_name());
    return names;
}

std::vector<std::string> CommandLine::unknown() const { return app_->remaining(); }

std::string command_line_library() { return "CLI11 " CLI11_VERSION; }

template CommandLineOption CommandLine::add_option(const std::string&, std::string&, const std::string&);
template CommandLineOption CommandLine::add_option(const std::string&, int&, const std::string&);
template CommandLineOption CommandLine::add_option(const std::string&, std::int64_t&, const std::string&);
template CommandLineOption CommandLine::add_option(const std::string&, double&, const std::string&);
template CommandLineOption CommandLine::add_option(const std::string&, std::uint64_t&, const std::string&);
template CommandLineOption CommandLine::add_option(const std::string&, std::vector<std::string>&, const std::string&);
template CommandLineOption CommandLine::add_option(const std::string&, std::optional<std::string>&, const std::string&);
template CommandLineOption CommandLine::add_option(const std::string&, std::optional<std::filesystem::path>&, const std::string&);
template CommandLineOption CommandLine::add_option(const std::string&, std::optional<int>&, const std::string&);
template CommandLineOption CommandLine::add_option(const std::string&, std::optional<double>&, const std::string&);
template CommandLineOption CommandLine::add_option(const std::string&, std::optional<std::int64_t>&, const std::string&);
template CommandLineOption CommandLine::add_option(const std::string&, std::optional<std::uint64_t>&, const std::string&);

}  // namespace vitrine
