import { stakingInput } from "./staking-input.ts";
import { stakingOutput } from "./staking-output.ts";

/** What all tools that move an amount of a vault's stake say of themselves. */
export const stakingTool = {
  category: "GRG Staking",
  access: "vault",
  effect: "transaction",
  input: stakingInput,
  needsSignature: false,
  output: stakingOutput,
} as const;
