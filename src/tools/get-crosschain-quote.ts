import { zeroAddress } from "viem";
import * as z from "zod";
import { chainId } from "../../schemas/chains.ts";
import { baseUnits, decimalAmount, hexAddress } from "../../schemas/primitives.ts";
import { chainOf } from "../chain-of.ts";
import { formatUnits } from "../lib/parse-units.ts";
import { allow } from "../lib/verdict.ts";
import { quoteBridge } from "./quote-bridge.ts";
import { defineTool, openRead } from "./tool.ts";
import { bridgeArguments, wantedBridge } from "./wanted-bridge.ts";

export const getCrosschainQuote = defineTool({
  name: "get_crosschain_quote",
  description:
    "Quotes moving a token to another chain through Across: what arrives, the fee, and about " +
    "how long it takes. Read-only; use crosschain_transfer for a transaction.",
  category: "Cross-Chain",
  says: [
    "quote bridging {amount:amount} {token:token} to {chain:destinationChain}",
    "~quote|cost|costs|fee|fees|price|how|estimate " +
      "bridge|bridging|transfer|transferring|send|sending|moving|move|across {amount:amount} " +
      "{coin:token} {chain:destinationChain} [to] [much] [of] [would|does|is] [from]",
  ],
  ...openRead,
  input: bridgeArguments,
  example: { destinationChain: "arbitrum", token: "USDC", amount: "1000" },
  output: () =>
    z.object({
      sourceChainId: chainId,
      destinationChainId: chainId,
      inputToken: hexAddress,
      outputToken: hexAddress,
      symbol: z.string(),
      amount: decimalAmount,
      amountBase: baseUnits,
      outputAmount: decimalAmount,
      outputAmountBase: baseUnits.describe("In base units of the token on the other chain."),
      outputDecimals: z.int(),
      fee: decimalAmount,
      feeBps: z.int(),
      estimatedFillSec: z.int(),
      quoteTimestampSec: z.int(),
    }),
  run: async (ctx, input) => {
    const wanted = wantedBridge(ctx, input);
    if (!wanted.ok) return wanted;
    const { source, destination, input: token, output, amountBase } = wanted.value;
    const delivery = { vault: ctx.vault, opType: "transfer" as const, shouldUnwrap: false };
    const quoted = await quoteBridge(
      ctx.deps,
      wanted.value,
      ctx.vault === zeroAddress ? undefined : delivery,
    );
    if (!quoted.ok) return quoted;
    const { outputAmountBase, feeBase, feeBps, estimatedFillSec, quoteTimestampSec } = quoted.value;
    const [amount, fee] = [
      formatUnits(amountBase, token.decimals),
      formatUnits(feeBase, token.decimals),
    ];
    const outputAmount = formatUnits(outputAmountBase, output.decimals);
    return allow({
      message: [
        `${amount} ${token.symbol} from ${chainOf(source).name} arrive as ${outputAmount} ` +
          `${output.symbol} on ${chainOf(destination).name}.`,
        `Fee: ${fee} ${token.symbol} (${feeBps / 100}%), in about ${estimatedFillSec} s.`,
      ].join("\n"),
      suggestions: ["Build it with crosschain_transfer"],
      data: {
        sourceChainId: source,
        destinationChainId: destination,
        inputToken: token.address,
        outputToken: output.address,
        symbol: token.symbol,
        amount,
        amountBase: amountBase.toString(),
        outputAmount,
        outputAmountBase: outputAmountBase.toString(),
        outputDecimals: output.decimals,
        fee,
        feeBps,
        estimatedFillSec,
        quoteTimestampSec,
      },
    });
  },
});
