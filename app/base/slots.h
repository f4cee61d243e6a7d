#pragma once
/// A container of values of any types, one value per type. The container need not know the types.

#include <memory>
#include <typeinfo>
#include <vector>

namespace vitrine {

/// A copy copies all values. Requires: every type is default-constructible and copyable.
class Slots {
public:
    Slots() = default;
    Slots(const Slots& other) { *this = other; }
    Slots(Slots&&) noexcept = default;
    Slots& operator=(const Slots& other);
    Slots& operator=(Slots&&) noexcept = default;
    ~Slots() = default;

    /// The value of this type, made at the first call.
    template <class T>
    T& of() {
        AnySlot* found = find(typeid(T));
        if (!found) found = slots_.emplace_back(std::make_unique<Slot<T>>()).get();
        return static_cast<Slot<T>*>(found)->value;
    }

    /// The value of this type; a default-constructed one if it has not been made yet.
    template <class T>
    const T& of() const {
        static const T untouched{};
        const AnySlot* found = find(typeid(T));
        return found ? static_cast<const Slot<T>*>(found)->value : untouched;
    }

private:
    struct AnySlot {
        explicit AnySlot(const std::type_info& of) : type(&of) {}
        virtual ~AnySlot() = default;
        virtual std::unique_ptr<AnySlot> copy() const = 0;
        const std::type_info* type;
    };

    template <class T>
    struct Slot final : AnySlot {
        Slot() : AnySlot(typeid(T)) {}
        std::unique_ptr<AnySlot> copy() const override { return std::make_unique<Slot>(*this); }
        T value{};
    };

    AnySlot* find(const std::type_info& type) const;

    std::vector<std::unique_ptr<AnySlot>> slots_;
};

}  // namespace vitrine
