/// vitrine tokenize: texts as the tokens of a byte-level BPE.

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
#include "core/text/tokenizer_encoder.h"
#include "core/text/utf8.h"

namespace vitrine {

namespace {

using OrderedJson = nlohmann::ordered_json;

struct TokenizeCommand {
    std::string tokenizer;
    bool json = false;
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

/// The text that a line is, or says.
std::string text_of(std::string_view line, bool json, int number) {
    if (number == 1) line = without_byte_order_mark(line);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!json) return std::string(line);
    const std::string where = "line " + std::to_string(number);
    const auto value = parse_json(line, where);
    if (!value.is_string()) fail(where, "a text in quotes is expected, not " + shown(value));
    return value.get<std::string>();
}

void run(const TokenizeCommand& command) {
    const Tokenizer tokenizer = read_tokenizer(command.tokenizer);
    TextEncoder encoder(tokenizer);
    Output output({});
    if (isatty(STDIN_FILENO) == 1) messages() << "vitrine: one text on each line, Ctrl-D ends\n";
    std::string line;
    for (int number = 1; std::getline(std::cin, line); ++number) {
        output.write(json_of(tokenizer, encoder.encode(text_of(line, command.json, number))).dump() + '\n');
        output.finish();  // a text's result is on standard output before the next text is read
    }
}

}  // namespace

void add_tokenize(CommandLine& program) {
    CommandLine& command = program.add_subcommand("tokenize", "Cut texts into the tokens of a tokenizer.json");
    const auto options = std::make_shared<TokenizeCommand>();
    command.add_option("--tokenizer", options->tokenizer, "The file, as Hugging Face or 'vitrine train-tokenizer' writes it")
        .required()
        .reads_file();
    command.add_flag("--json", options->json, "Every line of standard input is a text as JSON writes it, in quotes");
    add_quiet(command);
    command.footer(
        "Every line of standard input is a text and becomes an object {ids, tokens, decoded, shown}: decoded has U+FFFD for bytes\n"
        "that are no characters, shown has them as <C3>. Where bytes had no token, lost says how many were dropped.\n\n"
        "Example:\n"
        "  echo 'The black cat' | vitrine tokenize --tokenizer tokenizer.json");
    command.callback([options] { run(*options); });
}

}  // namespace vitrine
