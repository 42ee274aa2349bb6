import * as z from "zod";
import { SCHEDULE_ROUTES } from "../../schemas/orders/schedule-routes.ts";

export type TickOptions = {
  /** So many deliveries at once, each with its own signature and jti; default 1. */
  times?: number;
  /** Which signing key of the scheduler; default current. */
  key?: "current" | "next";
  messageId?: string;
  retried?: number;
};

const delivery = z.object({
  jti: z.string(),
  messageId: z.string(),
  /** Null when no answer came; `error` then says why. */
  status: z.number().nullable(),
  error: z.string().nullable(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
  signature: z.string(),
});
export type TickDelivery = z.infer<typeof delivery>;

/** Delivers signed ticks to the Worker through the scheduler, as its schedule would. */
export function createTicker(schedulerUrl: string, baseUrl: string) {
  return async ({ times = 1, ...options }: TickOptions = {}): Promise<TickDelivery[]> => {
    const body = JSON.stringify({ url: baseUrl + SCHEDULE_ROUTES.tick, ...options });
    const deliveries = Array.from({ length: times }, async () => {
      const response = await fetch(`${schedulerUrl}/_dev/deliver`, { method: "POST", body });
      return delivery.parse(await response.json());
    });
    return Promise.all(deliveries);
  };
}
