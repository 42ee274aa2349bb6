import { bridgeFields, bridgeTool } from "./bridge-output.ts";
import { planBridge } from "./plan-bridge.ts";
import { defineTool } from "./tool.ts";
import { bridgeArguments, bridgeCoin, wantedBridge } from "./wanted-bridge.ts";

export const crosschainTransfer = defineTool({
  name: "crosschain_transfer",
  aliases: ["bridge_tokens"],
  description:
    "Moves a token to the same vault on another chain through Across. Supply goes with it, " +
    "so NAV per unit stays but for the fee (at most 2%).",
  ...bridgeTool,
  says: [
    "bridge {amount:amount} {token:token} from {chain:sourceChain} to {chain:destinationChain}",
    "bridge|transfer|send|move|port {amount:amount} {token:token} from {chain:sourceChain} " +
      "to {chain:destinationChain} [chain|network]",
    "bridge {amount:amount} {token:token} to {chain:destinationChain}",
    "bridge|transfer|send|port|bridging|across|get|bring {amount:amount} {token:token} " +
      "to|over|across|> [to] {chain:destinationChain} [chain|network]",
    "move|bring|get {amount:amount} {coin:token} [from] [here] to|into vault on|in " +
      "{place:destinationChain}",
    "move {amount:amount} {token:token} to|over|across [to] {place:destinationChain} " +
      "[chain|network]",
    "~bridge|across|bridging|transfer|send|port|crosschain {amount:amount} {coin:token} " +
      "{place:destinationChain} [to|over|across|onto|>]",
    "bridge|transfer|send|port|move|get [all|everything] {fraction:share} of {coin:token} " +
      "to|over|across {place:destinationChain}",
    "bridge|transfer|send|port|move|get {fraction:share} {coin:token} to|over|across " +
      "{place:destinationChain}",
    [
      "bridge|transfer|send|port|move all|everything [of] {coin:token} [to|over|across] " +
        "{place:destinationChain}",
      { share: "100%" },
    ],
  ],
  input: bridgeArguments.extend(bridgeCoin.arguments),
  example: { destinationChain: "arbitrum", token: "USDC", amount: "1000" },
  humanOwned: ["shouldUnwrapOnDestination", "useNativeEth"],
  model: {
    grounding: {
      example: "bridge 1000 USDC to arbitrum",
      acts: ["bridge", "send", "move", "transfer"],
      words: "over across cross chain network",
      fields: bridgeFields,
      card: { venue: "Across", to: "the same vault there" },
    },
  },
  plan: async (ctx, input) => {
    const token = bridgeCoin.token(ctx.chainId, input.token, input);
    if (!token.ok) return token;
    const wanted = wantedBridge(ctx, { ...input, token: token.value });
    if (!wanted.ok) return wanted;
    const shouldUnwrap = bridgeCoin.shouldUnwrap(wanted.value, input);
    if (!shouldUnwrap.ok) return shouldUnwrap;
    return planBridge(ctx, wanted.value, {
      opType: "transfer",
      toleranceBps: 0,
      shouldUnwrap: shouldUnwrap.value,
    });
  },
});
