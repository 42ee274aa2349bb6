import { parseTradeAmount } from "../lib/parse-trade-amount.ts";
import { allow, type Verdict } from "../lib/verdict.ts";
import type { BridgeArguments } from "./bridge-arguments.ts";
import { type BridgeRoute, bridgeRoute } from "./bridge-route.ts";
import type { ToolContext } from "./tool.ts";

export type WantedBridge = BridgeRoute & { amountBase: bigint };

/** Without asking a chain. Refuses with invalid_request, chain_not_supported or bridge_pair_unsupported. */
export function wantedBridge(ctx: Pick<ToolContext, "chainId">, input: BridgeArguments): Verdict<WantedBridge> {
  const route = bridgeRoute(ctx.chainId, input);
  if (!route.ok) return route;
  const amount = parseTradeAmount(input.amount, route.value.input.decimals);
  if (!amount.ok) return { ...amount, message: `amount: ${amount.message}` };
  return allow({ ...route.value, amountBase: amount.value });
}
