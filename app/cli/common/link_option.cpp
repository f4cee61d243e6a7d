#include "app/cli/common/link_option.h"

#include <string_view>

#include "app/link/link.h"
#include "app/shell/modules.h"
#include "core/tensor/error.h"

namespace vitrine {

namespace {

std::string refuse_unreadable(const std::string& text) {
    try {
        read_link(text, all_modules());
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

}  // namespace

LinkOption::LinkOption(CommandLine& command) : text_(std::make_shared<std::string>()) {
    command
        .add_option("--link", *text_,
                    "A link from Copy link, instead of a model: vitrine:sample=NAME&…, or an address with #sample=NAME&…")
        .check(refuse_unreadable)
        .type_name("TEXT");
}

ModelRequest LinkOption::request(const ModelOptions& model) const {
    if (!given()) return model.request();
    if (model.names_something()) throw Error("--link names its model: it goes without --sample, --model, --config and --batch");
    return {};
}

}  // namespace vitrine
