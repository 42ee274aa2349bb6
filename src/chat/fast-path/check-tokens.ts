import type { ChainId } from "../../../schemas/chains.ts";
import { lookupToken } from "../../chain/resolve-token.ts";
import type { FastPathContext } from "./fast-path-context.ts";
import type { PassReason } from "./pass-reason.ts";

/**
 * Why two words cannot be the two tokens of a trade on a chain; undefined when they can. Only the chain's own symbols and
 * addresses are tokens here: so no word of a sentence ("10 percent", "to base") is ever taken for one.
 */
export function checkTokens(
  context: FastPathContext,
  chainId: ChainId,
  token: string,
  counter: string,
): PassReason | undefined {
  const table = context.tokens(chainId);
  const [one, other] = [token, counter].map((text) => {
    const found = lookupToken(chainId, table, text);
    if (!found.ok) return undefined;
    return found.value.kind === "known" ? found.value.token.address : found.value.address;
  });
  if (one === undefined || other === undefined) return "unknown_token";
  return one === other ? "unclear" : undefined;
}
