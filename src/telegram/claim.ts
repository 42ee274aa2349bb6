import type { Deps } from "../deps.ts";
import { claimUpdate } from "../store/pairing/claim-update.ts";
import { TELEGRAM_ID } from "./telegram-id.ts";

/**
 * Whether this update is ours to act on: true once, however often it is delivered.
 * @throws store_unavailable
 */
export async function claim(deps: Deps, updateId: number, chatId: string): Promise<boolean> {
  const call = { requestId: deps.newId(), nowMs: deps.clock.nowMs(), channel: TELEGRAM_ID, updateId, chatId };
  return (await claimUpdate.run(deps.redis, deps.keys, call)).claimed;
}
