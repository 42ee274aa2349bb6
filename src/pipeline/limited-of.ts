import type { Address } from "viem";
import type { AttemptSwap } from "../../schemas/attempt.ts";
import type { ChainAddresses } from "../chain/addresses.ts";
import type { Warning } from "../kinds/execution-outcome.ts";
import type { SwapPlan } from "../kinds/plan.ts";
import type { LimitedCall } from "../kinds/vault-call.ts";
import { unnamedTokens } from "../settings/unnamed-tokens.ts";
import type { CheckFacts } from "./check-facts.ts";
import type { JudgedCall } from "./judge-call.ts";

type Known = Pick<CheckFacts, "ctx" | "subject" | "priced" | "stored" | "built">;

/** The limited call, and its bought tokens that nobody named. */
export function limitedOf({
  ctx,
  subject,
  priced: { baseToken },
  stored: { limits },
  built,
}: Known): {
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

function limitedBy(
  addresses: ChainAddresses,
  subject: SwapPlan | JudgedCall,
  swap: AttemptSwap | null,
): LimitedCall | undefined {
  if (subject.kind === "call") return subject.rule.limited(subject.call, addresses) ?? undefined;
  if (swap === null) throw new Error("a swap was built without its amounts");
  const given = { token: swap.tokenIn, amountBase: BigInt(swap.maxInBase) };
  return { venue: subject.quote.venue, gives: [given], buys: [swap.tokenOut] };
}

/** A warning for each token, for whoever signs or approves. */
export const unnamedWarnings = (unnamed: readonly Address[]): Warning[] =>
  [...new Set(unnamed)].map((token) => ({
    code: "token_not_allowed",
    message:
      `Warning: this buys ${token}, which is not among the tokens with deep markets, nor ` +
      "named in the vault's limits. One stranger may be able to set every price that was " +
      "compared, and take the difference. Check the address.",
    details: { token },
  }));
