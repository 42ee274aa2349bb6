import type { Address } from "viem";
import { type Refusal, refuse } from "../lib/verdict.ts";

/**
 * For a hook that may keep liquidity for ever, unnamed by the vault's limits. A person gets the text to sign behind it
 * (calls/with-text-to-sign.ts).
 */
export const hookNotNamed = (hooks: Address): Refusal =>
  refuse(
    "hook_not_allowed",
    `hooks: the pool's hook ${hooks} is asked whenever liquidity is taken out and may refuse that for ever, and this vault's operator has not named it. Choose a pool without such a hook. It is named at POST /api/settings/limits with {"nameHook": {"hook": "${hooks}", "allowed": true}} and a signature made for that.`,
    { hooks, allowed: "named" },
  );
