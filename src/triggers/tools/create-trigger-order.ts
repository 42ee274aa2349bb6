import * as z from "zod";
import { createTriggerOrder as createTriggerOrderInput } from "../../../schemas/orders/create-trigger-order.ts";
import { ORDER_TERMS } from "../../../schemas/orders/order-terms.ts";
import { triggerOrder } from "../../../schemas/orders/trigger-order.ts";
import { decimalAmount } from "../../../schemas/primitives.ts";
import { resolvePair } from "../../chain/resolve-token.ts";
import { newOrder } from "../../kinds/kind-of.ts";
import { allow, refuse, type Verdict } from "../../lib/verdict.ts";
import { readOraclePrices } from "../../pipeline/facts/read-oracle-prices.ts";
import { createOrder } from "../../store/orders/create-order.ts";
import { grantEnded, grantOfOrder } from "../../tools/grant-of-order.ts";
import {
  foreseeFunds,
  mustBeDelegated,
  mustBeNamed,
  orderSelectors,
} from "../../tools/must-be-named.ts";
import { defineTool, operatorOf, type ToolContext } from "../../tools/tool.ts";
import { mustServe } from "../../venues/parse-venue.ts";
import { oraclePriceOf, priceAsked } from "../decide-look.ts";
import { givenOfTrigger } from "../decide-trigger.ts";
import { triggerFromInput } from "../trigger-from-input.ts";
import { conditionText, triggerText } from "../trigger-text.ts";

const HOW_IT_WATCHES =
  "Its price is the vault oracle's five-minute mean, looked at every five minutes: what " +
  "happens between two looks is not seen. A mean over less than 300 s, which can be moved " +
  "for a moment, does not fire it. Shields, limits and the loss budget hold at the time: " +
  "where they refuse you are told, and it goes on watching. It trades once at most.";

export const createTriggerOrder = defineTool({
  name: "create_trigger_order",
  description:
    "Creates a trigger order: a limit, stop or take-profit on the vault oracle's price, " +
    "which trades once, or creates a TWAP order, when the price is met. 10 per vault. " +
    "autoExecute true lets the vault's agent wallet trade; false only notifies.",
  category: "Trigger Orders",
  access: "operator",
  leastScope: "propose",
  effect: "state",
  input: createTriggerOrderInput,
  example: {
    type: "stop",
    side: "sell",
    sellToken: "ETH",
    buyToken: "USDC",
    totalAmount: "1",
    price: "1800",
    dex: "uniswap",
    autoExecute: false,
  },
  humanOwned: ["into", ...ORDER_TERMS, "expiresAt"],
  needsSignature: false,
  tradesLater: (_, { autoExecute }) => autoExecute,
  ownOfGrant: () => true,
  model: {
    description:
      "Creates a trigger order, which trades once when the vault oracle's price is met: " +
      "limit (sold dear or bought cheap), take-profit (the same, where the operator calls it " +
      "so), stop (sold cheap, bought dear). Call it only where the operator names a trigger, " +
      "with figures that the operator wrote.",
    grounding: {
      example: "trigger: sell 1 ETH for USDC when ETH falls below 2800",
      acts: [],
      never: ["long", "short", "leverage", "perp", "cancel"],
      words: "@trade trigger stop loss limit take profit order set place create put leave it price",
      fields: {
        type: { is: "condition" },
        side: { is: "side", of: "swap" },
        sellToken: { is: "token" },
        buyToken: { is: "token" },
        totalAmount: { is: "amount", of: "side" },
        price: { is: "price" },
        priceOf: { is: "condition" },
        dex: { is: "venue" },
        chain: { is: "chain", role: "at" },
      },
    },
  },
  output: () =>
    z.object({
      triggerId: z.int(),
      trigger: triggerOrder,
      oraclePrice: decimalAmount
        .optional()
        .describe(
          "The oracle's price of now, of the same token; absent while it is not to be relied on.",
        ),
      warning: z.string().optional().describe("Why its price does not fire it now."),
    }),
  foresee: (ctx, { trigger: made }) => {
    const trigger = triggerOrder.parse(made);
    const { sellTokenAddress: token, sellSymbol: symbol, sellDecimals: decimals } = trigger;
    const what = trigger.side === "sell" ? "It sells" : "At its price it gives";
    return foreseeFunds(ctx, {
      token,
      symbol,
      decimals,
      neededBase: givenOfTrigger(trigger),
      what,
    });
  },
  run: async (ctx, input) => {
    const { deps, chainId, vault } = ctx;
    const operator = operatorOf(ctx);
    const nowMs = deps.clock.nowMs();
    const pair = await resolvePair(deps, chainId, { sell: input.sellToken, buy: input.buyToken });
    if (!pair.ok) return pair;
    const made = triggerFromInput({ input, chainId, ...pair.value, operator, vault, nowMs });
    if (!made.ok) return made;
    const venue = deps.tables.venues[made.value.venue];
    const served = mustServe(venue, chainId);
    if (!served.ok) return served;
    const selectors = orderSelectors(venue);
    const [price, delegated, named] = await Promise.all([
      priceNow(ctx, made.value),
      made.value.autoExecute ? mustBeDelegated(ctx, selectors, "this order") : allow(undefined),
      made.value.autoExecute ? mustBeNamed(ctx, made.value) : allow({}),
    ]);
    if (!price.ok) return price;
    if (!delegated.ok) return delegated;
    if (!named.ok) return named;
    const call = {
      requestId: deps.newId(),
      nowMs,
      ...(await newOrder(deps.tables, { ...made.value, ...named.value, ...grantOfOrder(ctx) })),
    };
    const created = await createOrder.run(deps.redis, deps.keys, call);
    if (!created.ok) return refusalOfMany(created);
    const { id } = created;
    const order = triggerOrder.parse(created.order);
    const { oraclePrice, warning } = price.value;
    const now =
      oraclePrice === undefined ? (warning ?? "") : `The oracle's price is ${oraclePrice} now.`;
    return allow({
      message: `Trigger order created.\n${triggerText(order)}\n${now}\n${HOW_IT_WATCHES}`,
      suggestions: [
        "List them with list_trigger_orders",
        `Cancel it with cancel_trigger_order id ${id}`,
      ],
      data: { triggerId: id, trigger: order, ...price.value },
    });
  },
});

type Now = { oraclePrice?: string; warning?: string };

/**
 * An unreliable price is a warning, none a refusal. A stop that is met already was written upside
 * down.
 */
async function priceNow(
  { deps, chainId }: ToolContext,
  trigger: Parameters<typeof priceAsked>[0] &
    Parameters<typeof conditionText>[0] &
    Parameters<typeof oraclePriceOf>[0],
): Promise<Verdict<Now>> {
  const [read] = await readOraclePrices(deps.chain(chainId), [priceAsked(trigger)]);
  if (read === undefined) throw new Error("a price was asked and not answered");
  if (!read.ok)
    return read.code === "oracle_window_filling" || read.code === "oracle_window_too_short"
      ? allow({ warning: read.message })
      : read;
  const { price, isMet } = oraclePriceOf(trigger, read.value);
  if (isMet && trigger.type !== "limit")
    return refuse(
      "trigger_met_already",
      `The oracle's price is ${price} now, so "${conditionText(trigger)}" is met already. ` +
        "Trade now with build_vault_swap, or give another price, or the other token as priceOf.",
      { oraclePrice: price, price: trigger.price, priceOf: trigger.priceOf },
    );
  return allow({ oraclePrice: price });
}

function refusalOfMany({
  code,
  active,
}: {
  code: "vault_limit" | "operator_limit" | "grant_ended";
  active: number;
}) {
  if (code === "grant_ended") return grantEnded;
  return refuse(
    "trigger_limit",
    code === "vault_limit"
      ? `This vault has ${active} active trigger orders on this chain, the most allowed. ` +
          "Cancel one first."
      : `You have ${active} active trigger orders over all vaults, the most allowed. Cancel ` +
          "one first.",
    { active },
  );
}
