import * as z from "zod";
import { absentToNull } from "../kernel/absent-to-null.ts";
import { luaArray } from "../kernel/lua-array.ts";
import { readNamed } from "../kernel/read-named.ts";
import { namedRecords } from "./named-records.ts";
import { numbersOf } from "./numbers-of.ts";
import { storedNavSync } from "./stored-nav-sync.ts";
import { storedOrder } from "./stored-order.ts";
import { storedTrigger } from "./stored-trigger.ts";

/** What `order_views` (lua-order-view.ts) answers, by kind. `unreadable`: numbers of those whose records are damaged. `nextCursor`: null where this is all. */
export const listedOrders = z
  .object({
    orders: namedRecords,
    navSyncs: namedRecords,
    triggers: namedRecords,
    unreadable: luaArray(z.string()),
    nextCursor: absentToNull(z.int()),
  })
  .transform(({ orders, navSyncs, triggers, unreadable, nextCursor }) => ({
    orders: readNamed(storedOrder, orders, unreadable),
    navSyncs: readNamed(storedNavSync, navSyncs, unreadable),
    triggers: readNamed(storedTrigger, triggers, unreadable),
    unreadable: numbersOf(unreadable),
    nextCursor,
  }));
