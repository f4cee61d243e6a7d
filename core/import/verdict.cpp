#include <fmt/format.h>

#include "core/import/verify.h"

namespace vitrine {

std::string verdict_text(const Verification& verification) {
    const SearchResult& search = verification.search;
    const auto size = [](const Deviation& d) { return fmt::format("{:.2g} · max(1, |b|)", d.largest); };
    const auto place = [](const Deviation& d) {
        return fmt::format("sentence {}, position {}, token {}", d.sentence, d.place, d.word);
    };
    const std::string choices = fmt::format("{} {}", search.tried, search.tried == 1 ? "choice" : "choices");
    const std::optional<Deviation>& written = verification.written;
    if (verification.reproduced()) {
        const std::string padding =
            written->at_padding == 0 ? "" : fmt::format(" (the {} at padding do not count)", written->at_padding);
        return fmt::format("verified: all {} numbers agree{}, the largest deviation is {} ({} tried)", written->compared, padding,
                           size(*written), choices);
    }
    const std::string of_written =
        written ? fmt::format("the model as it is written is off by {}, at {}", size(*written), place(*written)) : "";
    if (search.reproduced() && written)
        return "not verified: " + of_written + fmt::format("; one of {} has come within {}", choices, size(search.deviation));
    if (search.reproduced())
        return fmt::format("not verified yet: one of {} comes within {}; no folder has been compared", choices,
                           size(search.deviation));
    const bool same = !written || written->largest == search.deviation.largest;
    return fmt::format("not verified: none of {} reproduces the reference; the nearest is off by {}, at {}", choices,
                       size(search.deviation), place(search.deviation)) +
           (same ? "" : "; " + of_written);
}

std::vector<std::string> value_texts(const UntoldQuestion& untold) {
    std::vector<std::string> texts;
    for (const std::string& value : untold.values)
        texts.push_back(value == "-1" ? "none or any id that the batch does not have" : value);
    return texts;
}

std::string untold_text(const std::vector<UntoldQuestion>& untold) {
    std::string text;
    for (const UntoldQuestion& question : untold) {
        std::string values;
        const std::vector<std::string> texts = value_texts(question);
        for (std::size_t i = 0; i < texts.size(); ++i) values += (i == 0 ? "" : i == 1 ? " as well as " : ", ") + texts[i];
        text += (text.empty() ? "" : ", ") + std::string(text_of(question.question).option) + " (" + values + ")";
    }
    return text.empty() ? "" : "what the reference could not tell: " + text;
}

}  // namespace vitrine
