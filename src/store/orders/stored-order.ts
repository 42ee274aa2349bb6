import * as z from "zod";
import { type AnyOrder, anyOrder } from "../../../schemas/any-order.ts";
import { waitReason } from "../../../schemas/wait-reason.ts";
import type { ClaimedOrder } from "../../kinds/call-context.ts";
import { storedAttempt } from "../attempts/stored-attempt.ts";
import { absentToNull, luaArray, readNamed, storedJson } from "../kernel/stored-json.ts";
import { callContext } from "../vaults/load-call-context.ts";

/** Each under its number: an unreadable one is named, and hides no other (readNamed). */
export const namedRecords = luaArray(z.object({ name: z.string(), value: z.unknown() }));

/** `order_view` of lua-orders.ts. `version` is what a later write must still find. */
export const storedOrder = z.object({
  order: storedJson(anyOrder),
  version: z.int().min(1),
  /** The attempt whose outcome is not known yet. */
  openAttempt: absentToNull(storedAttempt),
});
export type StoredOrder = z.infer<typeof storedOrder>;

/**
 * What `order_views` (lua-order-view.ts) answers: orders of every kind together. `unreadable`: numbers of those whose records are damaged.
 * `nextCursor`: null where this is all.
 */
export const listedOrders = z
  .object({ orders: namedRecords, unreadable: luaArray(z.string()), nextCursor: absentToNull(z.int()) })
  .transform(({ orders, unreadable, nextCursor }) => ({
    orders: readNamed(storedOrder, orders, unreadable),
    unreadable: numbersOf(unreadable),
    nextCursor,
  }));

/** From the names under which a script lists them. */
export const numbersOf = (names: readonly string[]): number[] => names.map(Number).sort((a, b) => a - b);

/** An order of any kind as a claim leases it, with all that its slice has to know of the store. */
export const claimedOrder: z.ZodType<ClaimedOrder> = z.object({
  order: storedJson(anyOrder),
  version: z.int(),
  context: callContext,
  short: z.string().optional(),
  waits: waitReason.optional(),
});

/** Lower-case addresses (decision 9), as their fields' names say. */
export const orderText = (order: AnyOrder | Omit<AnyOrder, "id">): string =>
  JSON.stringify(order, (field, value: unknown) =>
    field.endsWith("Address") && typeof value === "string" ? value.toLowerCase() : value,
  );
