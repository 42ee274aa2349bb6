import { type Refusal, refuse } from "../lib/verdict.ts";

export const unmeasuredHyperliquid: Refusal = refuse(
  "nav_shield_blocked",
  "The vault's value cannot be measured on chain 999, so nothing bounds this call. Its base token there has to be USDC, and it can hold nothing else.",
  { measured: false },
);
