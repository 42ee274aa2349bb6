import * as z from "zod";
import { chainId } from "./chains.ts";
import { kindOfOrder } from "./kind-of-order.ts";
import { ORDER_KINDS } from "./order-kinds.ts";
import { unixMs } from "./primitives.ts";

/** Common fields of order events; `type` stands for a record's `kind`. */
export type OrderEvent = { orderId: number; timestamp: number; success?: boolean; type?: string };

const ofChain = z.object({ orderId: z.int(), timestamp: unixMs, chainId: chainId.optional() });

/**
 * An event as its kind's schema reads it, with the chain of its order where the writer put it in;
 * what names no kind of the list is none.
 */
export const orderEvent = z.unknown().transform((value, context) => {
  const kinds: Readonly<Record<string, { event: z.ZodType<OrderEvent> }>> = ORDER_KINDS;
  const base = ofChain.safeParse(value);
  const kind = base.success ? kindOfEvent(value) : "";
  const read = Object.hasOwn(kinds, kind) ? kinds[kind]?.event.safeParse(value) : undefined;
  if (base.success && read?.success) return { ...read.data, ...base.data };
  context.addIssue({ code: "custom", message: "is no event of a kind of order that there is" });
  return z.NEVER;
});

const kindOfEvent = (event: unknown): string =>
  kindOfOrder(
    typeof event === "object" && event !== null && "type" in event ? { kind: event.type } : {},
  );
