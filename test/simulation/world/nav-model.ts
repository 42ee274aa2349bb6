import { smaller } from "../../../src/lib/integers.ts";

const BUCKET_MS = 30 * 60_000;
const WINDOW_MS = 24 * 60 * 60_000;

/**
 * `unit`: the least that the NAV per unit was between the build and the writing of an intent that
 * kept it.
 */
type Entry = { vault: string; unit: bigint; atMs: number; at: number };

/** `perUnit`: what a unit has less by it, rounded up. */
type Move = { vault: string; perUnit: bigint; at: number };

export type NavModel = ReturnType<typeof createNavModel>;

/**
 * The 24-hour high as decisions D21 and D22 have it, kept from what the chain was when an intent
 * was written down: the highest that two values ten minutes apart confirm, the lower of which
 * counts for the half hour of the later one, while its end lies within 24 hours. Knows nothing of
 * what the service kept, but whether an intent kept its value at all.
 */
export function createNavModel() {
  let entries: Entry[] = [];
  let moves: Move[] = [];
  /** As the chain had it, less what was then moved to another chain on purpose. */
  const shifted = ({ vault, unit, at }: Entry): bigint =>
    moves.reduce(
      (left, move) => (move.vault === vault && move.at > at ? left - move.perUnit : left),
      unit,
    );
  const highest = new Map<string, bigint>();
  return {
    /** An intent was written down. */
    note: (entry: Entry): void => {
      entries.push(entry);
    },
    moved: (move: Move): void => {
      moves.push(move);
    },
    /**
     * Some node told somebody of this NAV: more than the highest of these was never there to be
     * kept.
     */
    told: (vault: string, unit: bigint): void => {
      if (unit > (highest.get(vault) ?? 0n)) highest.set(vault, unit);
    },
    highestTold: (vault: string): bigint => highest.get(vault) ?? 0n,
    /** The store lost what it did then. */
    forget: (isLost: (at: number) => boolean): void => {
      entries = entries.filter(({ at }) => !isLost(at));
      moves = moves.filter(({ at }) => !isLost(at));
    },
    /** At that time, of what was written down before `at`; undefined when there is none. */
    baseline: (vault: string, nowMs: number, at = Number.POSITIVE_INFINITY): bigint | undefined =>
      pairsOf(entries.filter((one) => one.vault === vault && one.at < at))
        .filter(([, later]) => isInWindow(later.atMs, nowMs))
        .map(([first, later]) => smaller(shifted(first), shifted(later)))
        .reduce<bigint | undefined>(
          (best, unit) => (best === undefined || unit > best ? unit : best),
          undefined,
        ),
  };
}

/**
 * Ten minutes, and as long again: of the last ten minutes a value that another one before it was
 * higher than need not be kept.
 */
const CONFIRMS_MS = 20 * 60_000;

const pairsOf = (entries: readonly Entry[]): [Entry, Entry][] =>
  entries.flatMap((first) =>
    entries
      .filter(({ atMs }) => atMs - first.atMs >= CONFIRMS_MS && isInWindow(first.atMs, atMs))
      .map((later): [Entry, Entry] => [first, later]),
  );

const isInWindow = (atMs: number, nowMs: number): boolean =>
  nowMs - (Math.floor(atMs / BUCKET_MS) + 1) * BUCKET_MS <= WINDOW_MS;
