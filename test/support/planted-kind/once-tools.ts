import * as z from "zod";
import type { OrderKindId } from "../../../schemas/order-kinds.ts";
import { decimalAmount, unixMs } from "../../../schemas/primitives.ts";
import { resolvePair } from "../../../src/chain/resolve-pair.ts";
import { newOrder } from "../../../src/kinds/kind-of.ts";
import { lowerHex } from "../../../src/lib/normalize-address.ts";
import { parseUnits } from "../../../src/lib/parse-units.ts";
import { allow, refuse } from "../../../src/lib/verdict.ts";
import { cancelOrders } from "../../../src/store/orders/cancel-orders.ts";
import { createOrder } from "../../../src/store/orders/create-order.ts";
import { pauseOrder } from "../../../src/store/orders/pause-order.ts";
import { resumeOrder } from "../../../src/store/orders/resume-order.ts";
import { defineTool, operatorOf, type Tool, type ToolContext } from "../../../src/tools/tool.ts";
import { onceKind } from "./once-kind.ts";

const id = z.object({ id: z.int().min(1).describe("Number of the order.") });
const kind = "once" as OrderKindId;
const none = (of: number) =>
  refuse("twap_order_not_found", `There is no open order #${of} of this kind.`);

const callOf = ({ deps, chainId, vault, ...ctx }: ToolContext, of: number) => ({
  ...{
    requestId: deps.newId(),
    nowMs: deps.clock.nowMs(),
    vault,
    kind,
    chainIds: [chainId],
    id: of,
  },
  operator: operatorOf({ deps, chainId, vault, ...ctx }),
});

const changing = (
  name: string,
  description: string,
  run: (ctx: ToolContext, of: number) => Promise<boolean>,
): Tool =>
  defineTool({
    ...{
      name,
      description,
      category: "Once",
      access: "operator",
      leastScope: "owner",
      effect: "state",
      needsSignature: false,
    },
    ...{ input: id, example: { id: 1 }, model: "hidden", output: () => z.object({ id: z.int() }) },
    run: async (ctx, { id: of }) =>
      (await run(ctx, of)) ? allow({ message: `Order #${of}: done.`, data: { id: of } }) : none(of),
  });

/**
 * What comes with the kind: its order is made, paused, resumed and cancelled by the scripts of
 * every kind.
 */
export const ONCE_TOOLS: readonly Tool[] = [
  defineTool({
    name: "create_once_order",
    description: "Sells an amount once, at a given time.",
    ...{
      category: "Once",
      access: "operator",
      leastScope: "owner",
      effect: "state",
      needsSignature: false,
      model: "hidden",
    },
    input: z.object({
      amount: decimalAmount.describe("How much is sold."),
      at: unixMs.describe("When, Unix ms."),
    }),
    example: { amount: "100", at: 1_795_000_000_000 },
    output: () => z.object({ id: z.int() }),
    run: async (ctx, { amount, at: startAt }) => {
      const { deps, chainId, vault } = ctx;
      const nowMs = deps.clock.nowMs();
      const pair = await resolvePair(deps, chainId, { sell: "USDC", buy: "WETH" });
      if (!pair.ok) return pair;
      const { sell, buy } = pair.value;
      const base = parseUnits(amount, sell.decimals);
      if (!base.ok) return base;
      const order = {
        ...{
          kind,
          chainId,
          vaultAddress: lowerHex(vault),
          operatorAddress: lowerHex(operatorOf(ctx)),
        },
        ...{ sellTokenAddress: sell.address, sellSymbol: sell.symbol, sellDecimals: sell.decimals },
        ...{ buyTokenAddress: buy.address, buySymbol: buy.symbol, buyDecimals: buy.decimals },
        ...{
          amount,
          amountBase: base.value.toString(),
          venue: "uniswap",
          startAt,
          active: true,
          status: "active",
        },
        ...{
          createdAt: nowMs,
          consecutiveFailures: 0,
          sliceCount: 1,
          slicesExecuted: 0,
          attemptsOfSlice: 0,
        },
      };
      const call = { requestId: deps.newId(), nowMs, ...(await newOrder(deps.tables, order)) };
      const created = await createOrder.run(deps.redis, deps.keys, call);
      if (!created.ok)
        return refuse("twap_order_limit", `There are ${created.active} of this kind already.`);
      return allow({ message: `Order #${created.id} was created.`, data: { id: created.id } });
    },
  }),
  changing("pause_once_order", "Pauses an order that sells once.", async (ctx, of) => {
    const paused = await pauseOrder.run(ctx.deps.redis, ctx.deps.keys, callOf(ctx, of));
    return paused.ok;
  }),
  changing("resume_once_order", "Resumes an order that sells once.", async (ctx, of) => {
    const resume = { ...callOf(ctx, of), most: onceKind.most, dueMs: ctx.deps.clock.nowMs() };
    return (await resumeOrder.run(ctx.deps.redis, ctx.deps.keys, resume)).ok;
  }),
  changing("cancel_once_order", "Cancels an order that sells once.", async (ctx, of) => {
    const { cancelled } = await cancelOrders.run(ctx.deps.redis, ctx.deps.keys, callOf(ctx, of));
    return cancelled.length > 0;
  }),
];
