#include "core/trace/outline_writer.h"

#include "core/tensor/fields.h"
#include "core/trace/outline_names.h"

namespace vitrine {

void OutlineWriter::block(const std::string& id, const std::string& title, const std::string& subtitle, Role role) {
    Block& next = outline.blocks.emplace_back();
    next.id = id;
    next.title = title;
    next.subtitle = subtitle;
    next.section = section;
    next.role = role;
    next.side = side;
    next.layer = layer;
    next.first_step = static_cast<int>(outline.steps.size());
}

Step& OutlineWriter::step(Operation operation, const OperationWords& words, const std::string& id) {
    ++outline.blocks.back().step_count;
    Step& step = outline.steps.emplace_back();
    step.id = id;
    step.block = outline.blocks.back().id;
    step.operation = operation;
    step.title = words.title;
    step.formula = words.formula;
    step.text = words.text;
    return step;
}

/// An operation on one tensor.
Step& OutlineWriter::step(Operation operation, const std::string& input, const std::string& id) {
    Step& one = step(operation, words_of(operation, computed_here()), id);
    one.inputs = {input};
    return one;
}

void OutlineWriter::fill(Step& filled, const std::string& path, std::initializer_list<FilledTensor> outputs) {
    for (const FilledTensor& output : outputs) {
        TensorInfo info;
        info.path = join(path, output.name);
        info.symbol = output.symbol;
        info.role = output.role;
        info.side = side;
        info.key_side = key_side;
        info.step = static_cast<int>(outline.steps.size()) - 1;
        info.is_view = output.is_view;
        info.dependence = output.dependence;
        info.operands = output.operands;
        info.further_value = output.further_value;
        filled.outputs.push_back(info.path);
        filled.result = info.path;  // the last output, unless the caller changes it
        Block& block = outline.blocks.back();
        block.tensors.push_back(info.path);
        block.output = info.path;
        outline.tensors.push_back(std::move(info));
    }
}

Computed OutlineWriter::computed_here() const { return {c, regime, stack_kind(), of, in}; }

void OutlineWriter::add_linear_parameters(Step& added, const std::string& name, bool has_bias) const {
    added.parameters = {name + ".weight"};
    if (has_bias) added.parameters.push_back(name + ".bias");
}

/// The output of a linear layer, whose operands are the step's only input and its parameters.
FilledTensor OutlineWriter::linear(FilledTensor filled, const LinearNames& names, const Step& made_by) const {
    filled.dependence = linear_dependence(names);
    filled.operands = made_by.inputs;
    filled.operands.insert(filled.operands.end(), made_by.parameters.begin(), made_by.parameters.end());
    return filled;
}

/// The same of one row for each sentence.
FilledTensor OutlineWriter::sentence_linear(FilledTensor filled, const LinearNames& names, const Step& made_by) const {
    FilledTensor of_sentence = linear(std::move(filled), names, made_by);
    of_sentence.dependence = sentence_linear_dependence(names, made_by.operation == Operation::class_linear);
    return of_sentence;
}

void OutlineWriter::index() {
    for (std::size_t i = 0; i < outline.tensors.size(); ++i) outline.slots[outline.tensors[i].path] = static_cast<int>(i);
    for (std::size_t i = 0; i < outline.tensors.size(); ++i) {
        const auto& operands = outline.tensors[i].operands;
        for (std::size_t operand = 0; operand < operands.size(); ++operand) {
            outline.readers[operands[operand]].push_back({static_cast<int>(i), static_cast<int>(operand)});
        }
    }
    for (const auto& [path, slot] : outline.slots) {
        if (outline.tensors[static_cast<std::size_t>(slot)].is_view) {
            outline.views.emplace_back(slot, outline.slots.at(path.substr(0, path.rfind('_'))));
        }
    }
    Activations shape;
    shape_stacks(outline.model, shape);
    for_each_tensor(
        "",
        [&](const std::string& path, const auto&) {
            const auto slot = outline.slots.find(path);
            outline.field_slots.push_back(slot == outline.slots.end() ? -1 : slot->second);
        },
        shape);
}

Outline OutlineWriter::write(const ParameterNames& names) {
    if (c.is_transformer()) {
        std::string x;
        if (c.has_encoder()) x = encoder();
        if (c.has_decoder()) x = decoder();
        if (c.logits) output(head(x));
        if (c.classes > 0) classifier(x);
    } else {
        lone_attention();
    }
    if (!names.empty()) name_parameters(names, outline);
    index();
    return std::move(outline);
}

}  // namespace vitrine
