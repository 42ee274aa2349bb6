import type { Address } from "viem";
import type { ExecutionContext } from "../kinds/execution-context.ts";
import { allow, type Verdict } from "../lib/verdict.ts";
import { tokenNotNamed } from "../settings/token-not-named.ts";

/**
 * The agent wallet buys it (settings/unnamed-tokens.ts) only by a card, which takes it down here; who signs is warned instead
 * (unnamed-warnings.ts). Refuses with token_not_allowed.
 */
export function judgeTokens({ executionMode, offered }: ExecutionContext, unnamed: readonly Address[]): Verdict {
  const [token] = unnamed;
  offered?.unnamed.push(...unnamed);
  if (token === undefined || executionMode === "manual" || offered !== undefined) return allow(undefined);
  return tokenNotNamed(token, "This call");
}
