import * as z from "zod";
import { twapOrder, twapStatus } from "../../../schemas/twap-order.ts";
import type { TwapState } from "../state-of.ts";

export const orderOutput = () =>
  twapOrder.extend({
    state: z.enum([...twapStatus.options, "cancelling", "partially_completed"]) satisfies z.ZodType<TwapState>,
  });
