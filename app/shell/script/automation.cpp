#include "app/shell/script/automation.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/render/png.h"
#include "app/script/settings.h"
#include "app/script/words.h"
#include "app/session/describe.h"
#include "app/shell/script/inspection.h"
#include "app/state/learning.h"
#include "app/state/window_commands.h"
#include "app/views/train/commands.h"
#include "app/views/train/state.h"
#include "app/widgets/limits.h"
#include "core/files/file.h"
#include "core/tensor/error.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

/// Throws VisitFailed with the first few of the problems, if there are any.
void require_none(const std::vector<std::string>& sentences) {
    constexpr std::size_t most = 5;
    if (sentences.empty()) return;
    std::string text = fmt::format("{}", fmt::join(sentences.begin(), sentences.begin() + std::min(most, sentences.size()), "; "));
    if (sentences.size() > most) text += fmt::format("; and {} more", sentences.size() - most);
    throw VisitFailed(text);
}

/// Compares a value of the state with the expected one as written. An expected number with a decimal point is a measured one: it
/// has to agree as closely as a recorded tensor with PyTorch's.
bool agrees(const nlohmann::ordered_json& actual, const std::string& written) {
    const auto expected = nlohmann::ordered_json::parse(written, nullptr, false);
    if (expected.is_discarded()) return actual == nlohmann::ordered_json(written);
    if (!expected.is_number() || !actual.is_number() || written.find('.') == std::string::npos) return actual == expected;
    const double wanted = expected.get<double>();
    return std::abs(actual.get<double>() - wanted) <= 2e-5 + 1e-4 * std::abs(wanted);
}

/// The character that a keyboard reports along with a key.
std::string typed(const std::string& chord) {
    if (chord == "space") return " ";
    return chord.size() == 1 ? chord : "";
}

Modifiers modifiers_of(const std::string& chord) {
    const auto has = [&](const char* modifier) {
        return ('+' + chord).find(std::string("+") + modifier + "+") != std::string::npos;
    };
    return {.ctrl = has("ctrl"), .shift = has("shift"), .alt = has("alt"), .super = has("super")};
}

}  // namespace

Visitor::Visitor(Stage& stage, std::ostream& out) : stage_(stage), out_(out) { settle(); }

void Visitor::play(const Script& script) {
    for (const ScriptLine& line : script) {
        try {
            play(line.action);
        } catch (const VisitFailed& failure) {
            throw VisitFailed(line.where + ": " + failure.what());
        } catch (const Error& error) {
            throw Error(line.where + ": " + error.what());
        }
    }
}

void Visitor::play(const script::ScriptAction& action) {
    std::visit(
        [&]<class A>(const A& one) {
            if constexpr (requires { act(one); }) {
                act(one);
            } else {
                for (const Command& command : commands_for(stage_.state(), action)) stage_.application().command(command);
                settle();
            }
        },
        action);
}

void Visitor::act(const script::Point& point) {
    using Gesture = script::Point::Gesture;
    point_at(aim(target(point)));
    if (point.gesture == Gesture::click || point.gesture == Gesture::double_click) click(MouseButton::left, 1);
    if (point.gesture == Gesture::double_click) click(MouseButton::left, 2);
    if (point.gesture == Gesture::right_click) click(MouseButton::right, 1);
    settle();
}

void Visitor::act(const script::Drag& drag) {
    if (!drag.to.empty()) place(drag.to);
    const ImVec2 start = place(drag.anchor).visible.centre();
    ImVec2 end{start.x + drag.x, start.y + drag.y};
    if (!drag.to.empty()) end = in_sight(drag.to).visible.centre();
    point_at(start);
    press(MouseButton::left, 1);
    constexpr int moves = 8;
    for (int i = 1; i <= moves; ++i) {
        const float done = static_cast<float>(i) / moves;
        point_at({start.x + done * (end.x - start.x), start.y + done * (end.y - start.y)});
    }
    release(MouseButton::left);
    settle();
}

void Visitor::act(const script::Scroll& scroll) {
    point_at(place(scroll.anchor).visible.centre());
    input_.wheel.y = scroll.notches;
    input_.modifiers.ctrl = scroll.ctrl;
    frame();
    input_.modifiers = {};
    settle();
}

void Visitor::act(const script::Key& key) {
    input_.keys = {key.chord};
    input_.text = typed(key.chord);
    input_.modifiers = modifiers_of(key.chord);
    if (pastes(key.chord)) input_.clipboard = stage_.clipboard();
    frame();
    input_.modifiers = {};
    settle();
}

void Visitor::act(const script::Type& type) {
    input_.text = type.text;
    settle();
}

void Visitor::act(const script::Resize& resize) {
    check_size(resize.width, resize.height, stage_.state().scale);
    stage_.resize(resize.width, resize.height);
    settle();
}

void Visitor::act(const script::Theme& theme) {
    stage_.application().command(SetAppearance{theme.appearance});
    settle();
}

void Visitor::act(const script::Scale& scale) {
    check_size(stage_.width(), stage_.height(), scale.scale);
    stage_.application().command(SetScale{scale.scale});
    settle();
}

void Visitor::act(const script::Drop& drop) {
    input_.dropped.assign(drop.files.begin(), drop.files.end());
    settle();
}

void Visitor::act(const script::Clipboard& clipboard) { stage_.set_clipboard(clipboard.text); }

void Visitor::act(const script::Wait& wait) {
    for (int i = 0; i < wait.frames; ++i) frame();
}

void Visitor::act(const script::Train& train) {
    stage_.application().command(StepTraining{train.steps});
    settle();
    if (!stage_.state().of<Learning>().started) throw VisitFailed("no training can begin: " + stage_.state().message);
}

void Visitor::act(const script::WaitSteps& wait) {
    const Learning& learning = stage_.state().of<Learning>();
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(2);
    while (learning.steps < wait.steps) {
        if (!learning.playing)
            throw VisitFailed(fmt::format("the training stands still after {} steps, before {}", learning.steps, wait.steps));
        if (std::chrono::steady_clock::now() > deadline)
            throw VisitFailed(fmt::format("the training has taken {} steps in two minutes, not {}", learning.steps, wait.steps));
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        frame();
    }
}

void Visitor::act(const script::Screenshot& screenshot) { write_file_atomically(screenshot.file, png(stage_.picture())); }

void Visitor::act(const script::Expect& expect) {
    const std::vector<TextRecord> texts = texts_in(stage_.record(), place(expect.anchor).visible);
    if (says(texts, expect.text) == expect.shown) return;
    constexpr std::size_t most_read = 600;
    const std::string all = as_read(texts);
    throw VisitFailed(fmt::format("{} is {}shown at {}, which says {}", in_quotes(expect.text), expect.shown ? "not " : "",
                                  in_quotes(expect.anchor), in_quotes(all, most_read)));
}

void Visitor::act(const script::ExpectState& expect) {
    const nlohmann::ordered_json state = to_json(stage_.state());
    const nlohmann::ordered_json::json_pointer pointer(expect.pointer);
    if (!state.contains(pointer)) throw VisitFailed(fmt::format("the state has no {}", in_quotes(expect.pointer)));
    if (agrees(state.at(pointer), expect.value)) return;
    throw VisitFailed(fmt::format("{} is {}, not {}", expect.pointer, state.at(pointer).dump(), expect.value));
}

void Visitor::act(const script::ExpectNoCutText&) { require_none(cut_texts(stage_.record())); }

void Visitor::act(const script::ExpectNoOverlap&) { require_none(overlaps(stage_.record(), stage_.state().menu)); }

void Visitor::act(const script::ListAnchors&) {
    for (const Anchor& anchor : stage_.record().anchors) {
        const Rect& area = anchor.area;
        out_ << fmt::format("{}\t{:.0f} {:.0f} {:.0f} {:.0f}\t{}\n", printable(as_script_word(anchor.name)), area.min.x, area.min.y,
                            area.width(), area.height(), anchor.visible.empty() ? "hidden" : "visible");
    }
}

void Visitor::act(const script::SaveState& save) {
    const std::string text = to_json(stage_.state()).dump(2) + '\n';
    if (save.file == "-") {
        out_ << text;
    } else {
        write_file_atomically(save.file, text);
    }
}

}  // namespace vitrine
