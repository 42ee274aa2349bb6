import * as z from "zod";
import { chainId } from "../../schemas/chains.ts";
import { baseUnits, decimalAmount, hexAddress } from "../../schemas/primitives.ts";
import { aggregateNav } from "../bridge/aggregate-nav.ts";
import { readAllNavs } from "../bridge/read-chain-nav.ts";
import { chainOf } from "../chain-of.ts";
import { formatUnits } from "../lib/parse-units.ts";
import { allow, refuse } from "../lib/verdict.ts";
import { defineTool, vaultRead } from "./tool.ts";

/** Only USDC adds up, by each chain's oracle. Unit prices compare within one base token. */
export const getAggregatedNav = defineTool({
  name: "get_aggregated_nav",
  description:
    "Shows a vault's NAV on every chain it exists on: unit price, value in USDC by each " +
    "chain's oracle, and how far each unit price is from the common one.",
  category: "Cross-Chain",
  says: [
    "total nav",
    "~nav|price|value|portfolio all|across|every|per|over|each chains|chain|networks [unit] " +
      "[on] [all]",
    "aggregated|combined|overall nav",
    "~aggregated|combined nav|value|portfolio",
  ],
  ...vaultRead,
  input: z.object({}),
  example: {},
  output: () =>
    z.object({
      totalUsdc: decimalAmount,
      groups: z.array(
        z.object({
          baseKind: z
            .string()
            .describe("What the base token is; unit prices are compared within it alone."),
          target: decimalAmount.describe(
            "Value of a unit over all chains of the group, in the base token.",
          ),
          chains: z.array(
            z.object({
              chainId,
              baseToken: hexAddress,
              decimals: z.int(),
              unitaryValue: decimalAmount,
              unitaryValueBase: baseUnits,
              netTotalValue: decimalAmount,
              netTotalValueBase: baseUnits,
              effectiveSupplyBase: z
                .string()
                .describe("Holders' supply and what came from, or went to, other chains."),
              usdc: decimalAmount,
              divergenceBps: z
                .int()
                .nullable()
                .describe("Of its unit price from the target; null where there is no supply."),
            }),
          ),
        }),
      ),
      absent: z.array(chainId).describe("The vault does not exist there."),
      unread: z.array(z.object({ chainId, reason: z.string() })).describe("Left out of every sum."),
    }),
  run: async (ctx) => {
    const { navs, absent, unread } = await readAllNavs(ctx);
    if (navs.length === 0)
      return refuse(
        "rpc_unavailable",
        "The vault could not be read on any chain. Please try again.",
        {
          unread: unread.map((one) => `${chainOf(one.chainId).name}: ${one.reason}`),
        },
      );
    const { totalUsdc18, groups } = aggregateNav(navs);
    const lines = groups.flatMap(({ baseKind, target18, chains }) => [
      ...(chains.length > 1
        ? [`Base token ${baseKind}: ${formatUnits(target18, 18)} a unit over all its chains.`]
        : []),
      ...chains.map(({ chainId: id, unit18, usdc18, divergenceBps }) => {
        const apart =
          divergenceBps === null || chains.length === 1 ? "" : `, ${divergenceBps} bps from that`;
        return (
          `${chainOf(id).name}: ${formatUnits(unit18, 18)} ${baseKind} a unit, ` +
          `${formatUnits(usdc18 / 10n ** 12n, 6)} USDC in all${apart}`
        );
      }),
    ]);
    return allow({
      message: [
        `Total: ${formatUnits(totalUsdc18 / 10n ** 12n, 6)} USDC on ${navs.length} ` +
          `${navs.length === 1 ? "chain" : "chains"}.`,
        ...lines,
        ...unread.map((one) => `Not included: ${chainOf(one.chainId).name} (${one.reason}).`),
      ].join("\n"),
      suggestions: ["See what could be moved with get_rebalance_plan"],
      data: {
        totalUsdc: formatUnits(totalUsdc18, 18),
        groups: groups.map(({ baseKind, target18, chains }) => ({
          baseKind,
          target: formatUnits(target18, 18),
          chains: chains.map((one) => ({
            chainId: one.chainId,
            baseToken: one.baseToken,
            decimals: one.decimals,
            unitaryValue: formatUnits(one.unitaryValueBase, one.decimals),
            unitaryValueBase: one.unitaryValueBase.toString(),
            netTotalValue: formatUnits(one.netTotalValueBase, one.decimals),
            netTotalValueBase: one.netTotalValueBase.toString(),
            effectiveSupplyBase: one.effectiveSupply.toString(),
            usdc: formatUnits(one.usdc18, 18),
            divergenceBps: one.divergenceBps,
          })),
        })),
        absent,
        unread,
      },
    });
  },
});
