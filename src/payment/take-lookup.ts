import type { ErrorCode } from "../../schemas/error-codes.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { countStranger } from "../store/payments/count-stranger.ts";
import type { PaidCall } from "./paid-call-state.ts";

/** A lookup given back may free its network before the window ends. */
const MAX_REMEMBERED_MS = 30_000;

/**
 * Takes one of the requests to chain or facilitator that a network's unproven callers may cause
 * (STRANGER_LIMITS) and gives its time. One Redis trip, none for a network without lookups left.
 * @throws rate_limited, store_unavailable
 */
export async function takeLookup(deps: Deps, network: string): Promise<number> {
  const nowMs = deps.clock.nowMs();
  const key = `strangers:${network}`;
  const untilMs = deps.caches.refusedNetworks.get(key, nowMs);
  if (untilMs !== undefined) throw tooMany(Math.ceil((untilMs - nowMs) / 1_000));
  const taken = await countStranger.run(deps.redis, deps.keys, {
    requestId: deps.newId(),
    nowMs,
    network,
  });
  if (taken.ok) return nowMs;
  const endMs = nowMs + taken.retryAfterSec * 1_000;
  deps.caches.refusedNetworks.set(key, endMs, Math.min(endMs - 1_000, nowMs + MAX_REMEMBERED_MS));
  throw tooMany(taken.retryAfterSec);
}

/** Counts a repeat, which reads the chain each time, unless this call was counted already. */
export async function countRepeat({
  deps,
  network,
  askedAtMs,
}: Pick<PaidCall, "deps" | "network" | "askedAtMs">) {
  if (askedAtMs === null) await takeLookup(deps, network);
}

const tooMany = (retryAfterSec: number) =>
  new AppError(
    "rate_limited",
    "Too many calls from your network proved to be nobody's within ten minutes.",
    {
      retryAfterSec,
    },
  );

/** Refusals that cost an RPC request for a caller who proved nothing. */
const UNPROVEN: readonly ErrorCode[] = [
  "auth_signature_mismatch",
  "not_vault_owner",
  "unknown_vault",
];

/** Counts a call whose caller is not whom it claimed to be. Never throws. */
export async function countFailedProof(deps: Deps, network: string, error: unknown): Promise<void> {
  if (!(error instanceof AppError) || !UNPROVEN.includes(error.code)) return;
  await takeLookup(deps, network).catch(() => undefined);
}

/**
 * `beforeAsking` runs once before the first read of any chain. Its refusal is thrown, and nothing
 * is read.
 */
export function guardFirstRead(deps: Deps, beforeAsking: () => Promise<void>): Deps {
  let allowed: Promise<void> | undefined;
  return {
    ...deps,
    chain: (id) => {
      const chain = deps.chain(id);
      const send: typeof chain.rpc.send = async (calls) => {
        allowed ??= beforeAsking();
        await allowed;
        return chain.rpc.send(calls);
      };
      return { ...chain, rpc: { ...chain.rpc, send } };
    },
  };
}
