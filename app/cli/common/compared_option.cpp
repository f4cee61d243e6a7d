#include "app/cli/common/compared_option.h"

#include <nlohmann/json.hpp>

#include "core/files/json_text.h"
#include "core/text/plain_text.h"

namespace vitrine {

ComparedOption::ComparedOption(CommandLine& command) {
    command
        .add_option(
            "--compared", *values_,
            "Also figures of a model trained in another way: HOW says which, as in 'trained for half as long'; may be repeated")
        .type_name("HOW=FILE")
        .one_value_at_a_time()
        .group("Card");
}

void ComparedOption::add_to(CardFigures& figures) const {
    for (const std::string& value : *values_) {
        const std::size_t equals = value.find('=');
        if (equals == 0 || equals == std::string::npos || equals + 1 == value.size())
            throw CommandLineError("--compared " + in_quotes(value) + ": it must be HOW=FILE");
        const std::string file = value.substr(equals + 1);
        add_compared(figures, value.substr(0, equals), read_json(file), file);
    }
}

}  // namespace vitrine
