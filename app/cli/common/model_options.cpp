#include "app/cli/common/model_options.h"

#include <algorithm>

#include "core/tensor/error.h"

namespace vitrine {

namespace {

int models_named(const ModelRequest& r) { return r.sample.has_value() + r.folder.has_value() + r.configuration.has_value(); }

void check_texts(const ModelRequest& r) {
    if (r.batch && !r.texts.empty()) throw Error("--text and --batch each give the sentences: give only one of them");
    if (r.target_texts.empty()) return;
    if (r.texts.empty()) throw Error("--target-text goes with --text only");
    if (r.texts.size() != r.target_texts.size())
        throw Error("--target-text: " + std::to_string(r.target_texts.size()) + " given for " + std::to_string(r.texts.size()) +
                    " of --text; every text needs one, or none has any");
}

}  // namespace

ModelOptions::ModelOptions(CommandLine& command, ModelParts parts) : request_(std::make_shared<ModelRequest>()) {
    const auto take = [&](const char* name, const char* meaning, auto assign) {
        return command
            .add_option_function(
                name, [request = request_, assign](const std::string& value) { assign(*request, value); }, meaning)
            .group("Model");
    };
    take("--sample", "A built-in sample; 'vitrine samples' lists them", [](ModelRequest& r, const std::string& value) {
        r.sample = value;
    }).type_name("NAME");
    take("--model", "A folder with config.json and model.safetensors", [](ModelRequest& r, const std::string& value) {
        r.folder = value;
    }).type_name("DIR");
    moment_ = command
                  .add_option(
                      "--moment", request_->moment,
                      "The parameters as they were after this step of a training with a history; 'vitrine history' lists the steps")
                  .check(whole_number(0))
                  .type_name("STEP")
                  .group("Model");
    take("--config", "A config.json; the parameters are drawn at random", [](ModelRequest& r, const std::string& value) {
        r.configuration = value;
    }).reads_file();

    if (parts == ModelParts::all) {
        drawing_.push_back(
            command.add_option("--seed", request_->initialisation.seed, "The seed of the parameters of --config (default 1)")
                .check(whole_number(0))
                .type_name("N")
                .group("Model"));
    }
    drawing_.push_back(take("--init", "How the parameters of --config are drawn: xavier (default) or pytorch",
                            [](ModelRequest& r, const std::string& value) {
                                r.initialisation.kind = value == "pytorch" ? Initialisation::pytorch : Initialisation::xavier;
                            })
                           .one_of({"xavier", "pytorch"})
                           .type_name("KIND"));
    if (parts == ModelParts::all) {
        take("--batch", "Sentences as JSON {src, tgt, labels} or TSV, instead of the model's own",
             [](ModelRequest& r, const std::string& value) { r.batch = value; })
            .reads_file();
        const auto repeatable = [&](const char* name, std::vector<std::string>& texts, const char* meaning) {
            command.add_option(name, texts, meaning).one_value_at_a_time().type_name("TEXT").may_be_empty().group("Model");
        };
        repeatable("--text", request_->texts, "A text for the batch, instead of --batch; repeat it for each further sentence");
        repeatable("--target-text", request_->target_texts,
                   "The target of a --text; without it, the targets are what the model generates greedily");
    }
}

bool ModelOptions::names_something() const {
    const bool draws =
        std::any_of(drawing_.begin(), drawing_.end(), [](const CommandLineOption& option) { return option.given(); });
    return models_named(*request_) > 0 || request_->names_batch() || !request_->target_texts.empty() || draws;
}

ModelRequest ModelOptions::request() const {
    if (models_named(*request_) == 0) throw Error("which model? --sample NAME, --model DIR or --config FILE says it");
    return request_or("");
}

ModelRequest ModelOptions::request_or(const std::string& sample) const {
    ModelRequest request = *request_;
    if (models_named(request) == 0) request.sample = sample;
    if (models_named(request) > 1) throw Error("--sample, --model and --config each name a model: give only one of them");
    if (moment_->given() && request.configuration) throw Error("--moment goes with --model and --sample only");
    check_texts(request);
    for (const CommandLineOption& option : drawing_) {
        if (option.given() && !request.configuration) throw Error(option.name() + " goes with --config only");
    }
    return request;
}

}  // namespace vitrine
