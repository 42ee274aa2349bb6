import * as z from "zod";
import { triggerOrder, triggerStatus } from "../../../schemas/trigger-order.ts";
import type { TriggerState } from "../state-of-trigger.ts";

/** A trigger order as tools answer it: the stored one, and its state in one word. */
export const triggerOutput = () =>
  triggerOrder.extend({
    state: z.enum([...triggerStatus.options, "cancelling"]) satisfies z.ZodType<TriggerState>,
  });
