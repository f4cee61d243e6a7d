#pragma once
/// Memory that is handed out to readers and used again once the last of them has let go.

#include <atomic>
#include <memory>
#include <utility>

namespace vitrine {

template <class T>
class Recycler {
public:
    /// One that nobody else holds; what is in it is left over from an earlier use. It may outlive the recycler.
    std::shared_ptr<T> take() {
        std::unique_ptr<T> item = store_->take();
        if (!item) item = std::make_unique<T>();
        return {item.release(), [store = store_](T* returned) { store->put(std::unique_ptr<T>(returned)); }};
    }

private:
    static constexpr std::size_t most_kept = 2;

    /// Readers let go on threads of their own: what goes through an atomic place is theirs no more once it is somebody else's.
    struct Store {
        Store() = default;
        Store(const Store&) = delete;
        Store& operator=(const Store&) = delete;
        ~Store() {
            for (auto& place : kept) delete place.load();
        }

        std::unique_ptr<T> take() {
            for (auto& place : kept) {
                if (T* item = place.exchange(nullptr)) return std::unique_ptr<T>(item);
            }
            return nullptr;
        }
        void put(std::unique_ptr<T> item) {
            for (auto& place : kept) {
                T* none = nullptr;
                if (!place.compare_exchange_strong(none, item.get())) continue;
                item.release();
                return;
            }
        }

        std::atomic<T*> kept[most_kept] = {};
    };

    std::shared_ptr<Store> store_ = std::make_shared<Store>();
};

}  // namespace vitrine
