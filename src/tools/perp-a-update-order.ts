import * as z from "zod";
import { hexHash } from "../../schemas/primitives.ts";
import { orderTypeName } from "../gmx/gmx-position.ts";
import { gmxScale } from "../gmx/gmx-scale.ts";
import { refusalOfOrder } from "../gmx/refusal-of-order.ts";
import { lowerHex } from "../lib/normalize-address.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { perpAFacts, perpAPlan } from "./perp-a-facts.ts";
import { perpAArguments, perpATool, perpAWords } from "./perp-a-output.ts";
import { defineTool } from "./tool.ts";

const { decimal } = perpAArguments;

/** Prices are in the scale of the market's index token. */
export const perpAUpdateOrder = defineTool({
  name: "perp_a_update_order",
  aliases: ["gmx_update_order"],
  description:
    "Changes size, trigger price or acceptable price of a pending GMX take profit or stop " +
    "loss of the vault; what is left out stays. Costs the keeper's fee once more. Returns an " +
    "unsigned transaction, or executes it in delegated mode.",
  ...perpATool,
  input: z.object({
    orderKey: hexHash.describe("As perp_a_get_positions lists it."),
    sizeDeltaUsd: decimal.optional().describe("Dollars to close."),
    triggerPrice: decimal.optional().describe("Dollars for one of what is traded."),
    acceptablePrice: decimal
      .optional()
      .describe("The worst price in dollars; a stop loss has none unless it is set."),
  }),
  example: { orderKey: `0x${"ab".repeat(32)}`, triggerPrice: "2300" },
  humanOwned: ["acceptablePrice"],
  model: {
    description:
      "Changes size or trigger price of a pending GMX take profit or stop loss; what is left " +
      "out stays.",
    grounding: {
      example: "change GMX order 0x... to trigger price 2300",
      acts: ["update order", "change order", "modify order", "set order", "move order"],
      words: "v2 pending key trigger price and",
      venue: perpAWords.venue,
      fields: {
        orderKey: { is: "key" },
        triggerPrice: { is: "price", after: "trigger price", named: "trigger" },
        sizeDeltaUsd: { is: "dollars" },
      },
      card: {
        ...perpAWords.card,
        to: "the order that waits there",
        defaults: {
          triggerPrice: "its trigger price stays",
          sizeDeltaUsd: "its size stays",
          acceptablePrice: "its worst price stays",
        },
      },
    },
  },
  plan: async (ctx, { orderKey: text, ...wanted }) => {
    if (Object.values(wanted).every((value) => value === undefined))
      return refuse(
        "invalid_request",
        "Name what to change: sizeDeltaUsd, triggerPrice or acceptablePrice.",
      );
    const read = await perpAFacts(ctx);
    if (!read.ok) return read;
    const { account, facts } = read.value;
    const orderKey = lowerHex(text);
    const order = account.orders.find(({ key }) => key === orderKey);
    if (order === undefined)
      return refuse(
        "perp_order_unknown",
        `The vault has no pending order ${orderKey}. perp_a_get_positions lists its orders.`,
        { orderKey, orders: account.orders.map(({ key }) => key) },
      );
    const market = account.markets.find((one) => one.market === order.market);
    const decimals = market && account.tokens.get(market.indexToken)?.decimals;
    if (market === undefined || decimals === undefined)
      return refuse(
        "venue_bad_response",
        "GMX's API does not know the order's market now. Try again in a moment.",
      );
    const size = given(wanted.sizeDeltaUsd, order.sizeDeltaUsd, (value) =>
      gmxScale.parseUsd(value, "sizeDeltaUsd"),
    );
    const price = (field: "triggerPrice" | "acceptablePrice") =>
      given(wanted[field], order[field], (value) => gmxScale.parsePrice(value, decimals, field));
    const [trigger, acceptable] = [price("triggerPrice"), price("acceptablePrice")];
    if (!size.ok) return size;
    if (!trigger.ok) return trigger;
    if (!acceptable.ok) return acceptable;
    const { minOutputBase, validFromSec, autoCancel, orderType } = order;
    const call = {
      kind: "gmxUpdate" as const,
      orderKey,
      sizeDeltaUsd: size.value,
      triggerPrice: trigger.value,
      acceptablePrice: acceptable.value,
      minOutputBase,
      validFromSec,
      autoCancel,
    };
    const own = refusalOfOrder(call, account, facts.block.timestampSec);
    if (own !== undefined) return own;
    const name = orderTypeName(orderType) ?? String(orderType);
    const shown = gmxScale.priceText(trigger.value, decimals);
    return perpAPlan(read.value, {
      call,
      description:
        `Change the ${name === "limitDecrease" ? "take profit" : "stop loss"} in ` +
        `${market.name}: ${gmxScale.usdText(size.value)} USD at ${shown} USD`,
      answer: {
        action: "update",
        orderKey,
        market: market.market,
        marketName: market.name,
        isLong: order.isLong,
        orderType: name,
        sizeDeltaUsd: gmxScale.usdText(size.value),
        triggerPrice: shown,
        acceptablePrice: wanted.acceptablePrice ?? null,
      },
    });
  },
});

const given = (
  text: string | undefined,
  now: bigint,
  parse: (text: string) => Verdict<bigint>,
): Verdict<bigint> => (text === undefined ? allow(now) : parse(text));
