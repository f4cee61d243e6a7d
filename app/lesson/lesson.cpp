#include "app/lesson/lesson.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace vitrine {

bool LessonPart::changes_run() const {
    static constexpr std::array looks{"view", "select", "aspect", "go", "frame", "theme"};
    return std::ranges::any_of(entries, [](const LessonEntry& entry) {
        const auto* setting = std::get_if<LessonSetting>(&entry);
        if (!setting) return false;
        const std::string word = setting->line.text.substr(0, setting->line.text.find(' '));
        const bool keeps_look =
            setting->line.text.starts_with("keep attention ") || setting->line.text.starts_with("keep tensors ");
        return !keeps_look && std::ranges::find(looks, word) == looks.end();
    });
}

bool is_told(const Lesson& lesson) {
    return std::ranges::all_of(lesson.steps, [](const LessonStep& step) { return step.seconds.has_value(); });
}

std::string Lesson::where(int line) const { return fmt::format("{}:{}", file, line); }

}  // namespace vitrine
