import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { routes } from "../../../functions/routes.ts";
import { bazaarExtension } from "../../../src/payment/bazaar-extension.ts";

/**
 * Headers of 8 kB are common limits; the terms beside it take 700 bytes, and base64 a third more.
 */
const MAX_BYTES = 2_300;
const paid = routes
  .filter(({ price }) => price !== "free")
  .map((route) => [route.operationId, route] as const);

test.each(paid)(
  "default: what %s says of itself fits the schema it says it in (docs/facts/x402.md 7)",
  (_, route) => {
    const { info, schema } = bazaarExtension(route).bazaar;
    const validate = new Ajv2020({ strict: false, allErrors: true }).compile(schema);
    expect([validate(info), validate.errors]).toEqual([true, null]);
    expect(info.input).toMatchObject({ type: "http", method: route.method });
    expect(info.output).toEqual({ type: "json", example: route.examples?.response });
    const isPost = route.method === "POST";
    expect([info.input.bodyType, info.input.body]).toEqual(
      isPost ? ["json", route.examples?.body] : [undefined, undefined],
    );
  },
);

test.each(paid)("behavior: %s stays small enough for a header", (_, route) => {
  expect(JSON.stringify(bazaarExtension(route)).length).toBeLessThanOrEqual(MAX_BYTES);
});

test("behavior: POST /api/tools needs less than 3 kB with everything beside it", () => {
  const route = routes.find(({ operationId }) => operationId === "callTool")!;
  const rest = "x".repeat(900);
  expect(
    Buffer.from(JSON.stringify(bazaarExtension(route)) + rest).toString("base64").length,
  ).toBeLessThan(3_000);
});

test("behavior: it is made once per route: an unpaid call costs next to nothing", () => {
  for (const [, route] of paid) expect(bazaarExtension(route)).toBe(bazaarExtension(route));
});
