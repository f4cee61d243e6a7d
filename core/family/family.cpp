#include "core/family/family.h"

#include <algorithm>
#include <array>
#include <set>

#include "core/family/families.h"
#include "core/files/json_text.h"
#include "core/files/problem.h"

namespace vitrine {

namespace {

using Json = nlohmann::json;

std::string supported() {
    std::string all;
    for (std::size_t i = 0; i < families.size(); ++i)
        all += (i == 0 ? "\"" : i + 1 < families.size() ? ", \"" : " and \"") + std::string(families[i].name) + '"';
    return all;
}

/// Refuses what our models do not have.
void refuse_unsupported(const FamilyKeys& keys) {
    if (keys.has("quantization_config"))
        keys.refuse("quantization_config", "no quantisation: weights in float32, float16 or bfloat16");
    for (const char* experts : {"num_local_experts", "num_experts"})
        if (keys.has(experts) && keys.size(experts, 0) > 1) keys.refuse(experts, "one feed-forward network per layer");
}

/// Leaves out a head for classes that reads the last token, as those of decoders do, and the logits, which such a folder lacks.
void leave_out_classifier(const FamilyKeys& keys, FamilyModel& model) {
    const Configuration& c = model.configuration;
    if (!keys.is_class("ForSequenceClassification") || c.classes > 0) return;
    if (c.architecture != Architecture::decoder) keys.refuse("architectures", "a head for classes of BERT, RoBERTa and DistilBERT");
    model.configuration.logits = false;
    std::erase_if(model.tensors, [&](const ParameterName& name) {
        return std::ranges::find(model.of_logits, name.name) != model.of_logits.end();
    });
    model.tables.output.clear();
    model.tables.tied = false;
    model.passed_over.emplace_back("score.*");
    model.note = "the head for classes, which reads the last token, is not used";
}

}  // namespace

bool is_family_configuration(const Json& object) {
    return object.is_object() && (object.contains("model_type") || object.contains("architectures"));
}

FamilyModel family_model_from(const Json& object, const std::string& where) {
    const FamilyKeys keys(object, where);
    if (!keys.has("model_type")) fail(where, "'model_type' is missing; supported is " + supported());
    const std::string type = keys.text("model_type", "");
    const auto family = std::ranges::find(families, type, [](const Family& known) { return std::string(known.name); });
    if (family == families.end()) keys.refuse("model_type", supported());
    refuse_unsupported(keys);
    FamilyModel model = family->read(keys);
    leave_out_classifier(keys, model);
    Configuration& c = model.configuration;
    c.pad_src = c.pad_tgt = filler;
    // If the token is a default of the family that this vocabulary does not have, the model has none.
    for (std::int32_t* id : {&c.bos, &c.eos})
        if (!c.has_decoder() || *id >= c.tgt_vocab_size) *id = no_token;
    keys.check(c, model.key_names);
    return model;
}

namespace {

/// Keys of generation_config.json that change which token is chosen and that we do not follow.
constexpr std::array other_rules{"num_beams",
                                 "num_beam_groups",
                                 "no_repeat_ngram_size",
                                 "repetition_penalty",
                                 "length_penalty",
                                 "early_stopping",
                                 "min_length",
                                 "min_new_tokens",
                                 "do_sample",
                                 "temperature",
                                 "top_k",
                                 "top_p",
                                 "diversity_penalty",
                                 "encoder_no_repeat_ngram_size",
                                 "begin_suppress_tokens",
                                 "token_healing",
                                 "dola_layers",
                                 "max_time",
                                 "forced_decoder_ids",
                                 "renormalize_logits",
                                 "exponential_decay_length_penalty",
                                 "encoder_repetition_penalty",
                                 "sequence_bias",
                                 "typical_p",
                                 "epsilon_cutoff",
                                 "eta_cutoff",
                                 "min_p",
                                 "top_h",
                                 "guidance_scale",
                                 "penalty_alpha",
                                 "constraints",
                                 "force_words_ids",
                                 "stop_strings",
                                 "watermarking_config",
                                 "max_length",
                                 "max_new_tokens"};

void read_rules(const Json& object, const std::string& where, const FamilyModel& model, GenerationRules& rules) {
    const FamilyKeys keys(object, where);
    const auto take = [&](const char* key, std::int32_t& id) {
        if (object.contains(key)) id = keys.token(key);
    };
    take(model.configuration.has_encoder() ? "decoder_start_token_id" : "bos_token_id", rules.first);
    take("forced_bos_token_id", rules.forced_first);
    // Of several tokens the first in the vocabulary: all have the same probability.
    if (object.contains("forced_eos_token_id")) {
        const std::vector<std::int32_t> last = keys.tokens("forced_eos_token_id");
        rules.forced_last = last.empty() ? no_token : *std::ranges::min_element(last);
    }
    if (object.contains("eos_token_id")) rules.ends = keys.tokens("eos_token_id");
    if (keys.has("bad_words_ids")) {
        const Json& lists = object["bad_words_ids"];
        if (!lists.is_array()) fail(where, "'bad_words_ids' is " + shown(lists) + ", it must be a list of lists of tokens");
        for (const Json& list : lists) {
            if (!list.is_array()) fail(where, "'bad_words_ids' is " + shown(lists) + ", it must be a list of lists of tokens");
            const Json one{{"bad_words_ids", list}};
            rules.forbidden.push_back(FamilyKeys(one, where).tokens("bad_words_ids"));
        }
    }
    // A token that ends sentences cannot be forbidden in this way.
    std::erase_if(rules.forbidden, [&](const Sentence& word) {
        return word.empty() || (word.size() == 1 && std::ranges::find(rules.ends, word.front()) != rules.ends.end());
    });
    for (const std::int32_t id : keys.tokens("suppress_tokens")) rules.forbidden.push_back({id});
    std::set<std::string> unused(rules.not_used.begin(), rules.not_used.end());
    for (const char* rule : other_rules) {
        const bool neutral =
            !keys.has(rule) || object[rule] == 1 || object[rule] == 0 || object[rule] == false || object[rule].empty();
        if (!neutral) unused.insert(rule);
    }
    rules.not_used.assign(unused.begin(), unused.end());
}

}  // namespace

GenerationRules generation_rules_from(const Json& configuration, const Json& generation, const FamilyModel& model,
                                      const std::string& where) {
    GenerationRules rules;
    if (!generation.is_null() && !generation.is_object()) fail(where, "an object { … } is expected, not " + shown(generation));
    read_rules(generation.is_null() ? configuration : generation, where, model, rules);
    if (rules.first == no_token && !generation.is_null()) rules.first = FamilyKeys(generation, where).token("bos_token_id");
    if (rules.first == no_token) rules.first = model.configuration.bos;
    // If the file names no end, there is none: neither config.json, if there is also a generation_config.json, nor the family's
    // default is used instead.
    if (rules.ends.empty()) rules.ends = {no_token};
    const Size words = model.configuration.output_vocabulary();
    const auto check_one = [&](const char* key, std::int32_t id) {
        if (id != no_token && id >= words)
            fail(where,
                 std::string("'") + key + "' is " + std::to_string(id) + ", outside the vocabulary of " + std::to_string(words));
    };
    check_one("decoder_start_token_id", rules.first);
    check_one("forced_bos_token_id", rules.forced_first);
    check_one("forced_eos_token_id", rules.forced_last);
    return rules;
}

}  // namespace vitrine
