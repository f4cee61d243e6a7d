/// vitrine tokenize: cuts texts into a tokenizer's tokens.

#include <iostream>
#include <memory>

#include <nlohmann/json.hpp>
#include <unistd.h>

#include "app/cli/commands.h"
#include "app/cli/common/output.h"
#include "app/cli/common/run_options.h"
#include "core/files/json_text.h"
#include "core/files/problem.h"
#include "core/io/tokenizer_file.h"
#include "core/text/tokenizer/tokenizer_encoder.h"
#include "core/text/utf8.h"

namespace vitrine {

namespace {

using OrderedJson = nlohmann::ordered_json;

struct TokenizeCommand {
    std::string tokenizer, model;
    std::string side = "src";
    bool no_special = false, json = false;
};

OrderedJson json_of(const Tokenizer& tokenizer, const EncodedText& encoded) {
    OrderedJson tokens = OrderedJson::array();
    for (const std::int32_t id : encoded.ids) tokens.push_back(tokenizer.token(id));
    OrderedJson json{{"ids", encoded.ids},
                     {"tokens", std::move(tokens)},
                     {"decoded", tokenizer.decoded(encoded.ids)},
                     {"shown", tokenizer.shown(encoded.ids)}};
    if (encoded.lost > 0) json["lost"] = encoded.lost;
    return json;
}

/// The text of a line, which is the line itself or a JSON string in it.
std::string text_of(std::string_view line, bool json, int number) {
    if (number == 1) line = without_byte_order_mark(line);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!json) return std::string(line);
    const std::string where = "line " + std::to_string(number);
    const auto value = parse_json(line, where);
    if (!value.is_string()) fail(where, "a text in quotes is expected, not " + shown(value));
    return value.get<std::string>();
}

std::shared_ptr<const Tokenizer> tokenizer_of(const TokenizeCommand& command) {
    if (command.tokenizer.empty() == command.model.empty()) throw CommandLineError("either --tokenizer or --model is required");
    if (!command.tokenizer.empty()) return std::make_shared<const Tokenizer>(read_tokenizer(command.tokenizer));
    const OpenedTokenizers opened = open_tokenizer(command.model);
    return command.side == "tgt" ? opened.target : opened.source;
}

void run(const TokenizeCommand& command) {
    const std::shared_ptr<const Tokenizer> tokenizer = tokenizer_of(command);
    TextEncoder encoder(*tokenizer);
    Output output({});
    if (isatty(STDIN_FILENO) == 1) messages() << "vitrine: one text on each line, Ctrl-D ends\n";
    std::string line;
    for (int number = 1; std::getline(std::cin, line); ++number) {
        const std::string text = text_of(line, command.json, number);
        EncodedText encoded = within("line " + std::to_string(number), [&] { return encoder.encode(text); });
        if (!command.no_special) encoded.ids = tokenizer->with_special(std::move(encoded.ids));
        output.write(json_of(*tokenizer, encoded).dump() + '\n');
        output.finish();  // writes a text's result to standard output before the next text is read
    }
}

}  // namespace

void add_tokenize(CommandLine& program) {
    CommandLine& command = program.add_subcommand("tokenize", "Split texts into the tokens of a model or of a tokenizer.json");
    const auto options = std::make_shared<TokenizeCommand>();
    const auto file =
        command.add_option("--tokenizer", options->tokenizer, "The file, as Hugging Face or 'vitrine train-tokenizer' writes it")
            .reads_file();
    command
        .add_option("--model", options->model,
                    "A model's folder with a tokenizer.json, or Marian's source.spm, target.spm and vocab.json")
        .type_name("DIR")
        .excludes(file);
    command.add_option("--side", options->side, "For a model with two tokenizers: source or target")
        .one_of({"src", "tgt"}, CommandLineOption::Listed::behind_its_type);
    command.add_flag("--no-special", options->no_special, "Leave out the special tokens that the tokenizer puts around a text");
    command.add_flag("--json", options->json, "Every line of standard input is a text as JSON writes it, in quotes");
    add_quiet(command);
    command.footer(
        "Every line of standard input is a text and becomes an object {ids, tokens, decoded, shown}: decoded has U+FFFD for bytes\n"
        "that are no characters, shown has them as <C3>. Where characters had no token, lost says how many were dropped.\n\n"
        "Example:\n"
        "  echo 'The black cat' | vitrine tokenize --tokenizer tokenizer.json");
    command.callback([options] { run(*options); });
}

}  // namespace vitrine
