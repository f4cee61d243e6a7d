/// vitrine heads: what the heads of a model look at, over all sentences of a batch.

#include <algorithm>
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/cli/common/model_options.h"
#include "app/cli/common/output.h"
#include "app/cli/common/run_options.h"
#include "app/cli/why/report.h"
#include "core/files/csv.h"
#include "core/io/open_model.h"
#include "core/pass/transformer.h"
#include "core/why/head_readings.h"

namespace vitrine {

namespace {

using OrderedJson = nlohmann::ordered_json;

struct HeadsCommand {
    explicit HeadsCommand(CommandLine& command)
        : model(command), format(command, "every reading with its n and chance", "a line for each head and reading") {}

    ModelOptions model;
    FormatOption format;
};

OrderedJson heads_json(const std::vector<AttentionMeans>& all) {
    OrderedJson list = OrderedJson::array();
    for (const AttentionMeans& attention : all) {
        OrderedJson &one = list.emplace_back(OrderedJson{{"name", path_of(attention.attention)}}), n = OrderedJson::object(),
                    chance = OrderedJson::object();
        for (const MeanReading& reading : attention.readings) {
            n[std::string(name(reading.kind))] = reading.queries;
            if (!reading.heads.empty()) chance[std::string(name(reading.kind))] = reading.chance;
        }
        one["n"] = n, one["chance"] = chance;
        for (const MeanReading& reading : attention.readings)
            if (!reading.heads.empty()) one[std::string(name(reading.kind))] = reading.heads;
    }
    return {{"heads", list}};
}

std::string heads_csv(const std::vector<AttentionMeans>& all) {
    std::string text = "attention,head,reading,mean,chance,n\n";
    for (const AttentionMeans& attention : all) {
        for (const MeanReading& reading : attention.readings) {
            for (std::size_t head = 0; head < reading.heads.size(); ++head)
                text += fmt::format("{},{},{},{},{},{}\n", csv_field(path_of(attention.attention)), head, name(reading.kind),
                                    reading.heads[head], reading.chance, reading.queries);
        }
    }
    return text;
}

/// A table for each attention: a row for each head, a column for each reading, and below them chance and n.
std::string heads_text(const std::vector<AttentionMeans>& all) {
    std::string text;
    for (const AttentionMeans& attention : all) {
        text += (text.empty() ? "" : "\n") + path_of(attention.attention) + "\n\n  head  ";
        std::size_t heads = 0;
        for (const MeanReading& reading : attention.readings) {
            text += fmt::format("{:>11}", name(reading.kind));
            heads = std::max(heads, reading.heads.size());
        }
        const auto row = [&](const std::string& title, auto&& value_of) {
            text += fmt::format("\n{:>6}  ", title);
            for (const MeanReading& reading : attention.readings)
                text += fmt::format("{:>11}", reading.heads.empty() ? "–" : value_of(reading));
        };
        for (std::size_t head = 0; head < heads; ++head)
            row(std::to_string(head + 1),
                [head](const MeanReading& reading) { return fmt::format("{:.4f}", reading.heads[head]); });
        row("chance", [](const MeanReading& reading) { return fmt::format("{:.4f}", reading.chance); });
        row("n", [](const MeanReading& reading) { return std::to_string(reading.queries); });
        text += '\n';
    }
    return text + "\nMean weights of n queries on the keys of each kind; entropy in nats. Chance: what equal weights would give.\n";
}

void run(const HeadsCommand& command) {
    const Model model = open_model(command.model.request());
    say_notes(model);
    if (!model.configuration.is_transformer()) throw Error("one attention alone has no tokens by which its heads could be read");
    Activations run;
    forward(model.configuration, model.parameters, model.batch, run);
    const std::vector<AttentionMeans> all = read_heads(model.configuration, run);
    write_report(
        command.format.format(),
        {.json = [&] { return heads_json(all); }, .csv = [&] { return heads_csv(all); }, .text = [&] { return heads_text(all); }});
}

}  // namespace

void add_heads(CommandLine& program) {
    CommandLine& command =
        program.add_subcommand("heads", "What every head looks at, over all sentences: previous token, same token, induction, …");
    const auto options = std::make_shared<HeadsCommand>(command);
    add_threads(command);
    add_quiet(command);
    command.footer(
        "duplicate: earlier positions with the same token; induction: positions behind those. Padding neither asks nor answers.\n\n"
        "Examples:\n  vitrine heads --sample translation\n  vitrine heads --model gpt2 --text 'one two three one two' --json");
    command.callback([options] { run(*options); });
}

}  // namespace vitrine
