import type { Address } from "viem";
import type { VaultLimits } from "../../schemas/vault-limits.ts";
import type { RpcOutcome } from "../chain/rpc-call.ts";
import type { ExecutionContext } from "../kinds/execution-context.ts";
import type { LimitedCall } from "../kinds/limited-call.ts";
import { allow, type Verdict } from "../lib/verdict.ts";
import { dearerValue, type VenuePrices, venueValue } from "../shields/venue-value.ts";
import type { Spend } from "../store/attempts/spend.ts";
import { readGivenValues } from "../vaults/read-given-values.ts";
import { judgeSpend } from "./judge-spend.ts";

/** As the call was judged (version 0: none are set), and what is counted for it. */
export type JudgedLimits = { version: number; spend?: Spend; baseToken?: VaultLimits["baseToken"] };

/**
 * Read beside its simulation. Without amount limits nothing is read. undefined: a way out, held against none. Refuses as judge-spend.ts
 * does.
 */
export async function spendOfCall(
  ctx: ExecutionContext,
  limits: VaultLimits | null,
  call: LimitedCall | undefined,
  { block, prices }: { block: bigint; prices: VenuePrices },
): Promise<Verdict<JudgedLimits | undefined>> {
  if (call === undefined) return allow(undefined);
  if (limits === null) return allow({ version: 0 });
  const { version } = limits;
  if (!hasAmounts(limits)) return allow({ version });
  const chain = ctx.deps.chain(ctx.chainId);
  const at = { baseToken: limits.baseToken.address, block };
  const values = await readGivenValues(chain, ctx.vault, call.gives, at);
  const spend = judgeSpend(limits, call, atTheDearer(values, call, at.baseToken, prices), chain.addresses);
  return spend.ok ? allow({ version, spend: spend.value, baseToken: limits.baseToken }) : spend;
}

/** Whoever pushes the oracle down makes no limit wider. */
const atTheDearer = (
  values: readonly RpcOutcome<bigint>[],
  { gives }: LimitedCall,
  target: Address,
  prices: VenuePrices,
): RpcOutcome<bigint>[] =>
  values.map((value, at) => {
    const given = gives[at];
    if (!value.ok || value.value === 0n || given === undefined || given.token === target) return value;
    return { ok: true, value: dearerValue(value.value, venueValue(prices, { ...given, target })) };
  });

const hasAmounts = ({ maxPerTransaction, maxPerDay, maxPerTokenPerDay, perToken, named = [] }: VaultLimits): boolean =>
  [maxPerTransaction, maxPerDay, maxPerTokenPerDay].some((one) => one !== undefined) ||
  perToken.length + named.length > 0;
