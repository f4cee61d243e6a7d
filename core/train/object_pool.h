#pragma once
/// A pool of objects: an object is reused when its last reader has released it.

#include <atomic>
#include <memory>
#include <utility>

namespace vitrine {

template <class T>
class ObjectPool {
public:
    /// An object that nobody else holds, with the contents of its last use. It may outlive the pool.
    std::shared_ptr<T> take() {
        std::unique_ptr<T> item = store_->take();
        if (!item) item = std::make_unique<T>();
        return {item.release(), [store = store_](T* returned) { store->put(std::unique_ptr<T>(returned)); }};
    }

private:
    static constexpr std::size_t most_kept = 2;

    /// Readers release objects on their own threads. An atomic place hands each object to exactly one of them.
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
