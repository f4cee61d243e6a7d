#include "core/text/normaliser/normaliser.h"
#include "core/text/utf8.h"

namespace vitrine::normaliser {

void StripAccents::apply(std::string& text) const {
    std::string result;
    for_each_step(text, [&](const Utf8Step& step, std::string_view bytes) {
        if (!step.valid || !is_mark(step.character)) result += bytes;
    });
    text = std::move(result);
}

}  // namespace vitrine::normaliser
