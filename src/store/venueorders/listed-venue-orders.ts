import * as z from "zod";
import { luaArray } from "../kernel/lua-array.ts";
import { storedVenueOrder } from "./stored-venue-order.ts";

/** `venue_orders_of` of lua-venue-orders.ts, in the same order. */
export const listedVenueOrders = z
  .object({ open: luaArray(storedVenueOrder), ended: luaArray(storedVenueOrder) })
  .transform(({ open, ended }) => ({ open: open.toSorted((a, b) => a.createdAt - b.createdAt), ended }));
