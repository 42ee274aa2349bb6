import type { Address } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import { type BridgeToken, bridgeTokens } from "../calldata/bridge-tokens.ts";
import { parseChain } from "../chain/parse-chain.ts";
import { chainOf } from "../chain-of.ts";
import { normalizeAddress } from "../lib/normalize-address.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import type { BridgeArguments } from "./bridge-arguments.ts";

export type BridgeRoute = {
  source: ChainId;
  destination: ChainId;
  input: BridgeToken;
  output: BridgeToken;
  /** Paid in place of its wrapped form. */
  isNative: boolean;
};
/** Refuses with invalid_request, chain_not_supported or bridge_pair_unsupported. */
export function bridgeRoute(
  source: ChainId,
  { destinationChain, token }: Pick<BridgeArguments, "destinationChain" | "token">,
): Verdict<BridgeRoute> {
  const parsed = parseChain(destinationChain);
  if (!parsed.ok) return { ...parsed, message: `destinationChain: ${parsed.message}` };
  const destination = parsed.value;
  if (destination === source)
    return refuse(
      "invalid_request",
      `destinationChain: source and destination are both ${chainOf(source).name}. Name another destination.`,
    );
  const isNative = token.trim().toUpperCase() === "ETH" && chainOf(source).nativeCoin === "ETH";
  const input = isNative ? bridgeTokens.named(source, "WETH") : tokenOn(source, token);
  const output = input && bridgeTokens.named(destination, input.symbol);
  if (input !== undefined && output !== undefined) return allow({ source, destination, input, output, isNative });
  const both = bridgeTokens.on(source).filter(({ symbol }) => bridgeTokens.named(destination, symbol) !== undefined);
  return refuse(
    "bridge_pair_unsupported",
    `token: vaults cannot bridge it from ${chainOf(source).name} to ${chainOf(destination).name}. Between these chains: ${both.map(({ symbol }) => symbol).join(", ")}.`,
    { source, destination, tokens: both.map(({ symbol }) => symbol) },
  );
}

function tokenOn(chainId: ChainId, text: string): BridgeToken | undefined {
  if (!/^0x/i.test(text.trim())) return bridgeTokens.named(chainId, text.trim());
  const address: Verdict<Address> = normalizeAddress(text.trim());
  return address.ok ? bridgeTokens.at(chainId, address.value) : undefined;
}
