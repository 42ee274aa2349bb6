import * as z from "zod";
import { triggerOrder, triggerStatus } from "../../../schemas/trigger-order.ts";
import type { TriggerState } from "../state-of-trigger.ts";

export const triggerOutput = () =>
  triggerOrder.extend({
    state: z.enum([...triggerStatus.options, "cancelling"]) satisfies z.ZodType<TriggerState>,
  });
