import type { Address } from "viem";
import * as z from "zod";
import type { ChainId } from "../../schemas/chains.ts";
import { decimalAmount } from "../../schemas/primitives.ts";
import { type BridgeToken, bridgeTokens } from "../calldata/bridge-call.ts";
import { parseChain } from "../chain/parse-chain.ts";
import { chainOf } from "../chain-of.ts";
import { normalizeAddress } from "../lib/normalize-address.ts";
import { parseTradeAmount } from "../lib/parse-units.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { inField, invalid, textOf } from "./chain-argument.ts";
import type { ToolContext } from "./tool.ts";

export type WantedBridge = BridgeRoute & { amountBase: bigint };

/**
 * Route and amount, without asking a chain. Refuses with invalid_request, chain_not_supported or
 * bridge_pair_unsupported.
 */
export function wantedBridge(
  ctx: Pick<ToolContext, "chainId">,
  input: BridgeArguments,
): Verdict<WantedBridge> {
  const route = bridgeRoute(ctx.chainId, input);
  if (!route.ok) return route;
  const amount = inField("amount", parseTradeAmount(input.amount, route.value.input.decimals));
  if (!amount.ok) return amount;
  return allow({ ...route.value, amountBase: amount.value });
}

const chainName = (what: string) =>
  textOf(32).describe(`${what}: name or id, for example arbitrum.`);

/** The call acts on `sourceChain` (run-tool.ts). */
export const bridgeArguments = z.object({
  destinationChain: chainName("Chain to arrive on"),
  token: textOf(100).describe(
    "USDC, USDT, WETH or WBTC, or ETH for the coin itself; or its address.",
  ),
  amount: decimalAmount.describe("Amount that leaves, as text."),
  sourceChain: chainName("Chain to leave; default: the chain of the request").optional(),
});
type BridgeArguments = z.infer<typeof bridgeArguments>;

type BridgeRoute = {
  source: ChainId;
  destination: ChainId;
  input: BridgeToken;
  output: BridgeToken;
  /** Pays the coin in place of its wrapped form. */
  isNative: boolean;
};
/** Refuses as wantedBridge does. */
export function bridgeRoute(
  source: ChainId,
  { destinationChain, token }: Pick<BridgeArguments, "destinationChain" | "token">,
): Verdict<BridgeRoute> {
  const parsed = inField("destinationChain", parseChain(destinationChain));
  if (!parsed.ok) return parsed;
  const destination = parsed.value;
  if (destination === source)
    return invalid(
      `destinationChain: source and destination are both ${chainOf(source).name}. Name ` +
        "another destination.",
    );
  const isNative = token.trim().toUpperCase() === "ETH" && chainOf(source).nativeCoin === "ETH";
  const input = isNative ? bridgeTokens.named(source, "WETH") : tokenOn(source, token);
  const output = input && bridgeTokens.named(destination, input.symbol);
  if (input !== undefined && output !== undefined)
    return allow({ source, destination, input, output, isNative });
  const both = bridgeTokens
    .on(source)
    .map(({ symbol }) => symbol)
    .filter((symbol) => bridgeTokens.named(destination, symbol) !== undefined);
  return refuse(
    "bridge_pair_unsupported",
    `token: vaults cannot bridge it from ${chainOf(source).name} to ` +
      `${chainOf(destination).name}. Between these chains: ${both.join(", ")}.`,
    { source, destination, tokens: both },
  );
}

function tokenOn(chainId: ChainId, text: string): BridgeToken | undefined {
  if (!/^0x/i.test(text.trim())) return bridgeTokens.named(chainId, text.trim());
  const address: Verdict<Address> = normalizeAddress(text.trim());
  return address.ok ? bridgeTokens.at(chainId, address.value) : undefined;
}

type Choice = {
  useNativeEth?: boolean | undefined;
  shouldUnwrapOnDestination?: boolean | undefined;
};

/** Coin or wrapped coin, at departure and arrival (docs/facts/across.md 1). */
export const bridgeCoin = {
  arguments: {
    useNativeEth: z
      .boolean()
      .optional()
      .describe("Pays WETH in the coin itself; the same as token ETH."),
    shouldUnwrapOnDestination: z
      .boolean()
      .optional()
      .describe("WETH becomes the coin there; default: as it leaves."),
  },
  /** "ETH" where the coin is chosen. Refuses with invalid_request. */
  token: (chainId: ChainId, token: string, { useNativeEth = false }: Choice): Verdict<string> => {
    const isEth = /^w?eth$/i.test(token.trim()) && chainOf(chainId).nativeCoin === "ETH";
    if (useNativeEth && !isEth)
      return invalid(
        "useNativeEth: only WETH can be paid in the coin, on a chain whose coin is ETH.",
      );
    return allow(useNativeEth ? "ETH" : token);
  },
  /**
   * True where the coin arrives. Refuses with invalid_request where WETH is not that chain's coin.
   */
  shouldUnwrap: (
    { isNative, output, destination }: Pick<BridgeRoute, "isNative" | "output" | "destination">,
    { shouldUnwrapOnDestination }: Choice,
  ): Verdict<boolean> => {
    const canUnwrap = output.symbol === "WETH" && chainOf(destination).nativeCoin === "ETH";
    if (shouldUnwrapOnDestination === true && !canUnwrap)
      return invalid(
        "shouldUnwrapOnDestination: only WETH becomes the coin, on a chain whose coin is ETH.",
      );
    return allow(shouldUnwrapOnDestination ?? (isNative && canUnwrap));
  },
};
