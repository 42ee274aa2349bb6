import type { VaultLimits } from "../../../schemas/vault-limits.ts";
import { unwrap } from "../../../src/errors.ts";
import { refuse } from "../../../src/lib/verdict.ts";
import { saveVaultLimits } from "../../../src/store/vaults/save-vault-limits.ts";
import { simTokens } from "../chain/sim-tokens.ts";
import { LIMIT_SETS, type LimitSet } from "../options-plan.ts";
import type { Started, World } from "./create-world.ts";
import type { Fault } from "./fault.ts";
import { PARTIES } from "./party.ts";

/**
 * Every operator of a history limits the first vault: its limits as a whole, made of what is in
 * force when he asks.
 */
export function setLimits(
  world: World,
  command: `limits: ${keyof typeof LIMIT_SETS}`,
  faults: readonly Fault[],
): Started {
  const { vault, operator } = PARTIES[0]!;
  const { chainId, redis, keys, reached } = world;
  const set: LimitSet = LIMIT_SETS[command.slice("limits: ".length) as keyof typeof LIMIT_SETS];
  const kept = redis.read(keys.limits(operator, chainId, vault));
  const version = typeof kept === "string" ? (JSON.parse(kept) as VaultLimits).version : 0;
  // Every other time without a message signed for it: then nothing may be let through that was not
  // before.
  const isSigned = version === 0 || world.activities.length % 2 === 0;
  const { usdc } = simTokens(chainId);
  const started = world.start("limits", faults, async (deps) => {
    const saved = await saveVaultLimits.run(deps.redis, deps.keys, {
      requestId: deps.newId(),
      nowMs: deps.clock.nowMs(),
      operator,
      vault,
      chainId,
      limits: limitsOf(set, version + 1, usdc),
      baseKey: usdc,
      ...(isSigned && { messageHash: deps.newId() }),
    });
    if (!saved.ok) unwrap(refuse("conflict", saved.code));
  });
  world.onEffect(started.activity, "save-vault-limits", (at) => {
    const before: LimitSet = world.limits.findLast((one) => one.vault === vault)?.set ?? {};
    if (!isSigned && isLooser(before, set))
      world.ledger.violate(`${command} let more through, and nobody signed it`);
    world.limits.push({ vault, at, set });
  });
  started.onEnd = ({ ok }) =>
    reached.add(`command${ok ? "" : " refused"}: ${isSigned ? "" : "unsigned "}${command}`);
  return started;
}

function limitsOf(set: LimitSet, version: number, usdc: `0x${string}`): VaultLimits {
  const base = (amount: string) => `${amount}000000`;
  return {
    version,
    baseToken: { address: usdc, symbol: "USDC", decimals: 6 },
    ...(set.perTransaction !== undefined && { maxPerTransaction: base(set.perTransaction) }),
    ...(set.perDay !== undefined && { maxPerDay: base(set.perDay) }),
    ...(set.perToken !== undefined && { maxPerTokenPerDay: base(set.perToken) }),
    perToken: [],
    tokens: set.tokens === "USDC" ? [usdc] : (set.tokens ?? "listed"),
    ...(set.venues && { venues: [...set.venues] }),
  };
}

function isLooser(before: LimitSet, after: LimitSet): boolean {
  const isMore = (a: string | undefined, b: string | undefined) =>
    a !== undefined && (b === undefined || BigInt(b) > BigInt(a));
  const isList = ({ tokens }: LimitSet) => tokens === "USDC";
  return (
    isMore(before.perTransaction, after.perTransaction) ||
    isMore(before.perDay, after.perDay) ||
    isMore(before.perToken, after.perToken) ||
    (isList(before) && !isList(after)) ||
    (before.venues !== undefined &&
      !(after.venues ?? ALL_VENUES).every((venue) => before.venues?.includes(venue)))
  );
}

const ALL_VENUES = ["uniswap", "0x", "across"] as const;
