import type { ErrorCode } from "../../schemas/error-codes.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { countStranger } from "../store/payments/count-stranger.ts";

/** A lookup that is given back may free its network before the window ends. */
const MAX_REMEMBERED_MS = 30_000;

/**
 * One of the requests to chain or facilitator that a network's unproven callers may cause (STRANGER_LIMITS); gives the time. One Redis trip,
 * none where the network has none left.
 * @throws rate_limited, store_unavailable
 */
export async function takeLookup(deps: Deps, network: string): Promise<number> {
  const nowMs = deps.clock.nowMs();
  const key = `strangers:${network}`;
  const untilMs = deps.caches.refusedNetworks.get(key, nowMs);
  if (untilMs !== undefined) throw tooMany(Math.ceil((untilMs - nowMs) / 1_000));
  const taken = await countStranger.run(deps.redis, deps.keys, { requestId: deps.newId(), nowMs, network });
  if (taken.ok) return nowMs;
  const endMs = nowMs + taken.retryAfterSec * 1_000;
  deps.caches.refusedNetworks.set(key, endMs, Math.min(endMs - 1_000, nowMs + MAX_REMEMBERED_MS));
  throw tooMany(taken.retryAfterSec);
}

const tooMany = (retryAfterSec: number) =>
  new AppError("rate_limited", "Too many calls from your network proved to be nobody's within ten minutes.", {
    retryAfterSec,
  });

/** An RPC request was spent on a caller that proved nothing. */
const UNPROVEN: readonly ErrorCode[] = ["auth_signature_mismatch", "not_vault_owner", "unknown_vault"];

/** Counts a call that was refused because its caller is not whom it claimed to be. Never throws. */
export async function countFailedProof(deps: Deps, network: string, error: unknown): Promise<void> {
  if (!(error instanceof AppError) || !UNPROVEN.includes(error.code)) return;
  // The refusal is answered whatever becomes of our bookkeeping.
  await takeLookup(deps, network).catch(() => undefined);
}

/** `beforeAsking` runs once before the first read of any chain: its refusal is thrown and nothing is read. */
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
