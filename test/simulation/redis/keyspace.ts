import { CommandError } from "./command-error.ts";
import type { SortedSet } from "./sorted-set.ts";

/**
 * Iteration order of hashes and sets is that of insertion: one of the orders that Redis may show.
 */
export type Values = {
  string: string;
  hash: Map<string, string>;
  list: string[];
  set: Set<string>;
  zset: SortedSet;
};
export type ValueType = keyof Values;
type Entry = {
  type: ValueType;
  value: Values[ValueType];
  expiresAtMs: number | null;
  epoch: number;
};
export type Snapshot = { readonly epoch: number; readonly position: number };

/**
 * Where one Redis keeps its keys. All writes go through here: what a snapshot still needs is copied
 * before it changes.
 */
export type Keyspace = {
  /** Frozen for the run of one script, as Redis does. */
  nowMs: number;
  /** To read only. undefined: no such key. @throws CommandError WRONGTYPE */
  read<T extends ValueType>(type: T, key: string): Values[T] | undefined;
  /**
   * To change in place; made if it was not there. Whoever empties it removes it. @throws
   * CommandError WRONGTYPE
   */
  change<T extends ValueType>(type: T, key: string): Values[T];
  /** Replaces whatever the key held. */
  put(key: string, value: string, expiresAtMs: number | null): void;
  /** True when it was there. */
  remove(key: string): boolean;
  typeOf(key: string): ValueType | undefined;
  /** null: kept. undefined: no such key. */
  expiryOf(key: string): number | null | undefined;
  /** Of a key that is there. */
  expireAt(key: string, expiresAtMs: number | null): void;
  /** Of the keys that have not expired. */
  keys(): string[];
  snapshot(): Snapshot;
  /** Back to that moment, as often as wanted; later snapshots are gone. */
  restore(snapshot: Snapshot): void;
  /** Forgets this snapshot and all before it, with what was kept for them. */
  forget(snapshot: Snapshot): void;
  /** Another keyspace with the same content, without snapshots. */
  fork(): Keyspace;
};

const WRONG_TYPE = "WRONGTYPE Operation against a key holding the wrong kind of value";
const EMPTY: { [T in ValueType]: () => Values[T] } = {
  string: () => "",
  hash: () => new Map(),
  list: () => [],
  set: () => new Set(),
  zset: () => ({ byMember: new Map(), ordered: [] }),
};
/** Below this many keys the expired ones are not looked for. */
const FIRST_SWEEP = 1_000;

/**
 * Snapshots cost nothing when they are taken: an entry is copied at its first change after one, and
 * the old one kept in a journal.
 */
export function createKeyspace(given: ReadonlyMap<string, Entry> = new Map()): Keyspace {
  const entries = new Map(given);
  let epoch = nextEpoch();
  let journal: { key: string; entry: Entry | undefined }[] = [];
  /** How many records were dropped from the journal's start. */
  let dropped = 0;
  let snapshots: Snapshot[] = [];
  let sweepAbove = FIRST_SWEEP;

  const record = (key: string, entry: Entry | undefined): void => {
    if (snapshots.length > 0 && entry?.epoch !== epoch) journal.push({ key, entry });
  };
  const find = (key: string): Entry | undefined => {
    const entry = entries.get(key);
    if (entry === undefined || entry.expiresAtMs === null || self.nowMs <= entry.expiresAtMs)
      return entry;
    drop(key, entry);
    return undefined;
  };
  const drop = (key: string, entry: Entry): void => {
    record(key, entry);
    entries.delete(key);
  };
  const set = (key: string, was: Entry | undefined, entry: Entry): void => {
    record(key, was);
    entries.set(key, entry);
    if (entries.size > sweepAbove) sweep();
  };
  const sweep = (): void => {
    for (const key of entries.keys()) find(key);
    sweepAbove = Math.max(FIRST_SWEEP, entries.size * 2);
  };
  const check = (snapshot: Snapshot): number => {
    const index = snapshots.indexOf(snapshot);
    if (index < 0) throw new Error("this snapshot is gone");
    return index;
  };

  const self: Keyspace = {
    nowMs: 0,
    read: <T extends ValueType>(type: T, key: string) => {
      const entry = find(key);
      if (entry === undefined) return undefined;
      if (entry.type !== type) throw new CommandError(WRONG_TYPE);
      return valueIn<T>(entry);
    },
    change: <T extends ValueType>(type: T, key: string) => {
      const entry = find(key);
      if (entry !== undefined && entry.type !== type) throw new CommandError(WRONG_TYPE);
      if (entry?.epoch === epoch) return valueIn<T>(entry);
      const own: Entry =
        entry === undefined
          ? { type, value: EMPTY[type](), expiresAtMs: null, epoch }
          : { ...entry, value: copyOf(entry), epoch };
      set(key, entry, own);
      return valueIn<T>(own);
    },
    put: (key, value, expiresAtMs) =>
      set(key, find(key), { type: "string", value, expiresAtMs, epoch }),
    remove: (key) => {
      const entry = find(key);
      if (entry !== undefined) drop(key, entry);
      return entry !== undefined;
    },
    typeOf: (key) => find(key)?.type,
    expiryOf: (key) => find(key)?.expiresAtMs,
    expireAt: (key, expiresAtMs) => {
      const entry = find(key);
      if (entry === undefined) throw new Error(`there is no ${key} to expire`);
      if (entry.epoch === epoch) entry.expiresAtMs = expiresAtMs;
      else set(key, entry, { ...entry, value: copyOf(entry), expiresAtMs, epoch });
    },
    keys: () => [...entries.keys()].filter((key) => find(key) !== undefined),
    snapshot: () => {
      epoch = nextEpoch();
      const snapshot = { epoch, position: dropped + journal.length };
      snapshots.push(snapshot);
      return snapshot;
    },
    restore: (snapshot) => {
      snapshots = snapshots.slice(0, check(snapshot) + 1);
      for (const { key, entry } of journal.splice(snapshot.position - dropped).reverse()) {
        if (entry === undefined) entries.delete(key);
        else entries.set(key, entry);
      }
      epoch = nextEpoch();
    },
    forget: (snapshot) => {
      snapshots = snapshots.slice(check(snapshot) + 1);
      const keepFrom = snapshots[0]?.position ?? dropped + journal.length;
      journal = journal.slice(keepFrom - dropped);
      dropped = keepFrom;
    },
    fork: () => {
      epoch = nextEpoch();
      const other = createKeyspace(entries);
      other.nowMs = self.nowMs;
      return other;
    },
  };
  return self;
}

/** Never the same in two keyspaces: entries are shared by forks. */
let lastEpoch = 0;
function nextEpoch(): number {
  lastEpoch += 1;
  return lastEpoch;
}

/** Safe: an entry's type says what its value is. */
const valueIn = <T extends ValueType>(entry: Entry): Values[T] => entry.value as Values[T];

function copyOf({ value }: Entry): Values[ValueType] {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return [...value];
  if (value instanceof Map) return new Map(value);
  if (value instanceof Set) return new Set(value);
  return { byMember: new Map(value.byMember), ordered: [...value.ordered] };
}
