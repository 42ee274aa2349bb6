import type { ChainId } from "../../../schemas/chains.ts";
import { lookupToken } from "../../chain/resolve-token.ts";
import { knownChains } from "../../chain-of.ts";
import type { FastPathContext } from "./fast-path-context.ts";
import type { PassReason } from "./pass-reason.ts";

/**
 * Why two words cannot be the two tokens of a trade on a chain; undefined when they can. Only the
 * chain's own symbols and addresses are tokens here, so that no word of a sentence ("10 percent",
 * "to base") is ever taken for one; an address that looks like a listed one is none.
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
    if (found.value.kind === "known") return found.value.token.address;
    const { address, symbol } = found.value;
    return symbol === undefined && isLookalike(address, context) ? undefined : address;
  });
  if (one === undefined || other === undefined) return "unknown_token";
  return one === other ? "unclear" : undefined;
}

/** Digits that may differ where one address is taken for another. */
const NEAR = 4;

/**
 * Whether an address that the chain does not list is another chain's token, or differs from a
 * listed one where nobody looks. Wallets show the first and last four digits.
 */
function isLookalike(address: string, { tokens }: FastPathContext): boolean {
  const own = address.toLowerCase();
  return knownChains().some(({ id }) =>
    tokens(id).some(({ address: listed }) => {
      const other = listed.toLowerCase();
      const isFramed = own.slice(0, 6) === other.slice(0, 6) && own.slice(-4) === other.slice(-4);
      return isFramed || [...own].filter((digit, at) => digit !== other[at]).length <= NEAR;
    }),
  );
}
