/// What the program says of itself.
enum Help {
    static let text = """
        Tortures hubs and sees whether they keep their word: an op that was acknowledged is not lost.

        Usage: chatos-torture TORTURE [--seed N] [--rounds N]

          kill      rounds of random ops from 20 clients; each ends with SIGKILL at a random instant
          cut       the same with power cuts: only what was synced is there afterwards
          relaxed   the same with `--durability relaxed`, which must be seen to lose ops
          upkeep    power cuts while rooms are compacted, imported and have ops erased
          disk      a disk whose n-th change fails, for every n, with EIO and ENOSPC, once and for long
          all       one after the other

        --seed N    tells a run again, as far as machines run alike [printed, else from the clock]
        --rounds N  rounds of kill, of cut and of upkeep [50]

        The hub is this program too, with a disk of its own below SQLite:
          hub       --data DIR, --seed N, --durability full|relaxed, --mishap LINE

        """
}
