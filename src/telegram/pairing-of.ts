import type { Address } from "viem";
import type { Deps } from "../deps.ts";
import { loadPairing, type PairedVault } from "../store/pairing/load-pairing.ts";
import { TELEGRAM_ID } from "./telegram-connection.ts";

/** `current`: the vault that the chat's words are about. */
export type Pairing = {
  operators: readonly Address[];
  vaults: readonly PairedVault[];
  current: PairedVault | null;
  /** Each operator's end of the chat's word, unless somebody writes before. */
  ends: readonly number[];
  /** Operators whom it only tells: too long without a word (decision D60). */
  quiet: { operators: readonly Address[]; vaults: readonly PairedVault[] };
  /** Unreadable is not unpaired. */
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

type Place = Pick<PairedVault, "operator" | "chainId" | "vault">;
/** Compares operator, chain and address. */
export const isSameVault = (one: Place, other: Place | null | undefined): boolean =>
  one.operator === other?.operator && one.chainId === other.chainId && one.vault === other.vault;

/** The chat speaks for an operator; an unreadable pairing counts. */
export const isPaired = ({ operators, unreadable }: Pairing): boolean =>
  operators.length + unreadable.length > 0;
