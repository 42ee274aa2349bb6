import * as z from "zod";
import { absentToNull } from "../kernel/absent-to-null.ts";
import { luaArray } from "../kernel/lua-array.ts";
import { readNamed } from "../kernel/read-named.ts";
import { namedRecords } from "./named-records.ts";
import { numbersOf } from "./numbers-of.ts";
import { storedOrder } from "./stored-order.ts";

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
