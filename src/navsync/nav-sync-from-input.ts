import type { Address } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import type { CreateNavSync } from "../../schemas/create-nav-sync.ts";
import type { NavSync, NavSyncToken } from "../../schemas/nav-sync.ts";
import { NAV_SYNC_LIMITS } from "../../schemas/nav-sync-limits.ts";
import { lowerHex } from "../lib/normalize-address.ts";
import { parseUnits } from "../lib/parse-units.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";

type Parts = {
  input: CreateNavSync;
  chainId: ChainId;
  vault: Address;
  operator: Address;
  nowMs: number;
};

const STABLE: readonly NavSyncToken[] = ["USDC", "USDT"];
/** The fewest that a token has on a chain. */
const AMOUNT_DECIMALS = 6;

/** Record of a new NAV sync without its id. Refuses with invalid_request. */
export function navSyncFromInput({
  input,
  chainId,
  vault,
  operator,
  nowMs,
}: Parts): Verdict<Omit<NavSync, "id">> {
  const { token, intervalMinutes, thresholdBps } = input;
  const perRun = capOf("maxPerRun", input.maxPerRun, token, NAV_SYNC_LIMITS.defaultPerRun);
  if (!perRun.ok) return perRun;
  const perDay = capOf("maxPerDay", input.maxPerDay, token, NAV_SYNC_LIMITS.defaultPerDay);
  if (!perDay.ok) return perDay;
  if (perDay.value.base < perRun.value.base)
    return refuse(
      "invalid_request",
      `maxPerDay is ${perDay.value.amount} ${token}, less than the ${perRun.value.amount} ` +
        `${token} of maxPerRun.`,
      { maxPerRun: perRun.value.amount, maxPerDay: perDay.value.amount },
    );
  return allow({
    kind: "nav_sync",
    chainId,
    vaultAddress: lowerHex(vault),
    operatorAddress: lowerHex(operator),
    intervalMinutes,
    thresholdBps,
    token,
    maxPerRun: perRun.value.amount,
    maxPerDay: perDay.value.amount,
    active: true,
    status: "active",
    createdAt: nowMs,
    consecutiveFailures: 0,
    syncsExecuted: 0,
    pointIndex: 0,
    attemptsOfSlice: 0,
  });
}

function capOf(
  name: "maxPerRun" | "maxPerDay",
  given: string | undefined,
  token: NavSyncToken,
  fallback: string,
): Verdict<{ amount: string; base: bigint }> {
  if (given === undefined && !STABLE.includes(token))
    return refuse(
      "invalid_request",
      `${name} is needed: say how much ${token} may be sent at most.`,
      { token },
    );
  const amount = given ?? fallback;
  const base = parseUnits(amount, AMOUNT_DECIMALS);
  if (!base.ok)
    return refuse(
      "invalid_request",
      `${name} must be a plain decimal number with at most ${AMOUNT_DECIMALS} decimals.`,
      {
        [name]: amount.slice(0, 100),
      },
    );
  if (base.value === 0n) return refuse("invalid_request", `${name} must be more than 0.`);
  return allow({ amount, base: base.value });
}
