#include "app/cli/common/command_line.h"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <optional>
#include <sstream>

#include <CLI/CLI.hpp>

#include "core/files/file.h"
#include "core/files/program.h"
#include "core/text/nearest.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

constexpr const char* not_empty = "not empty";

/// Begins the name of the check for a list of words, which stand behind it.
constexpr const char* words_of_list = "one of:";

/// Replaces "-" by the path of a standard stream.
CLI::Validator stream(const std::string& path) {
    const auto replace = [path](std::string& value) {
        if (value == "-") value = path;
        return std::string();
    };
    return CLI::Validator(replace, "");
}

/// Refuses values that are almost certainly a shell mistake, such as "--out $NAME" with an unset name: an empty value, or the
/// name of the option that follows.
CLI::Option& refuse_missing(CLI::Option& option, const CLI::App& app) {
    const auto empty = [](const std::string& value) { return std::string(value.empty() ? "the value is empty" : ""); };
    option.check(CLI::Validator(empty, "", not_empty));
    option.check([&app](const std::string& value) {
        const bool is_name = value.starts_with('-') && app.get_option_no_throw(value);
        return is_name ? "the value in front of " + value + " is missing" : std::string();
    });
    return option;
}

/// Reads an option's value. Returns what is wrong with the text; empty: nothing. CLI11's own function is not used, since it reads
/// 010 as 8.
template <class T>
std::string read_value(const std::string& text, T& value) {
    if constexpr (std::is_arithmetic_v<T>) {
        return read_number(text, value);
    } else {
        value = text;
        return "";
    }
}

template <class T>
std::string read_value(const std::string& text, std::optional<T>& value) {
    return read_value(text, value.emplace());
}

template <class T>
std::function<void(const std::string&)> take_value(const std::string& name, T& value) {
    return [name, &value](const std::string& text) {
        const std::string objection = read_value(text, value);
        if (!objection.empty()) throw CLI::ValidationError(name, objection);
    };
}

std::string listed_words(const std::vector<std::string>& words) {
    std::string list;
    for (const std::string& word : words) list += (list.empty() ? "" : ", ") + word;
    return list;
}

/// The first argument that begins like an option, without its value; empty: none.
std::string option_among(const std::vector<std::string>& arguments) {
    const auto is_option = [](const std::string& argument) { return argument.size() > 1 && argument.front() == '-'; };
    const auto found = std::ranges::find_if(arguments, is_option);
    return found == arguments.end() ? "" : found->substr(0, found->find('='));
}

/// The names of all options, without the leading dashes, which would make any two names similar.
std::vector<std::string> option_names(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options()) {
        if (!option->get_positional()) names.push_back(option->get_name().substr(2));
    }
    return names;
}

/// "; did you mean '--sample'?" for an option that does not exist.
std::string nearest_options(const std::string& name, const CLI::App& app) {
    const std::string bare = name.substr(std::min(name.find_first_not_of('-'), name.size()));
    std::vector<std::string> names = similar(bare, option_names(app));
    for (std::string& one : names) one.insert(0, "--");
    return did_you_mean(name, names);
}

/// The option that was given too often; null: none.
const CLI::Option* repeated_option(const CLI::App& app) {
    for (const CLI::Option* option : app.get_options()) {
        if (static_cast<int>(option->results().size()) > option->get_items_expected_max()) return option;
    }
    return nullptr;
}

/// The words that one_of() has restricted an option to; none: it has not.
std::vector<std::string> words_of(CLI::Option& option) {
    std::vector<std::string> words;
    const std::size_t begin = std::string(words_of_list).size();
    try {
        for (int i = 0;; ++i) {  // CLI11 does not say how many there are
            const std::string& name = option.get_validator(i)->get_name();
            if (!name.starts_with(words_of_list)) continue;
            std::istringstream list(name.substr(begin));
            for (std::string word; list >> word;) words.push_back(word.substr(0, word.find(',')));
        }
    } catch (const CLI::OptionNotFound&) {
        return words;
    }
}

ListedOption listed_option(CLI::Option& option) {
    ListedOption listed{.names = {},
                        .value = {},
                        .words = words_of(option),
                        .meaning = option.get_description(),
                        .group = option.get_group(),
                        .named = !option.get_positional()};
    for (const std::string& name : option.get_snames()) listed.names.push_back('-' + name);
    for (const std::string& name : option.get_lnames()) listed.names.push_back("--" + name);
    if (!listed.named) listed.names = {option.get_name()};
    if (option.get_items_expected_max() > 0) listed.value = option.get_type_name();
    if (const auto words = listed.value.find(":{"); words != std::string::npos) listed.value.resize(words);
    return listed;
}

ListedCommand listed_command(CLI::App& app) {
    ListedCommand command{.name = app.get_name(), .meaning = app.get_description(), .footer = app.get_footer(), .options = {}};
    for (CLI::Option* option : app.get_options()) command.options.push_back(listed_option(*option));
    return command;
}

/// What is wrong with the options of the program or of the called subcommand. Unknown options come first, since they explain the
/// other problems.
std::string words_about(const CLI::App& app, const CLI::ParseError& error) {
    const std::vector<std::string> unknown = app.remaining();
    if (const std::string name = option_among(unknown); !name.empty())
        return "there is no option " + in_quotes(name) + nearest_options(name, app);
    if (dynamic_cast<const CLI::ExtrasError*>(&error) && !unknown.empty())
        return in_quotes(unknown.front()) + " is one argument too many";
    const std::string text = error.what();
    if (!dynamic_cast<const CLI::ArgumentMismatch*>(&error)) return text;
    if (const CLI::Option* option = repeated_option(app)) return option->get_name() + " is given more than once";
    if (const auto end = text.find(" was given a disallowed flag"); end != std::string::npos)
        return "--" + text.substr(0, end).substr(text.find_first_not_of('-')) + " takes no value";
    return text.substr(0, text.find(':')) + ": the value is missing";
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

CommandLineOption CommandLineOption::reads_file(const std::string& type) const {
    option_->type_name(type)->transform(stream(standard_input));
    return *this;
}

CommandLineOption CommandLineOption::writes_file(const std::string& type) const {
    option_->type_name(type)->transform(stream(standard_output));
    return *this;
}

CommandLineOption CommandLineOption::writes_folder() const {
    option_->type_name("DIR")->check([](const std::string& value) {
        return std::string(value == "-" ? "a folder is needed, which standard output is not" : "");
    });
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
    const auto objection = [words](const std::string& value) {
        const bool known = std::ranges::find(words, value) != words.end();
        return known ? std::string() : in_quotes(value) + " is none of " + listed_words(words);
    };
    option_->check(CLI::Validator(objection, listed == Listed::by_its_text ? "" : "{" + listed_words(words) + "}",
                                  words_of_list + listed_words(words)));
    return *this;
}

CommandLineOption CommandLineOption::between(std::int64_t least, std::int64_t most) const {
    option_->check(whole_number_between(least, most));
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

CommandLine::CommandLine(const std::string& name, const std::string& description)
    : app_(std::make_shared<CLI::App>(description, name)) {
    app_->get_formatter()->column_width(24);
    app_->set_version_flag("--version", std::string("vitrine ") + program_version(), "Show the version");
    app_->set_help_flag("-h,--help", "Show this help");
    app_->require_subcommand(0, 1);  // a second name is an operand, as in "vitrine bench tokenize"
}

CommandLine& CommandLine::add_subcommand(const std::string& name, const std::string& description) {
    CLI::App* app = app_->add_subcommand(name, description);
    subcommands_.push_back(std::unique_ptr<CommandLine>(new CommandLine(app_->get_subcommand_ptr(app))));
    return *subcommands_.back();
}

template <class T>
CommandLineOption CommandLine::add_option(const std::string& name, T& value, const std::string& meaning) {
    if constexpr (std::is_same_v<T, std::vector<std::string>>) {
        return CommandLineOption(refuse_missing(*app_->add_option(name, value, meaning), *app_));
    } else {
        return add_option_function(name, take_value(name, value), meaning);
    }
}

CommandLineOption CommandLine::add_option_function(const std::string& name, const std::function<void(const std::string&)>& take,
                                                   const std::string& meaning) {
    return CommandLineOption(refuse_missing(*app_->add_option_function<std::string>(name, take, meaning), *app_));
}

CommandLineOption CommandLine::add_flag(const std::string& name, bool& value, const std::string& meaning) {
    return CommandLineOption(*app_->add_flag(name, value, meaning)->disable_flag_override());
}

void CommandLine::footer(const std::string& text) { app_->footer(text); }

void CommandLine::callback(const std::function<void()>& run) { app_->callback(run); }

void CommandLine::hand_over(const std::function<void(const std::vector<std::string>&)>& run) {
    app_->set_help_flag();
    app_->prefix_command();
    app_->callback([app = app_.get(), run] { run(app->remaining()); });
}

void CommandLine::after_reading(const std::function<void()>& check) { app_->parse_complete_callback(check); }

bool CommandLine::parse(int argc, const char* const* argv) {
    try {
        app_->parse(argc, argv);
        return true;
    } catch (const CLI::Success& asked_for_help) {
        app_->exit(asked_for_help, std::cout, std::cerr);
        return false;
    } catch (const CLI::ParseError& error) {
        const auto called = app_->get_subcommands();
        throw CommandLineError(words_about(called.empty() ? *app_ : *called.front(), error));
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

std::vector<std::string> CommandLine::options_given(std::span<const char* const> groups) const {
    std::vector<std::string> names = options_given();
    std::erase_if(names, [&](const std::string& name) {
        return std::ranges::find(groups, app_->get_option(name)->get_group()) == groups.end();
    });
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

std::vector<ListedCommand> CommandLine::listed() const {
    std::vector<ListedCommand> all{listed_command(*app_)};
    for (const auto& command : subcommands_) all.push_back(listed_command(*command->app_));
    return all;
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
