import * as z from "zod";
import { type TwapOrder, twapOrder, twapStatus } from "../../../schemas/orders/twap-order.ts";
import { stateOf, type TwapState } from "../state-of.ts";

export const orderOutput = () =>
  twapOrder.extend({
    state: z.enum([
      ...twapStatus.options,
      "cancelling",
      "partially_completed",
    ]) satisfies z.ZodType<TwapState>,
  });

/** The order as `orderOutput` has it: what its quality report is made of stays with its record. */
export const withState = ({ quality: _, ...order }: TwapOrder) => ({
  ...order,
  state: stateOf(order),
});
