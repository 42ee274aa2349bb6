import * as z from "zod";
import { editTwapOrder as editTwapOrderInput } from "../../../schemas/orders/edit-twap-order.ts";
import { type TwapOrder, twapOrder } from "../../../schemas/orders/twap-order.ts";
import { lowerHex } from "../../lib/normalize-address.ts";
import { parseUnits } from "../../lib/parse-units.ts";
import { allow } from "../../lib/verdict.ts";
import { defineTool, operatorOf } from "../../tools/tool.ts";
import { editOrder } from "../edit-order.ts";
import { changeTwapOrder, openOrderOf } from "./change-twap-order.ts";
import { foreseeOrder } from "./foresee-order.ts";
import { orderOutput, withState } from "./order-output.ts";

/** Edits an order (decision D39). */
export const editTwapOrder = defineTool({
  name: "edit_twap_order",
  description:
    "Edits a TWAP order: interval, limit price, end, or into how many slices what is left is " +
    "cut. `remove` takes the limit price or the end away. What was traded stays.",
  category: "TWAP Orders",
  says: [
    "change the interval of {named:id} to {minutes:intervalMinutes}",
    "~{order:id} {minutes:intervalMinutes} " +
      "@set|interval|pace|gap|every|each|spacing|apart|between [@pace] [@set] [@slices] " +
      "[@pace] [down|up] [now] [instead] [only] [new]",
    "~{order:id} {every:intervalMinutes} " +
      "@set|interval|pace|run|runs|trade|execute|fire|instead|now|only|do [@pace] [@set] " +
      "[instead] [from] [down|up] [@slices] [only]",
    "{named:id} [:] [,] [to] {every:intervalMinutes}",
    "{named:id} [:] [,] [to] {minutes:intervalMinutes}",
    "set the limit price of {named:id} to {price:limitPrice}",
    "~more|most|above|cheaper|less|least|below|cap|higher|lower {named:id} " +
      "{price:limitPrice} [no|not|never|don't|at] [pay|sell|buy] [price] [per|each] " +
      "[{coin:of}] [{unit}] [@set]",
    "~{order:id} {price:limitPrice} limit|limitprice|cap [price] [@set] [{unit}] [have] [new]",
    ["remove the limit price of {named:id}", { remove: ["limitPrice"] }],
    [
      "~@cancel|off limit|limitprice|cap {named:id} [price] [@set] [from]",
      { remove: ["limitPrice"] },
    ],
    [
      "~@drop|off end|expiry|expiration|deadline {named:id} [date|time] [@set]",
      { remove: ["expiresAt"] },
    ],
    [
      "~no longer|more|have end|expiry|expiration|deadline {named:id} [date|time] [have]",
      { remove: ["expiresAt"] },
    ],
    ["~no longer|more|have limit {named:id} [price] [have]", { remove: ["limitPrice"] }],
    "~{order:id} {count:remainingSlices} more|left|remaining|rest [@slices] [want] [only] " +
      "[in] [@set] [do] [finish] [complete]",
    "cut the rest of {named:id} in {count:remainingSlices} slices",
    "~{order:id} {every:intervalMinutes} {price:limitPrice} limit [price] [@set] [@pace] " +
      "[@pace] [and]",
    "~{order:id} {minutes:intervalMinutes} {price:limitPrice} limit [price] [@set] [@pace] " +
      "[@pace] [and]",
    "~{order:id} {every:intervalMinutes} {count:remainingSlices} @slices " +
      "[left|remaining|rest|more] [@set] [@pace] [and]",
    "~rest|remainder|remaining|remains|left|outstanding {order:id} {count:remainingSlices} " +
      "[cut|split|divide|do|finish|spread|divided] [@slices] [@set] [what] [is] [over|across] " +
      "[equal]",
    "~end|ends|expire|expires|expiry|until|stop|stops|finish|done|complete|by {named:id} " +
      "{time:expiresAt} [@set] [at|on|by|good|date|run|time]",
    "~{named:id} {time:expiresAt} expiry|expiration|deadline|end [@set]",
  ],
  access: "operator",
  leastScope: "propose",
  effect: "state",
  input: editTwapOrderInput,
  example: { id: 1, intervalMinutes: 30 },
  needsSignature: false,
  hints: { openWorld: false },
  model: {
    grounding: {
      example: "change the interval of order 3 to 30 minutes",
      acts: [],
      never: ["trigger", "stop loss", "stop order", "take profit", "sync"],
      words:
        "@set @pace @slices order orders twap dca strategy limit price rest left remaining " +
        "new now instead down up off no number id",
      fields: {
        id: { is: "number", listedBy: "list_twap_orders" },
        intervalMinutes: { is: "minutes" },
        limitPrice: { is: "price" },
        limitPriceOf: { is: "condition" },
        remainingSlices: { is: "count" },
      },
    },
  },
  tradesLater: async (ctx, { id, ...input }) => {
    const { clock, draw } = ctx.deps;
    const order = await openOrderOf(ctx, id);
    const edited =
      order?.autoExecute === true
        ? editOrder(order, input, { nowMs: clock.nowMs(), draw })
        : undefined;
    return order !== undefined && edited?.ok === true && widensOrder(order, edited.value.order);
  },
  output: () => z.object({ order: orderOutput() }),
  foresee: (ctx, { order }) => foreseeOrder(ctx, twapOrder.parse(order), ctx.deps.draw),
  run: async (ctx, { id, ...input }) => {
    const { clock, draw } = ctx.deps;
    const changed = await changeTwapOrder(ctx, id, (before) => {
      const edited = editOrder(before, input, { nowMs: clock.nowMs(), draw });
      if (!edited.ok) return edited;
      const { order, ...changes } = edited.value;
      const kind = "order_edited" as const;
      return allow({
        order,
        audit: { kind, actor: lowerHex(operatorOf(ctx)), ...changes },
        change: { kind, ...changes },
      });
    });
    if (!changed.ok) return changed;
    const { order, wanted } = changed.value;
    const { before = {}, after = {} } = wanted.change;
    const lines = Object.keys(after).map(
      (name) => `${name}: ${before[name] ?? "none"} -> ${after[name] ?? "none"}`,
    );
    return allow({
      message: [`TWAP order #${id} is edited.`, ...lines].join("\n"),
      suggestions: ["List orders with list_twap_orders"],
      data: { order: withState(order) },
    });
  },
});

/** As in schemas/orders/order-options.ts. */
const PRICE_DECIMALS = 36;

/**
 * True for sooner, more at once, longer or at a worse price. A price that cannot be compared counts
 * as worse.
 */
export function widensOrder(before: TwapOrder, after: TwapOrder): boolean {
  const isFaster = after.intervalMinutes < before.intervalMinutes;
  const isLonger =
    before.expiresAt !== undefined &&
    (after.expiresAt ?? Number.POSITIVE_INFINITY) > before.expiresAt;
  return (
    isFaster || isLonger || sliceBaseOf(after) > sliceBaseOf(before) || isCheaper(before, after)
  );
}

const sliceBaseOf = ({ segments, sliceBase }: TwapOrder): bigint =>
  BigInt(segments?.at(-1)?.sliceBase ?? sliceBase);

function isCheaper({ limitPrice, limitPriceOf }: TwapOrder, after: TwapOrder): boolean {
  if (limitPrice === undefined) return false;
  if (after.limitPrice === undefined || after.limitPriceOf !== limitPriceOf) return true;
  const [old, now] = [
    parseUnits(limitPrice, PRICE_DECIMALS),
    parseUnits(after.limitPrice, PRICE_DECIMALS),
  ];
  if (!old.ok || !now.ok) return true;
  return limitPriceOf === "sellToken" ? now.value < old.value : now.value > old.value;
}
