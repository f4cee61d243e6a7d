#include <doctest/doctest.h>

#include "app/base/module.h"
#include "app/link/link.h"
#include "app/state/window_commands.h"
#include "core/tensor/error.h"
#include "tests/app/link/opens.h"

namespace vitrine::read_link_test {
using namespace vitrine::tests;

namespace {

std::string refusal(const std::string& text) {
    try {
        read_link(text, all_modules());
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("a link is read as it is pasted") {
    for (const char* text :
         {"vitrine:sample=navigation&view=masks", "  vitrine:sample=navigation&view=masks\n",
          "web+vitrine:sample=navigation&view=masks", "vitrine://sample=navigation&view=masks", "#sample=navigation&view=masks",
          "https://example.org/a?b=c#sample=navigation&view=masks", "vitrine:view=masks&&sample=%6eavigation&"}) {
        CAPTURE(text);
        CHECK(opens(text).view == View::masks);
    }
    for (const char* text : {"vitrine:sample=a", "web+vitrine:", "https://a/#sample=b", " #sample=c"})
        CHECK(is_meant_as_link(text));
    for (const char* text : {"vitrine", "masks", "#3", "/home/a#sample=b", "https://a/"}) CHECK_FALSE(is_meant_as_link(text));
}

TEST_CASE("what is wrong with a link is said in a line that names the key") {
    CHECK(refusal("vitrine:sample=navigation&view=mapp") ==
          "the link's 'view' names no view: 'mapp'; did you mean 'map', 'masks' or 'train'?");
    CHECK(refusal("vitrine:view=map") == "the link: it names no sample: it begins with vitrine:sample=NAME");
    CHECK(refusal("hello") == "the link: it begins with vitrine:sample=NAME, or with an address and #sample=NAME");
    CHECK(refusal("vitrine:sample=a&view") == "the link's 'view' has no value: it is written 'key=value'");
    CHECK(refusal("vitrine:sample=a&view=map&view=map") == "the link's 'view' is there twice");
    CHECK(refusal("vitrine:sample=../../etc/passwd") == "the link's 'sample' is no name of a sample: '../../etc/passwd'");
    CHECK(refusal("vitrine:sample=a&step=x") == "the link: 'step' is \"x\", it must be an integer");
    CHECK(refusal("vitrine:sample=a&cell=(0,-1)").starts_with("the link: 'cell' holds -1"));
    CHECK(refusal("vitrine:sample=a&attention.share=x").starts_with("the link: 'attention': 'share' is \"x\""));
    CHECK(refusal("vitrine:sample=a&design=(no_luck)") == "the link: 'design': 'no_luck' is no design choice");
    CHECK(refusal("vitrine:sample=a&lesson.step=-1") == "the link's 'lesson.step' is -1, it must be a number from 0");
    CHECK(refusal("vitrine:sample=a&against=3") == "the link's 'against' is no object, (side:A)");
    CHECK(refusal("vitrine:sample=a&view=%zz") == "the link's 'view' has a % that no two digits follow");
    CHECK(refusal("vitrine:sample=" + std::string(70'000, 'a')) == "the link: it has 70015 bytes, more than 65536");
    std::string long_row = "vitrine:sample=a&src=((1";
    for (int i = 0; i < 600; ++i) long_row += ",1";
    CHECK(refusal(long_row + "))") == "the link's 'src' is too long: a sentence can have 512 tokens at most, all of them 4096");

    State state = opened("navigation");
    apply(state, SetView{View::masks});
    apply(state, OpenLink{"vitrine:sample=navigation&view=mapp"});
    CHECK(state.message == "the link's 'view' names no view: 'mapp'; did you mean 'map', 'masks' or 'train'?");
    CHECK(state.view == View::masks);
    CHECK_FALSE(state.opening);
}

TEST_CASE("what a link asks for and cannot be had is told once, and the rest opens") {
    const State beyond = opens("vitrine:sample=navigation&view=masks&step=5000&head=99");
    CHECK(beyond.view == View::masks);
    CHECK(beyond.message == "the link's 'step', 'head' have no place in this model and are left out");

    const State no_tensor = opens("vitrine:sample=navigation&tensor=encoder.layers.9.ffn");
    CHECK(no_tensor.message == "the link's 'tensor' has no place in this model and is left out");
    const State no_cell = opens("vitrine:sample=navigation&tensor=memory&cell=(9999,0,0)");
    CHECK(no_cell.selection.tensor == "memory");
    CHECK(no_cell.message == "the link's 'cell' has no place in this model and is left out");

    const State newer = opens("vitrine:sample=navigation&view=masks&hologram=3&attention.colour=red");
    CHECK(newer.view == View::masks);
    CHECK(newer.message == "the link has 'hologram', 'attention.colour', which this version does not know");

    const State no_edits = opens("vitrine:sample=navigation&view=masks&silenced=((attention:nowhere,head:1))");
    CHECK(no_edits.view == View::masks);
    CHECK(no_edits.message.starts_with("the link's edits do not fit this model: "));
    CHECK(no_edits.edits.empty());

    const State no_lesson = opens("vitrine:sample=navigation&view=masks&lesson=nonsense");
    CHECK(no_lesson.view == View::masks);
    CHECK(no_lesson.message.starts_with("the link's 'lesson' is not a lesson of the course: 'nonsense'"));

    State open = opened("navigation");
    const State no_sample = opens("vitrine:sample=nowhere", std::move(open));
    CHECK(no_sample.run->model->name == "navigation");
    CHECK(no_sample.message.starts_with("the link cannot be opened: "));
    CHECK_FALSE(no_sample.opening);
}

TEST_CASE("unknown words in a link are read as <unk>, and told") {
    const State state = opens("vitrine:sample=by-hand&src=(I+love+lamps)");
    CHECK(state.message.find("lamps") != std::string::npos);
    const State told = opens(
        "vitrine:sample=translation&src=(<bos>+I+am+a+plumber+<eos>,<bos>+I+am+a+plumber+<eos>,<bos>+I+am+a+nurse+<eos>,<bos>+I+"
        "love+you+<eos>+<pad>,<bos>+I+love+you+<eos>+<pad>)");
    CHECK(told.run->batch->src.data()[4] == *told.run->model->source_vocabulary.id("<unk>"));
    CHECK(told.message.find("'plumber' is not in the source vocabulary, read as <unk>") != std::string::npos);
}

}  // namespace vitrine::read_link_test
