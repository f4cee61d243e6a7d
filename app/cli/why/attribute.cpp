/// vitrine attribute: a logit, or the difference of two, as the sum of what every part of the model added to it.

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>

#include <fmt/format.h>

#include "app/cli/commands.h"
#include "app/cli/common/output.h"
#include "app/cli/common/run_options.h"
#include "app/cli/why/asked.h"
#include "app/cli/why/report.h"
#include "app/run/make_run.h"
#include "app/run/picture.h"
#include "core/files/csv.h"
#include "core/listing/cell_text.h"
#include "core/text/plain_text.h"
#include "core/why/attribution.h"

namespace vitrine {

namespace {

using OrderedJson = nlohmann::ordered_json;

struct AttributeCommand {
    explicit AttributeCommand(CommandLine& command)
        : asked(command), format(command, "every part, and the opened one by what it is made of", "a line for each part") {}

    AskedOptions asked;
    FormatOption format;
    std::optional<std::string> open;
    bool all = false;
};

/// A component that is taken apart: a head by the positions that it reads, or a network by its hidden units.
struct OpenedPart {
    std::string name;
    std::optional<Size> head;
    std::vector<double> values;
};

/// What was found in a run.
struct Found {
    const Run& run;
    AskedLogit logit;
    Attribution attribution;
    std::optional<OpenedPart> opened;
};

/// "decoder.layers.1.cross_attn, head 1": heads as people count them.
std::string part_name(const std::string& name, const std::optional<Size>& head) {
    return head ? fmt::format("{}, head {}", name, *head + 1) : name;
}

OpenedPart open_part(const Found& found, const std::string& name, const std::optional<Size>& head) {
    const AskedRun run = asked(found.run);
    return {
        name, head,
        head ? by_position(run, found.logit, found.attribution, name, *head) : by_unit(run, found.logit, found.attribution, name)};
}

/// --open 'PATH[HEAD]' or PATH; without it the head that added most.
std::optional<OpenedPart> opened_part(const Found& found, const std::optional<std::string>& asked_for) {
    if (asked_for) {
        if (asked_for->ends_with(']')) {
            const CellName cell = parse_cell(*asked_for);
            return open_part(found, cell.path, cell.index[0]);
        }
        return open_part(found, *asked_for, std::nullopt);
    }
    const Component* most = nullptr;
    for (const Component& component : found.attribution.components) {
        if (component.head && (!most || std::abs(component.value) > std::abs(most->value))) most = &component;
    }
    if (!most) return std::nullopt;
    return open_part(found, most->name, most->head);
}

OrderedJson attribution_json(const Found& found) {
    OrderedJson json = asked_json(found.logit), components = OrderedJson::array();
    for (const Component& component : found.attribution.components) {
        OrderedJson& one = components.emplace_back(OrderedJson{{"name", component.name}});
        if (component.head) one["head"] = *component.head;
        one["value"] = component.value;
    }
    OrderedJson attribution{{"logit", found.attribution.logit}};
    if (found.attribution.capped) attribution["capped"] = *found.attribution.capped;
    attribution["components"] = components;
    if (found.opened && found.opened->head) {
        attribution["head_by_position"] = {
            {"name", found.opened->name}, {"head", *found.opened->head}, {"values", found.opened->values}};
    } else if (found.opened) {
        attribution["network_by_unit"] = {{"name", found.opened->name}, {"values", found.opened->values}};
    }
    json["attribution"] = attribution;
    return json;
}

std::string attribution_csv(const Found& found) {
    std::string text = "name,head,value\n";
    for (const Component& component : found.attribution.components)
        text += fmt::format("{},{},{}\n", csv_field(component.name), component.head ? std::to_string(*component.head) : "",
                            component.value);
    return text;
}

/// A line of a table, and the number that it is sorted by.
struct Line {
    std::string name;
    double value;
};

/// The lines by size, and the sum of those that are left out.
std::string lines_text(std::vector<Line> lines, bool all, const char* left_out) {
    std::ranges::stable_sort(lines, [](const Line& a, const Line& b) { return std::abs(a.value) > std::abs(b.value); });
    constexpr std::size_t most = 16;
    std::string text;
    double rest = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (all || i < most)
            text += fmt::format("{:>+10.4f}  {}\n", lines[i].value, lines[i].name);
        else
            rest += lines[i].value;
    }
    if (!all && lines.size() > most) text += fmt::format("{:>+10.4f}  {} {}\n", rest, lines.size() - most, left_out);
    return text;
}

std::string opened_text(const Found& found, bool all) {
    const OpenedPart& part = *found.opened;
    std::vector<Line> lines;
    if (part.head) {
        const auto place = attention_at(part.name);
        const Side side = side_of_keys(place->kind);
        const IndexTensor& tokens = tokens_read(found.run, side);
        for (std::size_t key = 0; key < part.values.size(); ++key) {
            const std::int32_t id = tokens.at({found.logit.sentence, static_cast<Size>(key)});
            lines.push_back(
                {fmt::format("{} at position {}", quoted(vocabulary_of(found.run, side).word(id)), key), part.values[key]});
        }
    } else {
        for (std::size_t unit = 0; unit < part.values.size(); ++unit)
            lines.push_back({fmt::format("unit {}", unit), part.values[unit]});
    }
    return fmt::format("\n{} is the sum of what it {}:\n\n", part_name(part.name, part.head),
                       part.head ? "read" : "has in its units") +
           lines_text(std::move(lines), all, "smaller ones");
}

std::string attribution_text(const Found& found, bool all) {
    const Attribution& attribution = found.attribution;
    std::string text = asked_words(*found.run.model, found.logit);
    text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
    text += fmt::format(", is {:+.4f}", attribution.logit);
    if (attribution.capped) text += fmt::format(" before the cap of the logits, and {:+.4f} behind it", *attribution.capped);
    text += ". It is the sum of:\n\n";
    std::vector<Line> lines;
    for (const Component& component : attribution.components)
        lines.push_back({part_name(component.name, component.head), component.value});
    text += lines_text(std::move(lines), all, "smaller parts");
    const double sum = std::accumulate(attribution.components.begin(), attribution.components.end(), 0.0,
                                       [](double total, const Component& one) { return total + one.value; });
    text += fmt::format("{:>+10.4f}  sum\n", sum);
    if (found.opened) text += opened_text(found, all);
    text +=
        "\nNorms keep their deviations, attentions their weights and networks their activations: what would change these is not "
        "counted.\n";
    if (attribution.keeps_ratio) text += "The activation behind the last stack keeps its ratio of output to input.\n";
    return text;
}

void run(const AttributeCommand& command) {
    const auto run = make_run(command.asked.request());
    say_notes(*run->model);
    const AskedLogit logit = command.asked.logit(*run->model, asked(*run));
    Found found{*run, logit, attribute(asked(*run), logit), std::nullopt};
    found.opened = opened_part(found, command.open);
    write_report(command.format.format(), {.json = [&] { return attribution_json(found); },
                                           .csv = [&] { return attribution_csv(found); },
                                           .text = [&] { return attribution_text(found, command.all); }});
}

}  // namespace

void add_attribute(CommandLine& program) {
    CommandLine& command = program.add_subcommand(
        "attribute", "What made a logit, or the difference of two: embeddings, heads, networks and biases, as a sum that adds up");
    const auto options = std::make_shared<AttributeCommand>(command);
    command
        .add_option("--open", options->open,
                    "Take this part apart: a head by what it read, or a network by its units; default: the "
                    "head that added most")
        .type_name("PART");
    command.add_flag("--all", options->all, "List every part, not only the largest");
    add_threads(command);
    add_quiet(command);
    command.footer(
        "A part is named as in the list, a head as 'decoder.layers.1.cross_attn[0]', counted from 0.\n\n"
        "Examples:\n"
        "  vitrine attribute --sample translation 'logits[0,2,3]' --against '#12'\n"
        "  vitrine attribute --sample translation 'logits[0,2,3]' --open decoder.layers.1.ffn --format csv");
    command.callback([options] { run(*options); });
}

}  // namespace vitrine
