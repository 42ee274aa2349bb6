import { getVaultLimits } from "../../tools/get-vault-limits.ts";
import { setVaultLimits } from "../../tools/set-vault-limits.ts";
import { cancelTriggerOrder } from "../../triggers/tools/cancel-trigger-order.ts";
import { listTriggerOrders } from "../../triggers/tools/list-trigger-orders.ts";
import { editTwapOrder } from "../../twap/tools/edit-twap-order.ts";
import { getTwapOrder } from "../../twap/tools/get-twap-order.ts";
import { skipTwapSlice } from "../../twap/tools/skip-twap-slice.ts";
import { REQUEST_PATTERN } from "./request-pattern.ts";

type Found = Partial<Record<string, string>>;
export type OrderRequest = { tool: string; args(found: Found): Record<string, unknown> };

const { on: ON, mine: MINE } = REQUEST_PATTERN;
const LOOK = "(?:(?:show|list|view|see|check)(?: me)? )?";
/** Always with its noun: "skip 3" may be three slices. */
const ORDER = "(?:(?:my|the|our) )?(?:twap order|order|twap) (?:# )?(?<id>[1-9][0-9]{0,8})";
const SLICE = "(?:the |my )?(?:next |coming |upcoming )?slice|(?:a|one|1) slice";
const PRICE = "\\$?(?<price>[0-9]+(?:\\.[0-9]+)?)";
const LIMIT = "(?:the |my )?limit(?: price)?";
const CHANGE = "(?:change|set|edit|move|put)";

const number = (text: string | undefined): number => Number(text);
const ofOrder = ({ id }: Found) => ({ id: number(id) });
const nothing = () => ({});

/** Requests about one order, its slices, triggers and limits: one fixed phrase each, but for its numbers. */
export const ORDER_REQUESTS: readonly (readonly [pattern: string, request: OrderRequest])[] = [
  [`${LOOK}${MINE}(?:vault )?limits${ON}`, { tool: getVaultLimits.name, args: nothing }],
  [`what (?:are|is) (?:my|the|our) (?:vault )?limits?${ON}`, { tool: getVaultLimits.name, args: nothing }],
  [`what is left of (?:my|the|our) limits?${ON}`, { tool: getVaultLimits.name, args: nothing }],
  [
    `how much (?:may|can) (?:i|we) (?:still )?(?:trade|spend)(?: today)?${ON}`,
    { tool: getVaultLimits.name, args: nothing },
  ],
  [`(?:(?:show|view|see|check|open)(?: me)? )?${ORDER}${ON}`, { tool: getTwapOrder.name, args: ofOrder }],
  [
    `(?:(?:show|check)(?: me)? |what is )?(?:the )?(?:details?|status|state) (?:of|for) ${ORDER}${ON}`,
    { tool: getTwapOrder.name, args: ofOrder },
  ],
  [`how is ${ORDER}(?: doing| going)?${ON}`, { tool: getTwapOrder.name, args: ofOrder }],
  [`skip (?:(?:${SLICE}) (?:of|in|from) )?${ORDER}${ON}`, { tool: skipTwapSlice.name, args: ofOrder }],
  [
    `skip slice (?:# )?(?<slice>[1-9][0-9]{0,8}) (?:of|in|from) ${ORDER}${ON}`,
    { tool: skipTwapSlice.name, args: ({ id, slice }) => ({ id: number(id), slice: number(slice) }) },
  ],
  [
    `(?:${CHANGE} (?:the )?(?:interval|pace) of ${ORDER} to (?:every )?~(?<minutes>[0-9]+)|(?:${CHANGE} ${named(ORDER, "other")} to|run ${named(ORDER, "run")}) every ~(?<every>[0-9]+))${ON}`,
    {
      tool: editTwapOrder.name,
      args: ({ id, other, run, minutes, every }) => ({
        id: number(id ?? other ?? run),
        intervalMinutes: number(minutes ?? every),
      }),
    },
  ],
  [
    `${CHANGE} ${LIMIT} (?:of|for|on) ${ORDER} to ${PRICE}${ON}`,
    { tool: editTwapOrder.name, args: ({ id, price = "" }) => ({ id: number(id), limitPrice: price }) },
  ],
  [
    `(?:remove|clear|drop|delete) ${LIMIT} (?:of|from|on) ${ORDER}${ON}`,
    { tool: editTwapOrder.name, args: ({ id }) => ({ id: number(id), remove: ["limitPrice"] }) },
  ],
  [
    `(?:cut|split) (?:the rest|the remainder|what is left) of ${ORDER} in(?:to)? (?<count>[1-9][0-9]{0,8}) (?:equal )?slices?${ON}`,
    { tool: editTwapOrder.name, args: ({ id, count }) => ({ id: number(id), remainingSlices: number(count) }) },
  ],
  [
    `limit (?:this|my|the|our) vault to \\$?(?<most>[0-9]+(?:\\.[0-9]+)?) (?:(?<daily>every ~1440)|(?:a|per) transaction)${ON}`,
    {
      tool: setVaultLimits.name,
      args: ({ most = "", daily }) => (daily === undefined ? { maxPerTransaction: most } : { maxPerDay: most }),
    },
  ],
  [`${LOOK}${MINE}(?:open |active )?(?:triggers|trigger orders)${ON}`, { tool: listTriggerOrders.name, args: nothing }],
  [`what (?:triggers|trigger orders) do (?:i|we) have${ON}`, { tool: listTriggerOrders.name, args: nothing }],
  [
    `(?:cancel|delete|remove|kill) (?:(?:my|the|our) )?trigger(?: order)? (?:# )?(?<id>[1-9][0-9]{0,8})${ON}`,
    { tool: cancelTriggerOrder.name, args: ofOrder },
  ],
];

/** The same order under another name: a pattern has each name once. */
function named(order: string, name: string): string {
  return order.replace("<id>", `<${name}>`);
}
