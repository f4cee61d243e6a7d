#include "app/words/gradients.h"

#include <cmath>

#include <fmt/format.h>

namespace vitrine {

std::string gradient_text(double gradient) {
    if (gradient == 0) return "0";  // −0, too
    return std::isfinite(gradient) ? fmt::format("{:+.3g}", gradient) : "not finite";
}

std::string gradient_words(double gradient) {
    if (!std::isfinite(gradient)) return "The gradient is not a finite number here.";
    if (gradient == 0) return "A small change of this number hardly changes the loss.";
    return fmt::format("If this number is raised by a small h, the loss {} by about {:.3g} · h.", gradient > 0 ? "rises" : "falls",
                       std::abs(gradient));
}

namespace {

std::string product_words(double product) {
    if (!std::isfinite(product)) return "Value × gradient is not a finite number here.";
    const std::string effect = product == 0
                                   ? "leave the loss as it is"
                                   : fmt::format("{} the loss by {:.3g}", product > 0 ? "lower" : "raise", std::abs(product));
    return "Estimate: setting this number to 0 would " + effect + ", if the gradient stayed the same on the way.";
}

}  // namespace

std::string slope_words(Aspect aspect, double number) {
    return aspect == Aspect::product ? product_words(number) : gradient_words(number);
}

std::string name_of_numbers(Aspect aspect, const std::string& name) {
    if (aspect == Aspect::gradient) return "∂loss/∂" + name;
    return aspect == Aspect::product ? name + " × ∂loss/∂" + name : name;
}

std::string caption_of_numbers(const Run& run, Aspect aspect) {
    if (run.difference) return std::string(word_of(aspect)) + " in B minus A";
    if (aspect == Aspect::gradient) return "gradient: how the loss changes with each number";
    return word_of(aspect);
}

std::string title_of_numbers(const Run& run, Aspect aspect) {
    if (aspect == Aspect::value) return "";
    const std::string words = aspect == Aspect::gradient  ? "gradient of the loss"
                              : aspect == Aspect::product ? "value × gradient of the loss"
                                                          : "values, and the gradient of the loss";
    return words + (run.difference ? ", B − A" : "");
}

std::string values_instead_words(const Run& run, const TensorInfo& info) {
    return why_no_gradient(run, info) + (info.is_change ? " The change of its values is shown." : " Its values are shown.");
}

const char* word_of(Aspect aspect) {
    return aspect == Aspect::gradient ? "gradient" : aspect == Aspect::product ? "value × gradient" : "value";
}

std::string why_no_gradient(const Run& run, const TensorInfo& info) {
    if (!run.has_loss()) return "These sentences have no labels: without a loss there is no gradient.";
    if (run.difference && !run.difference->a->has_loss()) return "The sentences of run A have no labels: it has no gradient.";
    if (!run.gradients) return "The gradients are being computed.";
    const TensorView tensor = run.find(info.path);
    if (tensor.type == ElementType::index) return "Ids only name tokens and cannot change gradually, so they have no gradient.";
    if (tensor.type == ElementType::mask) return "A mask holds only 0 and 1 and cannot change gradually, so it has no gradient.";
    if (info.path == "probabilities")
        return "The loss is computed directly from the logits, so no gradient goes through the probabilities.";
    if (info.path == "loss") return "All gradients are those of the loss; its own would be 1.";
    if (info.path.ends_with(".positions"))
        return "These positional encodings come from a formula and are not learned, so they have no gradient.";
    return "No gradient is computed for this tensor.";
}

}  // namespace vitrine
