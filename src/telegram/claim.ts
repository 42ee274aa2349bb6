import type { Deps } from "../deps.ts";
import { claimUpdate } from "../store/pairing/claim-update.ts";
import { TELEGRAM_ID } from "./telegram-id.ts";

/**
 * True once, however often the update is delivered.
 * @throws store_unavailable
 */
export async function claim(deps: Deps, updateId: number, chatId: string): Promise<boolean> {
  const call = { requestId: deps.newId(), nowMs: deps.clock.nowMs(), channel: TELEGRAM_ID, updateId, chatId };
  return (await claimUpdate.run(deps.redis, deps.keys, call)).claimed;
}
