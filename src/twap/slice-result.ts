import type { TwapEvent } from "../../schemas/twap-event.ts";
import type { TwapOrder } from "../../schemas/twap-order.ts";
import type { OrderResult } from "../kinds/order-result.ts";

/** What becomes of a TWAP order by a slice, without the slice's own record. */
export type SliceResult = OrderResult<TwapOrder, TwapEvent>;
