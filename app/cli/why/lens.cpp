/// vitrine lens: what every point of the residual stream would already say.

#include "core/why/lens.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include <fmt/format.h>

#include "app/cli/commands.h"
#include "app/cli/common/output.h"
#include "app/cli/common/run_options.h"
#include "app/cli/why/asked.h"
#include "app/cli/why/report.h"
#include "app/run/make_run.h"
#include "core/files/csv.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

using OrderedJson = nlohmann::ordered_json;

struct LensCommand {
    explicit LensCommand(CommandLine& command)
        : asked(command), format(command, "every point at every position", "a line for each point and position") {}

    AskedOptions asked;
    FormatOption format;
};

/// What was read of a run, with the positions that the readings are of.
struct Reading {
    const Run& run;
    AskedLogit logit;
    std::vector<Size> positions;
    std::vector<LensReading> points;
};

OrderedJson lens_json(const Reading& reading) {
    OrderedJson json = asked_json(reading.logit), points = OrderedJson::array();
    for (const LensReading& point : reading.points)
        points.push_back({{"point", point.point.name}, {"log_probability", point.log_probability}, {"top", point.top}});
    json["lens"] = points;
    return json;
}

std::string lens_csv(const Reading& reading) {
    std::string text = "point,position,log_probability,top\n";
    for (const LensReading& point : reading.points) {
        for (std::size_t i = 0; i < point.top.size(); ++i)
            text += fmt::format("{},{},{},{}\n", csv_field(point.point.name), reading.positions[i], point.log_probability[i],
                                point.top[i]);
    }
    return text;
}

/// Where the logit's position is among the positions that were read. Throws Error where it is padding.
std::size_t place_of(const Reading& reading) {
    const auto at = std::ranges::find(reading.positions, reading.logit.position);
    if (at == reading.positions.end())
        throw Error(fmt::format("position {} of sentence {} is padding: no word is said there", reading.logit.position,
                                reading.logit.sentence));
    return static_cast<std::size_t>(at - reading.positions.begin());
}

/// A line for each point: the probability of the word there, and the likeliest word.
std::string lens_table(const Reading& reading) {
    const bool classes = reading.run.model->configuration.classes > 0;
    const std::size_t place = place_of(reading);
    const std::string word = asked_word(*reading.run.model, reading.logit.word),
                      sentence = std::to_string(reading.logit.sentence + 1),
                      where = classes ? "of sentence " + sentence
                                      : fmt::format("at position {} of sentence {}", reading.logit.position, sentence);
    std::size_t width = 0;
    for (const LensReading& point : reading.points) width = std::max(width, text_width(point.point.name));
    const std::string probability = "probability of " + word;
    std::string text = fmt::format("What every point of the stream would already say {}\n\n{}  {}  the likeliest\n", where,
                                   left_aligned("point", width), probability);
    for (const LensReading& point : reading.points)
        text += fmt::format("{}  {}  {}\n", left_aligned(point.point.name, width),
                            right_aligned(fmt::format("{:.4f}", std::exp(point.log_probability[place])), text_width(probability)),
                            asked_word(*reading.run.model, point.top[place]));
    return text;
}

void run(const LensCommand& command) {
    const auto run = make_run(command.asked.request());
    say_notes(*run->model);
    const AskedLogit logit = command.asked.logit(*run->model, asked(*run));
    const AskedRun asked_run = asked(*run);
    const bool classes = run->model->configuration.classes > 0;
    Reading reading{*run, logit, classes ? std::vector<Size>{0} : positions_of(asked_run, logit.sentence), {}};
    place_of(reading);
    reading.points = read_lens(pass_of(*run), asked_run, logit);
    write_report(command.format.format(), {.json = [&] { return lens_json(reading); },
                                           .csv = [&] { return lens_csv(reading); },
                                           .text = [&] { return lens_table(reading); }});
}

}  // namespace

void add_lens(CommandLine& program) {
    CommandLine& command =
        program.add_subcommand("lens", "What every point of the residual stream would already say, without the layers behind it");
    const auto options = std::make_shared<LensCommand>(command);
    add_threads(command);
    add_quiet(command);
    command.footer(
        "Each point goes the model's own way to its probabilities: final norm, with the statistics of its own numbers, and "
        "head.\n\n"
        "Examples:\n"
        "  vitrine lens --sample translation 'logits[0,2,3]'\n"
        "  vitrine lens --model gpt2 --text 'The black cat' 'logits[0,2,262]' --json");
    command.callback([options] { run(*options); });
}

}  // namespace vitrine
