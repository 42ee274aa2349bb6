import type { Address } from "viem";
import type { LimitedCall } from "../kinds/limited-call.ts";
import { unnamedTokens } from "../settings/unnamed-tokens.ts";
import type { CheckFacts } from "./check-facts.ts";
import { limitedBy } from "./limited-by.ts";

type Known = Pick<CheckFacts, "ctx" | "subject" | "priced" | "stored" | "built">;

/** What a built call is to its vault's limits, and the tokens that it buys without anybody having named them. */
export function limitedOf({ ctx, subject, priced: { baseToken }, stored: { limits }, built }: Known): {
  limited: LimitedCall | undefined;
  unnamed: readonly Address[];
} {
  const { addresses } = ctx.deps.chain(ctx.chainId);
  const limited = limitedBy(addresses, subject, built.swap);
  return {
    limited,
    unnamed: unnamedTokens(limited?.buys ?? [], { limits, addresses, baseToken, names: ctx.names }),
  };
}
