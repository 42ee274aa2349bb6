import type { TriggerEvent } from "../../schemas/trigger-event.ts";
import type { TriggerOrder } from "../../schemas/trigger-order.ts";
import type { OrderResult } from "../kinds/order-result.ts";

/** What becomes of a trigger order by a look or a run. */
export type TriggerResult = OrderResult<TriggerOrder, TriggerEvent>;
