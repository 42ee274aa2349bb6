import * as z from "zod";
import { CHAIN_IDS, type ChainId, chainId } from "../../schemas/chains.ts";
import { baseUnits, decimalAmount } from "../../schemas/primitives.ts";
import { readUnderway } from "../bridge/look-at-deposit.ts";
import { planRebalance, type RebalanceStep } from "../bridge/plan-rebalance.ts";
import { readAllNavs } from "../bridge/read-chain-nav.ts";
import { bridgeTokens } from "../calldata/bridge-call.ts";
import { parseChain } from "../chain/parse-chain.ts";
import { chainOf } from "../chain-of.ts";
import { formatUnits } from "../lib/parse-units.ts";
import { allow, refuse } from "../lib/verdict.ts";
import { toldUnderway, underwayOutput } from "./bridge-output.ts";
import { inField } from "./chain-argument.ts";
import { crosschainTransfer } from "./crosschain-transfer.ts";
import { quoteBridge } from "./quote-bridge.ts";
import { defineTool, type ToolContext, vaultRead } from "./tool.ts";

/** Each step asks Across once; the next plan has the rest. */
const QUOTED_STEPS = 6;

/** Each step is its own call, planned anew from what arrived. */
export const getRebalancePlan = defineTool({
  name: "get_rebalance_plan",
  description:
    "Plans transfers that bring a vault's bridgeable tokens to one chain, priced by each " +
    "chain's oracle, with Across's fee. Run the first with crosschain_transfer; when it has " +
    "arrived, ask for the plan again.",
  category: "Cross-Chain",
  says: ["rebalance plan", "~rebalance|rebalancing|rebalanced [plan]"],
  ...vaultRead,
  input: z.object({
    targetChain: z
      .string()
      .trim()
      .min(1)
      .max(32)
      .optional()
      .describe("Where to bring it: chain name or id; default: the chain that holds most."),
  }),
  example: { targetChain: "base" },
  output: () =>
    z.object({
      targetChainId: chainId,
      steps: z
        .array(
          z.object({
            tool: z.string(),
            arguments: z.object({
              sourceChain: z.string(),
              destinationChain: z.string(),
              token: z.string(),
              amount: decimalAmount,
            }),
            usdc: decimalAmount.describe("What it is worth by the source's oracle."),
            outputAmount: decimalAmount,
            outputAmountBase: baseUnits,
            feeBps: z.int(),
          }),
        )
        .describe("Only the first is to be run; the plan is then made again."),
      skipped: z.array(z.object({ chainId, symbol: z.string(), reason: z.string() })),
      unread: z.array(z.object({ chainId, reason: z.string() })),
      underway: underwayOutput().describe("Sent in the last 5,000 blocks of a chain, not arrived."),
    }),
  run: async (ctx, input) => {
    const wanted = input.targetChain === undefined ? undefined : parseChain(input.targetChain);
    if (wanted?.ok === false) return inField("targetChain", wanted);
    const withNode = CHAIN_IDS.filter((id) => ctx.deps.env.rpcUrls[id] !== undefined);
    const reading = readUnderway(ctx.deps, ctx.vault, withNode);
    const { navs, unread } = await readAllNavs(ctx);
    const plan = planRebalance(navs, wanted?.value);
    if (plan === undefined)
      return refuse(
        wanted === undefined ? "rpc_unavailable" : "bridge_destination_unready",
        wanted === undefined
          ? "The vault could not be read on any chain. Please try again."
          : `targetChain: the vault could not be read on ${chainOf(wanted.value).name}, or ` +
              "does not exist there.",
      );
    const { target } = plan;
    const [underway, ...quoted] = await Promise.all([
      reading,
      ...plan.steps.slice(0, QUOTED_STEPS).map((step) => quoteStep(ctx, step, target)),
    ]);
    const steps = quoted.flatMap((one) => ("step" in one ? [one.step] : []));
    const skipped = [
      ...plan.skipped,
      ...quoted.flatMap((one) => ("skipped" in one ? [one.skipped] : [])),
    ];
    const [first] = steps;
    return allow({
      message: [
        first === undefined
          ? `Nothing to move to ${chainOf(target).name} now.`
          : `To ${chainOf(target).name}, ${steps.length} ${steps.length === 1 ? "step" : "steps"}:`,
        ...steps.map(({ arguments: { sourceChain, token, amount }, usdc, feeBps }, index) => {
          return (
            `${index + 1}. ${amount} ${token} from ${sourceChain} (${usdc} USDC, fee ` +
            `${feeBps / 100}%)`
          );
        }),
        ...toldUnderway({ ...underway, unread: [] }).lines,
        ...unread.map((one) => `Not included: ${chainOf(one.chainId).name} (${one.reason}).`),
        ...(first === undefined
          ? []
          : [
              "Run the first with crosschain_transfer. When it has arrived, ask for the plan " +
                "again: it is made anew.",
            ]),
      ].join("\n"),
      suggestions:
        first === undefined
          ? ["Compare unit prices with get_aggregated_nav"]
          : ["Run the first step"],
      data: {
        targetChainId: target,
        steps,
        skipped,
        unread,
        underway: toldUnderway(underway).data,
      },
    });
  },
});

async function quoteStep(
  ctx: ToolContext,
  { source, token, amountBase, usdc18 }: RebalanceStep,
  target: ChainId,
) {
  const refused = (reason: string) => ({
    skipped: { chainId: source, symbol: token.symbol, reason },
  });
  const output = bridgeTokens.named(target, token.symbol);
  if (output === undefined) return refused("it cannot be bridged to the target");
  const wanted = { source, destination: target, input: token, output, isNative: false, amountBase };
  const delivery = { vault: ctx.vault, opType: "transfer" as const, shouldUnwrap: false };
  const quote = await quoteBridge(ctx.deps, wanted, delivery);
  if (!quote.ok) return refused(quote.message);
  return {
    step: {
      tool: crosschainTransfer.name,
      arguments: {
        sourceChain: chainOf(source).name as string,
        destinationChain: chainOf(target).name as string,
        token: token.symbol as string,
        amount: formatUnits(amountBase, token.decimals),
      },
      usdc: formatUnits(usdc18 / 10n ** 12n, 6),
      outputAmount: formatUnits(quote.value.outputAmountBase, output.decimals),
      outputAmountBase: quote.value.outputAmountBase.toString(),
      feeBps: quote.value.feeBps,
    },
  };
}
