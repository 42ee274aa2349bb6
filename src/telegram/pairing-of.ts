import type { Address } from "viem";
import type { Deps } from "../deps.ts";
import { loadPairing, type PairedVault } from "../store/pairing/load-pairing.ts";
import { TELEGRAM_ID } from "./telegram-connection.ts";

/** `current`: the vault that the chat's words are about. */
export type Pairing = {
  operators: readonly Address[];
  vaults: readonly PairedVault[];
  current: PairedVault | null;
  /** When the chat's word ends, of each operator, unless somebody writes before. */
  ends: readonly number[];
  /** Whom it only tells: nobody wrote in it for too long (decision 541). */
  quiet: { operators: readonly Address[]; vaults: readonly PairedVault[] };
  /** Operators whose pairing cannot be read, which is not the same as none. */
  unreadable: readonly string[];
};

/** @throws store_unavailable */
export async function pairingOf(deps: Deps, chatId: string): Promise<Pairing> {
  const pairing = await loadPairing.run(deps.redis, deps.keys, {
    ...{ nowMs: deps.clock.nowMs(), channel: TELEGRAM_ID, chatId },
  });
  for (const operator of pairing.unreadable) deps.log("pairing_unreadable", { operator });
  return pairing;
}

/** Whether this chat speaks for any operator; one whose pairing cannot be read counts. */
export const isPaired = ({ operators, unreadable }: Pairing): boolean => operators.length + unreadable.length > 0;
