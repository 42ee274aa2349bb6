import * as z from "zod";
import { luaArray } from "../kernel/lua-array.ts";
import { storedVenueOrder } from "./stored-venue-order.ts";

/** What `venue_orders_of` (lua-venue-orders.ts) answers: those still followed, oldest first, then those that ended, newest first. */
export const listedVenueOrders = z
  .object({ open: luaArray(storedVenueOrder), ended: luaArray(storedVenueOrder) })
  .transform(({ open, ended }) => ({ open: open.toSorted((a, b) => a.createdAt - b.createdAt), ended }));
