import * as z from "zod";
import { createTwapOrder as createTwapOrderInput } from "../../../schemas/orders/create-twap-order.ts";
import { ORDER_TERMS } from "../../../schemas/orders/order-terms.ts";
import { twapOrder } from "../../../schemas/orders/twap-order.ts";
import { resolvePair } from "../../chain/resolve-token.ts";
import { newOrder } from "../../kinds/kind-of.ts";
import { allow } from "../../lib/verdict.ts";
import { newQuality } from "../../quality/new-quality.ts";
import { qualityText } from "../../quality/quality-text.ts";
import { readArrival } from "../../quality/read-arrival.ts";
import { createOrder } from "../../store/orders/create-order.ts";
import { grantOfOrder, refusalOfLimit } from "../../tools/grant-of-order.ts";
import { mustBeDelegated, mustBeNamed, orderSelectors } from "../../tools/must-be-named.ts";
import { defineTool, operatorOf } from "../../tools/tool.ts";
import { mustServe } from "../../venues/parse-venue.ts";
import { describeOrder } from "../list-orders-text.ts";
import { optionsOfInput, orderFromInput } from "../order-from-input.ts";
import { planSlices } from "../plan-slices.ts";
import { foreseeOrder } from "./foresee-order.ts";

/** Middle of the draws: a planned order has none yet. */
const MIDDLE = () => 1n << 255n;

/** No model sets these: the chat reads them from the words (src/chat/reader). */
const OPTIONS = [
  "limitPriceOf",
  "startAt",
  "expiresAt",
  "maxGasPrice",
  "randomize",
  "catchUp",
] as const;

export const createTwapOrder = defineTool({
  name: "create_twap_order",
  description:
    "Creates a TWAP order: splits a swap into slices executed at a fixed interval, without a " +
    "model in the loop. Options bound its price, gas and time. autoExecute true lets the " +
    "vault's agent wallet broadcast each slice; false only notifies.",
  category: "TWAP Orders",
  access: "operator",
  leastScope: "propose",
  effect: "state",
  input: createTwapOrderInput,
  example: {
    side: "sell",
    sellToken: "USDC",
    buyToken: "ETH",
    totalAmount: "500",
    sliceCount: 5,
    intervalMinutes: 5,
    dex: "uniswap",
    autoExecute: false,
  },
  humanOwned: [...ORDER_TERMS, ...OPTIONS],
  needsSignature: false,
  tradesLater: (_, { autoExecute }) => autoExecute,
  ownOfGrant: () => true,
  model: {
    description:
      "Creates a TWAP order: splits a swap into slices executed at a fixed interval. Call it " +
      "only with figures that the operator wrote.",
    grounding: {
      example: "sell 1 ETH for USDC in 5 slices of 0.2 every 10 minutes",
      acts: [],
      never: ["stop loss", "take profit", "trigger", "long", "short", "leverage", "perp"],
      words: "@trade twap dca split order create make equal equally even evenly automatically",
      fields: {
        side: { is: "side", of: "swap" },
        sellToken: { is: "token" },
        buyToken: { is: "token" },
        totalAmount: { is: "amount", of: "side" },
        sliceAmount: { is: "amount", of: "side", isSlice: true },
        sliceCount: { is: "count" },
        durationMinutes: { is: "minutes", over: true },
        intervalMinutes: { is: "minutes" },
        limitPrice: { is: "price" },
        limitPriceOf: { is: "condition" },
        dex: { is: "venue" },
        chain: { is: "chain", role: "at" },
      },
    },
  },
  output: () => z.object({ orderId: z.int(), order: twapOrder }),
  foresee: (ctx, { order }) => foreseeOrder(ctx, { ...twapOrder.parse(order), id: 0 }, MIDDLE),
  run: async (ctx, input) => {
    const { deps, chainId } = ctx;
    const operator = operatorOf(ctx);
    const nowMs = deps.clock.nowMs();
    const options = optionsOfInput(input, nowMs);
    if (!options.ok) return options;
    const pair = await resolvePair(deps, chainId, { sell: input.sellToken, buy: input.buyToken });
    if (!pair.ok) return pair;
    const { sell, buy } = pair.value;
    const plan = planSlices({ ...input, decimals: (input.side === "sell" ? sell : buy).decimals });
    if (!plan.ok) return plan;
    const made = orderFromInput({
      input,
      chainId,
      sell,
      buy,
      plan: plan.value,
      options: options.value,
      operator,
      vault: ctx.vault,
      nowMs,
    });
    const venue = deps.tables.venues[made.dex];
    const served = mustServe(venue, chainId);
    if (!served.ok) return served;
    const totalBase = BigInt(made.totalBase);
    const arriving = { chainId, vault: ctx.vault, ...{ side: made.side, dex: made.dex } };
    const [delegated, named, arrival] = await Promise.all([
      made.autoExecute
        ? mustBeDelegated(ctx, orderSelectors(venue), "this order")
        : allow(undefined),
      made.autoExecute ? mustBeNamed(ctx, made) : allow({}),
      // A try shows what would be made, and is judged by its own quotes.
      ctx.dryRun === undefined ? readArrival(deps, { ...arriving, sell, buy, totalBase }) : {},
    ]);
    if (!delegated.ok) return delegated;
    if (!named.ok) return named;
    const quality = newQuality({ addsBase: totalBase, atMs: nowMs, ...arrival });
    const kept = { quality: qualityText.write(quality) };
    const created = await createOrder.run(deps.redis, deps.keys, {
      requestId: deps.newId(),
      nowMs,
      ...(await newOrder(deps.tables, { ...made, ...named.value, ...grantOfOrder(ctx), ...kept })),
    });
    if (!created.ok) return refusalOfLimit(created);
    const order = twapOrder.parse(created.order);
    return allow({
      message: describeOrder(order, deps.draw),
      suggestions: [
        "List orders with list_twap_orders",
        `Cancel it with cancel_twap_order id ${created.id}`,
      ],
      data: { orderId: created.id, order },
    });
  },
});
