import { larger } from "../../../src/lib/integers.ts";
import type { World } from "../world/create-world.ts";
import { PARTIES } from "../world/party.ts";

/**
 * The stored 24-hour high is at least what the vault's NAV was when an intent was written down, and
 * nothing that no node ever told (decision D21).
 */
export function judgeNav({
  redis,
  keys,
  chainId,
  ledger,
  nav,
  scheduler,
  reached,
  lies,
}: World): void {
  if (lies.has("wrong NAV")) return;
  for (const { vault } of PARTIES) {
    const buckets = Object.entries(
      Object(redis.read(keys.nav(chainId, vault)) ?? {}) as Record<string, string>,
    );
    const nowMs = scheduler.nowMs();
    const stored = buckets
      .filter(([bucket]) => nowMs - (Number(bucket) + 1) * BUCKET_MS <= WINDOW_MS)
      .map(([, unit]) => BigInt(unit))
      .reduce(larger, 0n);
    const should = nav.baseline(vault, nowMs) ?? 0n;
    if (should > 0n) reached.add("nav: a baseline was due");
    if (stored < should)
      ledger.violate(
        `the 24-hour high of ${vault.slice(0, 6)} is kept as ${stored}, an intent was ` +
          `written at ${should}`,
      );
    if (stored > nav.highestTold(vault))
      ledger.violate(
        `the 24-hour high of ${vault.slice(0, 6)} is kept as ${stored}, which it never was`,
      );
  }
}

const BUCKET_MS = 30 * 60_000;
const WINDOW_MS = 24 * 60 * 60_000;
