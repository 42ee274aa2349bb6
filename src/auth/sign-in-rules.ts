import { CHAIN_IDS, PAYMENT_CHAIN_ID } from "../../schemas/chains.ts";

/** A 402 asks for exactly this (x402, specs/extensions/sign-in-with-x.md). */
export const SIGN_IN_RULES = {
  header: "SIGN-IN-WITH-X",
  /** Shown by the wallet, and signed. */
  statement:
    "Sign in as the owner of a vault, for its quotes. This moves nothing and costs nothing.",
  /** From `issuedAt`; the specification's. A nonce is remembered for longer. */
  validMs: 300_000,
  /** Our machines' clocks may differ: one of them gave the challenge its time. */
  aheadMs: 5_000,
  /** First the chain of payments, which stock clients look for. */
  get chains(): string[] {
    return [PAYMENT_CHAIN_ID, ...CHAIN_IDS.filter((id) => id !== PAYMENT_CHAIN_ID)].map(
      (id) => `eip155:${id}`,
    );
  },
} as const;
