import * as z from "zod";
import type { BotAnswer } from "./create-bot-api.ts";

const faultShape = z.strictObject({
  times: z.number().int().min(1).default(1),
  /** Of the calls that it is about, every so-manieth meets it. */
  every: z.number().int().min(1).default(1),
  /** Without a status the connection is destroyed instead of answered. */
  status: z.number().int().min(400).max(599).optional(),
  description: z.string().optional(),
  /** Seconds; Telegram gives it with 429. */
  retryAfter: z.number().int().positive().optional(),
  /**
   * The call is carried out first: the message is there, and the caller is answered otherwise, or
   * not at all.
   */
  afterAccept: z.boolean().default(false),
  /** Only calls of this method; unset means any. */
  method: z.string().optional(),
});
export type Fault = { afterAccept: boolean; answer: BotAnswer | "drop" };

const DESCRIPTIONS: Record<number, string> = {
  400: "Bad Request: chat not found",
  401: "Unauthorized",
  403: "Forbidden: bot was blocked by the user",
  404: "Not Found",
  500: "Internal Server Error",
  502: "Bad Gateway",
};

/** The faults a test has ordered, in order; each is used up by `times` calls. */
export function createFaultPlan() {
  let plan: (z.infer<typeof faultShape> & { seen: number })[] = [];
  return {
    /** @throws ZodError when the order is not understood */
    add: (order: unknown): void => {
      plan.push({ ...faultShape.parse(order), seen: 0 });
    },
    /** The fault that this call meets, if any. */
    next: (method: string): Fault | undefined => {
      const fault = plan.find(
        (one) => one.method === undefined || one.method.toLowerCase() === method.toLowerCase(),
      );
      if (fault === undefined) return undefined;
      fault.seen += 1;
      if (fault.seen % fault.every !== 0) return undefined;
      fault.times -= 1;
      if (fault.times === 0) plan = plan.filter((one) => one !== fault);
      return { afterAccept: fault.afterAccept, answer: answerOf(fault) };
    },
    clear: (): void => {
      plan = [];
    },
  };
}

function answerOf({
  status,
  description,
  retryAfter,
}: z.infer<typeof faultShape>): BotAnswer | "drop" {
  if (status === undefined) return "drop";
  const usual =
    status === 429 ? `Too Many Requests: retry after ${retryAfter ?? 1}` : DESCRIPTIONS[status];
  return {
    ok: false,
    error_code: status,
    description: description ?? usual ?? "Error",
    ...(retryAfter === undefined ? {} : { parameters: { retry_after: retryAfter } }),
  };
}
