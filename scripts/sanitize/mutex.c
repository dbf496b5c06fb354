// Tells ThreadSanitizer of the slow ways into and out of Swift's Mutex.
//
// The fast ways are atomic operations in the code that is sanitized; where a lock is contended the kernel hands it
// over, from inside a library of the toolchain that isn't. Without this every contended lock is taken for a race.
// The symbols are those of Synchronization's _MutexHandle; a toolchain without them makes this do nothing.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *handle

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

void __tsan_acquire(void *address);
void __tsan_release(void *address);

SWIFT void chatos_lock_slow(uint32_t thread, SELF) __asm__(LOCK);
SWIFT void chatos_unlock_slow(SELF) __asm__(UNLOCK);

SWIFT void chatos_lock_slow(uint32_t thread, SELF) {
    SWIFT void (*real)(uint32_t, SELF) = (SWIFT void (*)(uint32_t, SELF))dlsym(RTLD_NEXT, LOCK);
    real(thread, handle);
    __tsan_acquire(handle);
}

SWIFT void chatos_unlock_slow(SELF) {
    SWIFT void (*real)(SELF) = (SWIFT void (*)(SELF))dlsym(RTLD_NEXT, UNLOCK);
    __tsan_release(handle);
    real(handle);
}
