#include "app/run/parameter_totals.h"

#include <algorithm>
#include <set>

#include "core/text/plain_text.h"

namespace vitrine {

namespace {

std::string lower_first(std::string words) {
    if (!words.empty() && words[0] >= 'A' && words[0] <= 'Z') words[0] = static_cast<char>(words[0] - 'A' + 'a');
    return words;
}

const char* name_of_parameters(Operation operation, const Configuration& c) {
    switch (operation) {
        case Operation::embedding:
            return "the table";
        case Operation::projection_of_embedding:
            return "the projection";
        case Operation::positions:
            return "the position table";
        case Operation::layer_norm:
            return c.norm_name();
        case Operation::head_norm:
            return "the norms of Q and K";
        case Operation::projections:
            return "W_Q, W_K, W_V";
        case Operation::merge:
            return "W_O";
        case Operation::linear1:
            return "W₁";
        case Operation::gate:
            return "W_g";
        case Operation::linear2:
            return "W₂";
        case Operation::position_bias:
            return "the distance table";
        default:
            return "W";
    }
}

const Step& step_at(const Run& run, int number) { return run.outline().steps[static_cast<std::size_t>(number)]; }

/// Whether a block reads a parameter.
bool reads(const Run& run, const Block& block, const std::string& parameter) {
    for (int i = block.first_step; i < block.first_step + block.step_count; ++i) {
        if (std::ranges::count(step_at(run, i).parameters, parameter)) return true;
    }
    return false;
}

/// Adds up the parameters that blocks read, each only once.
class Sum {
public:
    explicit Sum(const Run& run) : run_(run) {}

    template <class NameOfShare>
    void add(const Block& block, NameOfShare&& name_of_share) {
        mine_.insert(&block);
        for (int i = block.first_step; i < block.first_step + block.step_count; ++i) {
            const Step& step = step_at(run_, i);
            Size count = 0;
            for (const std::string& parameter : step.parameters) {
                if (names_.insert(parameter).second) count += find_parameter(run_, parameter).layout.count();
            }
            if (count) add_share(name_of_share(step), count);
        }
    }

    /// In the whole model, only tied tables are read twice. This runs in every frame of the map.
    ParameterTotal take() {
        std::erase_if(names_, [](const std::string& name) { return !name.ends_with("_embedding.weight"); });
        if (names_.empty()) return std::move(total_);
        for (const Block& block : run_.outline().blocks) {
            if (mine_.count(&block)) continue;
            if (std::ranges::any_of(names_, [&](const std::string& table) { return reads(run_, block, table); })) {
                total_.shared_with.push_back(lower_first(block.title == "Embedding" ? block.section : block.title));
            }
        }
        return std::move(total_);
    }

private:
    void add_share(const std::string& name, Size count) {
        total_.count += count;
        const auto known = std::ranges::find(total_.shares, name, &ParameterShare::name);
        if (known != total_.shares.end()) {
            known->count += count;
        } else {
            total_.shares.push_back({name, count});
        }
    }

    const Run& run_;
    std::set<const Block*> mine_;
    std::set<std::string> names_;
    ParameterTotal total_;
};

/// The parts of a layer, in words.
template <class Belongs>
ParameterTotal sum_of_blocks(const Run& run, Belongs&& belongs) {
    Sum sum(run);
    for (const Block& block : run.outline().blocks) {
        if (!belongs(block)) continue;
        sum.add(block, [&](const Step& step) {
            return step.operation == Operation::layer_norm ? std::string("norms") : lower_first(block.title);
        });
    }
    return sum.take();
}

}  // namespace

ParameterTotal parameters_of(const Run& run, const Block& block) {
    Sum sum(run);
    sum.add(block,
            [&](const Step& step) { return std::string(name_of_parameters(step.operation, run.outline().model.configuration)); });
    return sum.take();
}

Size parameters_of(const Run& run, const Step& step) {
    Size count = 0;
    for (const std::string& name : step.parameters) count += find_parameter(run, name).layout.count();
    return count;
}

ParameterTotal parameters_of_layer(const Run& run, Side side, int layer) {
    return sum_of_blocks(run, [&](const Block& block) { return block.side == side && block.layer == layer; });
}

ParameterTotal parameters_of_stack(const Run& run, Side side) {
    const std::string norm = norm_after(side == Side::source ? StackKind::encoder : StackKind::decoder);
    return sum_of_blocks(run, [&](const Block& block) { return block.side == side && (block.layer >= 0 || block.id == norm); });
}

ParameterTotal parameters_of_section(const Run& run, const std::string& section) {
    return sum_of_blocks(run, [&](const Block& block) { return block.section == section; });
}

Size parameters_of_model(const Run& run) {
    Size count = 0;
    for (const ParameterView& parameter : run.parameter_list) count += parameter.tensor.layout.count();
    return count;
}

bool has_tied_parameters(const Run& run) {
    const Configuration& c = run.outline().model.configuration;
    return c.ties_embeddings() || c.ties_output();
}

std::string count_text(Size count) { return grouped(count); }

std::string parameters_text(Size count) { return count_text(count) + (count == 1 ? " parameter" : " parameters"); }

std::vector<std::string> parameter_lines(const ParameterTotal& total) {
    if (total.count == 0) return {};
    std::string line = parameters_text(total.count);
    if (total.shares.size() > 1) {
        for (std::size_t i = 0; i < total.shares.size(); ++i) {
            line += i == 0 ? ": " : i + 1 < total.shares.size() ? ", " : " and ";
            line += total.shares[i].name + " " + count_text(total.shares[i].count);
        }
    }
    std::vector<std::string> lines{line};
    if (total.shared_with.empty()) return lines;
    std::string shared = "one of these tables is tied: ";
    for (std::size_t i = 0; i < total.shared_with.size(); ++i) {
        shared += (i == 0 ? "" : i + 1 < total.shared_with.size() ? ", " : " and ") + total.shared_with[i];
    }
    lines.push_back(shared + (total.shared_with.size() > 1 ? " use it too" : " uses it too"));
    return lines;
}

std::string name_of(const Block& block) {
    if (block.section == block.title) return block.title;
    return block.layer >= 0 ? block.title + " of " + lower_first(block.section) : block.section + ": " + lower_first(block.title);
}

}  // namespace vitrine
