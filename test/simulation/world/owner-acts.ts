import type { Hex } from "viem";
import type { World } from "./create-world.ts";
import { PARTIES } from "./party.ts";

const GRANTED: readonly Hex[] = ["0x3593564c", "0x24856bc3", "0x2213bc0b"];
const BUYER = `0x${"bb".repeat(20)}` as const;

/** The owner's own transaction on the first vault's delegation. */
export function revoke({ chain }: World, what: "revoke" | "grant"): void {
  const { vault } = PARTIES[0]!;
  chain.change((state) => ({
    ...state,
    selectors: Object.fromEntries(
      Object.entries(state.selectors).map(([key, held]) =>
        key.startsWith(`${vault}:`) ? [key, what === "revoke" ? [] : GRANTED] : [key, held],
      ),
    ),
  }));
}

/** The first vault gets another owner, or its old one back. */
export function sell({ chain }: World): void {
  const { vault, operator } = PARTIES[0]!;
  chain.change((state) => ({
    ...state,
    owners: { ...state.owners, [vault]: state.owners[vault] === operator ? BUYER : operator },
  }));
}
