#include "core/foreign/pickle.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <unordered_map>

#include "core/files/problem.h"
#include "core/foreign/pickle_classes.h"

namespace vitrine {

namespace {

using Kind = PickleValue::Kind;

/// The stack machine that a pickle is a program for.
class PickleReader {
public:
    PickleReader(std::string_view bytes, const std::string& where) : bytes_(bytes), where_(where) {}

    Pickle read() {
        while (!stopped_) step(next_byte());
        return std::move(pickle_);
    }

private:
    [[noreturn]] void refuse(const std::string& problem) const {
        fail(where_, "the pickle is damaged at byte " + std::to_string(at_) + ": " + problem);
    }

    std::string_view take(std::uint64_t count) {
        if (count > bytes_.size() - at_) refuse("it is cut off");
        const std::string_view part = bytes_.substr(at_, static_cast<std::size_t>(count));
        at_ += static_cast<std::size_t>(count);
        return part;
    }

    unsigned char next_byte() { return static_cast<unsigned char>(take(1).front()); }

    /// An unsigned number of this many bytes, the lowest first.
    std::uint64_t number(std::size_t size) {
        std::uint64_t value = 0;
        std::memcpy(&value, take(size).data(), size);
        return value;
    }

    std::string_view line() {
        const auto end = bytes_.find('\n', at_);
        if (end == std::string_view::npos) refuse("it is cut off");
        const std::string_view text = take(end - at_);
        take(1);
        return text;
    }

    void push(PickleId id) { stack_.push_back(id); }
    void push_value(PickleValue value) {
        constexpr std::size_t most_values = 4'000'000;  // a few hundred megabytes; a tensor takes about twenty values
        if (pickle_.values.size() >= most_values) refuse("it has more parts than any state_dict");
        push(static_cast<PickleId>(pickle_.values.size()));
        pickle_.values.push_back(std::move(value));
    }
    void push_text(std::string_view text) { push_value({.kind = Kind::text, .text = text}); }
    void push_integer(std::int64_t value) { push_value({.kind = Kind::integer, .integer = value}); }
    void push_truth(bool value) { push_value({.kind = Kind::boolean, .integer = value ? 1 : 0}); }
    void push_collection(Kind kind, std::vector<PickleId> items) { push_value({.kind = kind, .items = std::move(items)}); }

    /// Pushes something that is not part of any tensor. Since it is never used, one value stands for all of them: a checkpoint
    /// may have long lists of losses.
    void push_other() { push_shared(Kind::other, other_); }
    void push_none() { push_shared(Kind::none, none_); }

    void push_shared(Kind kind, std::optional<PickleId>& shared) {
        if (shared) return push(*shared);
        push_value({.kind = kind});
        shared = stack_.back();
    }

    PickleId top() const {
        const std::size_t bottom = marks_.empty() ? 0 : marks_.back();
        if (stack_.size() <= bottom) refuse("it takes from an empty stack");
        return stack_.back();
    }

    PickleId pop() {
        const PickleId id = top();
        stack_.pop_back();
        return id;
    }

    /// Everything that was pushed since the last mark; removes the mark, too.
    std::vector<PickleId> pop_to_mark() {
        if (marks_.empty()) refuse("there is no mark");
        const auto begin = stack_.begin() + static_cast<std::ptrdiff_t>(marks_.back());
        std::vector<PickleId> items(begin, stack_.end());
        stack_.erase(begin, stack_.end());
        marks_.pop_back();
        return items;
    }

    void push_tuple(std::size_t count) {
        std::vector<PickleId> items(count);
        for (std::size_t i = count; i-- > 0;) items[i] = pop();
        push_collection(Kind::tuple, std::move(items));
    }

    /// Adds to the list or dictionary on top of the stack. Sets are not needed, so what is added to a set is dropped.
    void add(Kind kind, const std::vector<PickleId>& items) {
        PickleValue& collection = pickle_.values[top()];
        if (kind == Kind::list && collection.kind == Kind::other) return;
        if (collection.kind != kind) refuse("something is added to what is no list and no dictionary");
        if (kind == Kind::dictionary && items.size() % 2 != 0) refuse("a key has no value");
        collection.items.insert(collection.items.end(), items.begin(), items.end());
    }

    void add_one(Kind kind) {
        std::vector<PickleId> items{pop()};
        if (kind == Kind::dictionary) items.insert(items.begin(), pop());
        add(kind, items);
    }

    void push_long(std::uint64_t size) {
        const std::string_view digits = take(size);
        if (size > 8) return push_other();  // too large to be a size
        std::uint64_t value = size > 0 && (digits.back() & 0x80) != 0 ? ~std::uint64_t{0} : 0;
        std::memcpy(&value, digits.data(), digits.size());
        push_integer(static_cast<std::int64_t>(value));
    }

    void push_name(const std::string& name) { push_value({.kind = Kind::name, .text = known_name(name, bytes_, where_)}); }

    void push_name_of_lines() {
        const std::string_view module = line(), name = line();
        push_name(std::string(module) + '.' + std::string(name));
    }

    void push_name_of_stack() {
        const PickleValue name = pickle_.at(pop()), module = pickle_.at(pop());
        if (name.kind != Kind::text || module.kind != Kind::text) refuse("a class is named by something that is no text");
        push_name(std::string(module.text) + '.' + std::string(name.text));
    }

    void call() {
        const PickleId arguments = pop(), function = pop();
        const PickleValue& name = pickle_.at(function);
        if (name.kind != Kind::name) refuse("something is called that is no class");
        push(called_in_pickle(name.text, arguments, pickle_, where_));
    }

    /// Sets attributes. A state_dict has some, such as the versions of its modules; they are ignored.
    void build() {
        pop();
        if (pickle_.at(top()).kind != Kind::dictionary) refuse("attributes are set on what is no dictionary");
    }

    void remember(std::uint64_t place) { memo_[place] = top(); }

    void recall(std::uint64_t place) {
        const auto found = memo_.find(place);
        if (found == memo_.end()) refuse("it refers to entry " + std::to_string(place) + " of its memory, which there is not");
        push(found->second);
    }

    void stop() {
        pickle_.top = pop();
        stopped_ = true;
    }

    // Each of these executes an opcode of its group, or returns false if the opcode belongs to another group.
    bool collects(unsigned char opcode);
    bool pushes_number(unsigned char opcode);
    bool pushes_text(unsigned char opcode);
    bool names_or_remembers(unsigned char opcode);

    void step(unsigned char opcode) {
        if (collects(opcode) || pushes_number(opcode) || pushes_text(opcode) || names_or_remembers(opcode)) return;
        --at_;
        refuse("a state_dict has no use for opcode " + std::to_string(opcode));
    }

    std::string_view bytes_;
    const std::string& where_;
    std::size_t at_ = 0;
    bool stopped_ = false;
    Pickle pickle_;
    std::vector<PickleId> stack_;
    std::vector<std::size_t> marks_;
    std::unordered_map<std::uint64_t, PickleId> memo_;
    std::optional<PickleId> none_, other_;
};

bool PickleReader::collects(unsigned char opcode) {
    switch (opcode) {
        case '(':  // MARK
            return marks_.push_back(stack_.size()), true;
        case ')':  // EMPTY_TUPLE
            return push_tuple(0), true;
        case 0x85:  // TUPLE1, TUPLE2, TUPLE3
        case 0x86:
        case 0x87:
            return push_tuple(opcode - 0x84u), true;
        case 't':  // TUPLE
            return push_collection(Kind::tuple, pop_to_mark()), true;
        case ']':  // EMPTY_LIST
            return push_collection(Kind::list, {}), true;
        case '}':  // EMPTY_DICT
            return push_collection(Kind::dictionary, {}), true;
        case 0x8f:  // EMPTY_SET
            return push_other(), true;
        case 'a':  // APPEND
            return add_one(Kind::list), true;
        case 's':  // SETITEM
            return add_one(Kind::dictionary), true;
        case 'e':     // APPENDS
        case 0x90: {  // ADDITEMS, of a set
            const std::vector<PickleId> items = pop_to_mark();
            return add(Kind::list, items), true;
        }
        case 'u': {  // SETITEMS
            const std::vector<PickleId> items = pop_to_mark();
            return add(Kind::dictionary, items), true;
        }
        default:
            return false;
    }
}

bool PickleReader::pushes_number(unsigned char opcode) {
    switch (opcode) {
        case 'N':  // NONE
            return push_none(), true;
        case 0x88:  // NEWTRUE, NEWFALSE
        case 0x89:
            return push_truth(opcode == 0x88), true;
        case 'K':  // BININT1
            return push_integer(static_cast<std::int64_t>(number(1))), true;
        case 'M':  // BININT2
            return push_integer(static_cast<std::int64_t>(number(2))), true;
        case 'J':  // BININT
            return push_integer(static_cast<std::int32_t>(number(4))), true;
        case 0x8a:  // LONG1
            return push_long(number(1)), true;
        case 0x8b:  // LONG4
            return push_long(number(4)), true;
        case 'G':  // BINFLOAT
            return take(8), push_other(), true;
        default:
            return false;
    }
}

bool PickleReader::pushes_text(unsigned char opcode) {
    switch (opcode) {
        case 'U':   // SHORT_BINSTRING
        case 0x8c:  // SHORT_BINUNICODE
            return push_text(take(number(1))), true;
        case 'T':  // BINSTRING
        case 'X':  // BINUNICODE
            return push_text(take(number(4))), true;
        case 0x8d:  // BINUNICODE8
            return push_text(take(number(8))), true;
        case 'C':  // SHORT_BINBYTES
            return take(number(1)), push_other(), true;
        case 'B':  // BINBYTES
            return take(number(4)), push_other(), true;
        case 0x8e:  // BINBYTES8
            return take(number(8)), push_other(), true;
        default:
            return false;
    }
}

bool PickleReader::names_or_remembers(unsigned char opcode) {
    switch (opcode) {
        case 0x80:  // PROTO
            return take(1), true;
        case 0x95:  // FRAME
            return take(8), true;
        case 'c':  // GLOBAL
            return push_name_of_lines(), true;
        case 0x93:  // STACK_GLOBAL
            return push_name_of_stack(), true;
        case 'R':  // REDUCE
            return call(), true;
        case 'b':  // BUILD
            return build(), true;
        case 'Q':  // BINPERSID
            return push(storage_of_pickle(pop(), pickle_, where_)), true;
        case 'q':  // BINPUT
            return remember(number(1)), true;
        case 'r':  // LONG_BINPUT
            return remember(number(4)), true;
        case 0x94:  // MEMOIZE
            return remember(memo_.size()), true;
        case 'h':  // BINGET
            return recall(number(1)), true;
        case 'j':  // LONG_BINGET
            return recall(number(4)), true;
        case '.':  // STOP
            return stop(), true;
        default:
            return false;
    }
}

}  // namespace

Pickle read_pickle(std::string_view bytes, const std::string& where) { return PickleReader(bytes, where).read(); }

}  // namespace vitrine
