import * as z from "zod";
import { jsonAnswer } from "../lib/json-answer.ts";
import { type LocalServer, startHttpServer } from "../lib/start-http-server.ts";
import type { TickDelivery, TickOptions } from "./create-ticker.ts";

export type Controls = {
  advance(ms: number): Promise<TickDelivery>;
  tick(options: TickOptions): Promise<TickDelivery[]>;
  info(): Promise<Record<string, unknown>>;
  /** What ETH is worth in dollars on chain 8453 from now on, in bps of the start price. */
  price(priceBps: number): Promise<void>;
  /** Lets the relayer fill what was sent to the other chain; absent where one chain runs alone. */
  fill?: (() => Promise<unknown[]>) | undefined;
};

const advanceBody = z.strictObject({
  ms: z
    .int()
    .min(0)
    .max(366 * 86_400_000),
});
const priceBody = z.strictObject({ priceBps: z.int().min(1_000).max(100_000) });
const tickBody = z.strictObject({
  times: z.int().min(1).max(100).optional(),
  key: z.enum(["current", "next"]).optional(),
  messageId: z.string().optional(),
  retried: z.int().min(0).optional(),
});

/**
 * A loopback server through which other processes move a running stack: POST /advance, POST /tick,
 * POST /fill, POST /price, GET /info.
 */
export function startControl(controls: Controls): Promise<LocalServer> {
  return startHttpServer(async ({ method, target, body }) => {
    const json = (): unknown => (body.length === 0 ? {} : JSON.parse(body.toString("utf8")));
    try {
      switch (`${method} ${target}`) {
        case "POST /advance":
          return jsonAnswer(200, {
            delivery: await controls.advance(advanceBody.parse(json()).ms),
            ...(await controls.info()),
          });
        case "POST /tick":
          return jsonAnswer(200, {
            deliveries: await controls.tick(dropUndefined(tickBody.parse(json()))),
          });
        case "POST /price":
          await controls.price(priceBody.parse(json()).priceBps);
          return jsonAnswer(200, {});
        case "POST /fill":
          return controls.fill === undefined
            ? jsonAnswer(404, { error: "the stack has one chain" })
            : jsonAnswer(200, { filled: (await controls.fill()).length });
        case "GET /info":
          return jsonAnswer(200, await controls.info());
        default:
          return jsonAnswer(404, { error: `no such control: ${method} ${target}` });
      }
    } catch (error) {
      if (error instanceof z.ZodError) return jsonAnswer(400, { error: z.prettifyError(error) });
      if (error instanceof SyntaxError) return jsonAnswer(400, { error: "the body is not JSON" });
      throw error;
    }
  });
}

// Safe: only keys whose value is undefined are dropped, which is what exact optional properties ask
// for.
const dropUndefined = (options: z.infer<typeof tickBody>): TickOptions =>
  Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== undefined),
  ) as TickOptions;
