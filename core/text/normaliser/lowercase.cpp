#include "core/text/normaliser/normaliser.h"
#include "core/text/utf8.h"

namespace vitrine::normaliser {

void Lowercase::apply(std::string& text) const {
    std::string result;
    result.reserve(text.size());
    for_each_step(text, [&](const Utf8Step& step, std::string_view bytes) {
        step.valid ? append_lowercase(step.character, result) : void(result += bytes);
    });
    text = std::move(result);
}

}  // namespace vitrine::normaliser
