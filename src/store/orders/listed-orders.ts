import * as z from "zod";
import { type AnyOrder, anyOrder } from "../../../schemas/any-order.ts";
import { kindOfOrder } from "../../../schemas/kind-of-order.ts";
import { ORDER_KINDS } from "../../../schemas/order-kinds.ts";
import { absentToNull } from "../kernel/absent-to-null.ts";
import { luaArray } from "../kernel/lua-array.ts";
import { readNamed } from "../kernel/read-named.ts";
import { storedJson } from "../kernel/stored-json.ts";
import { namedRecords } from "./named-records.ts";
import { numbersOf } from "./numbers-of.ts";
import { storedOrder } from "./stored-order.ts";

const storedAny = storedOrder.extend({ order: storedJson(anyOrder) });
type StoredAny = z.infer<typeof storedAny>;

/**
 * What `order_views` (lua-order-view.ts) answers: of every kind together, and those of the service's own apart. `unreadable`: numbers of those
 * whose records are damaged. `nextCursor`: null where this is all.
 */
export const listedOrders = z
  .object({ orders: namedRecords, unreadable: luaArray(z.string()), nextCursor: absentToNull(z.int()) })
  .transform(({ orders, unreadable, nextCursor }) => {
    const every = readNamed(storedAny, orders, unreadable);
    const { twap, nav_sync, trigger } = ORDER_KINDS;
    return {
      every,
      orders: ofKind("twap", twap.record, every),
      navSyncs: ofKind("nav_sync", nav_sync.record, every),
      triggers: ofKind("trigger", trigger.record, every),
      unreadable: numbersOf(unreadable),
      nextCursor,
    };
  });

const ofKind = <O extends AnyOrder>(kind: string, record: z.ZodType<O>, every: readonly StoredAny[]) =>
  every
    .filter(({ order }) => kindOfOrder(order) === kind)
    .map(({ order, ...rest }) => ({ order: record.parse(order), ...rest }));
