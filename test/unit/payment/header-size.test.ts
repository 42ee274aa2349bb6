import { expect, test } from "vitest";
import { routes } from "../../../functions/routes.ts";
import type { PaidPriceId } from "../../../schemas/price-table.ts";
import { createDeps } from "../../../src/create-deps.ts";
import { createIsolate } from "../../../src/create-isolate.ts";
import { unpaidAnswer } from "../../../src/payment/unpaid-answer.ts";

/**
 * nginx's large_client_header_buffers and proxy_buffer_size are 8 kB a line, or less where they
 * were not raised; Node takes 16 kB of all.
 */
const MAX_HEADER = 8_000;
const bindings = {
  X402_PAY_TO: `0x${"11".repeat(20)}`,
  AGENT_WALLET_SECRET: "a secret of more than thirty-two bytes",
};
const host = { fetcher: async () => new Response(), waitUntil: () => undefined, routes };
const paid = routes
  .filter(({ price }) => price !== "free")
  .map((route) => [route.operationId, route] as const);

test.each(paid)(
  "behavior: the 402 of %s fits into a header with all its extensions",
  async (_, route) => {
    const deps = createDeps(bindings, createIsolate(), host);
    const raw = {
      url: `https://sextant.example${route.path}`,
      headers: new Headers(),
      bodyText: "",
    };
    const { headers } = await unpaidAnswer(deps, route, route.price as PaidPriceId, raw);
    expect(headers["PAYMENT-REQUIRED"]!.length).toBeLessThan(MAX_HEADER);
  },
);
