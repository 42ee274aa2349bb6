import type { Address } from "viem";
import type { ExecutionContext } from "../kinds/execution-context.ts";
import type { ExecutionOutcome } from "../kinds/execution-outcome.ts";
import { utcMinute } from "../lib/sanitize.ts";
import { allow, refuse } from "../lib/verdict.ts";
import { claimOracleRefresh, releaseOracleRefresh } from "../store/vaults/claim-oracle-refresh.ts";
import type { PreparedCall } from "./prepared-call.ts";
import { runChecks } from "./run-checks.ts";

const HOUR_MS = 3_600_000;

/**
 * One trade in the oracle's own pool for each vault, token and hour, claimed before signing;
 * returned if it surely never went out.
 */
export async function atMostHourly(
  ctx: ExecutionContext,
  call: PreparedCall,
  send: () => Promise<ExecutionOutcome>,
): Promise<ExecutionOutcome> {
  const token = call.figures.oracleSwap?.token;
  if (token === undefined) return send();
  const { deps, chainId, vault, requestId } = ctx;
  const claim = { chainId, vault, token, attemptId: requestId };
  const nowMs = deps.clock.nowMs();
  const claimed = await claimOracleRefresh.run(deps.redis, deps.keys, {
    requestId: deps.newId(),
    nowMs,
    ...claim,
  });
  const hour = claimed.ok ? allow(undefined) : tooSoon(token, claimed.lastMs, nowMs);
  const free = await runChecks(ctx, "claimed", { ctx, call, hour });
  if (!free.ok) return { status: "refused", refusal: free };
  const outcome = await send();
  if (outcome.status === "refused")
    deps.defer(
      "oracle_refresh_released",
      releaseOracleRefresh.run(deps.redis, deps.keys, {
        requestId: deps.newId(),
        nowMs: deps.clock.nowMs(),
        ...claim,
      }),
    );
  return outcome;
}

function tooSoon(token: Address, lastMs: number, nowMs: number) {
  const retryAfterSec = Math.max(1, Math.ceil((lastMs + HOUR_MS - nowMs) / 1_000));
  return refuse(
    "oracle_refresh_too_soon",
    `The vault's agent traded in the oracle's pool of this token at ${utcMinute(lastMs)}, ` +
      `and does so once an hour at most. Try again in ${retryAfterSec} s, or sign the unsigned ` +
      "transaction yourself.",
    { token, lastRefreshAt: lastMs, retryAfterSec },
  );
}
