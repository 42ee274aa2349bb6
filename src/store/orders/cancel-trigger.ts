import type { Hex } from "viem";
import * as z from "zod";
import type { ChainId } from "../../../schemas/chains.ts";
import { triggerStatus } from "../../../schemas/trigger-order.ts";
import { lowerHex } from "../../lib/lower-hex.ts";
import { luaAttempts } from "../attempts/lua-attempts.ts";
import { luaAudit } from "../audit/lua-audit.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { readNamed } from "../kernel/read-named.ts";
import { luaChannels } from "../outbox/lua-channels.ts";
import { luaOutbox } from "../outbox/lua-outbox.ts";
import { cancelAudits } from "./cancel-audits.ts";
import { luaCancel } from "./lua-cancel.ts";
import { luaEvents } from "./lua-events.ts";
import { luaOrderChanges } from "./lua-order-changes.ts";
import { luaOrderView } from "./lua-order-view.ts";
import { luaOrders } from "./lua-orders.ts";
import { luaSlices } from "./lua-slices.ts";
import { namedRecords } from "./named-records.ts";
import { storedTrigger } from "./stored-trigger.ts";

type Input = WriteCall & {
  vault: Hex;
  /** Chains on which the caller owns the vault (decision 19), as of a NAV sync. */
  chainIds: readonly ChainId[];
  id: number;
  /** The caller: verified, and the vault's owner there. */
  operator: Hex;
};

/** Cancels a trigger order for good, as cancelOrders does an order: what is out stays out and is named. null: there is none to cancel, or (`dropped`) its record is damaged and out of everything now. */
export const cancelTrigger = defineScript({
  name: "cancel-trigger",
  effect: "write",
  uses: [
    ...[luaAudit, luaOrders, luaAttempts, luaOrderView],
    ...[luaEvents, luaOutbox, luaChannels, luaSlices, luaOrderChanges, luaCancel],
  ],
  lua: `
local function main(input, now)
  local order = open_order_of(input, 'trigger')
  if not order then return { cancelled = {}, dropped = drop_damaged(input, input.operator, now) } end
  return { cancelled = { { name = order.id, value = cancel_order(order, now, input.audit) } }, dropped = false }
end`,
  encode: ({ operator, ...rest }: Input) => ({
    ...rest,
    operator: lowerHex(operator),
    ...cancelAudits(operator),
  }),
  declares: (keys, { vault, id }) => [keys.order(vault, id)],
  output: z.object({ cancelled: namedRecords, dropped: z.boolean() }).transform(({ cancelled, dropped }) => {
    const [read = null] = readNamed(storedTrigger.extend({ statusBefore: triggerStatus }), cancelled, []);
    return { cancelled: read, dropped: dropped || (read === null && cancelled.length > 0) };
  }),
});
