#ifndef CHATOS_CSQLITE_H
#define CHATOS_CSQLITE_H

#include <sqlite3.h>

// SQLITE_TRANSIENT is a cast macro, which Swift does not import: SQLite copies what is bound with it.
static inline sqlite3_destructor_type chatos_sqlite_transient(void) {
    return SQLITE_TRANSIENT;
}

#endif
