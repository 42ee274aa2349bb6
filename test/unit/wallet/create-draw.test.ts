import { createHmac } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { AppError } from "../../../src/errors.ts";
import { createDraw } from "../../../src/wallet/derive-key.ts";

test("property: a draw is HMAC-SHA256 of secret and text as in Node, any secret's length", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 32, maxLength: 200 }), fc.string(), (secret, text) => {
      const expected = createHmac("sha256", Buffer.from(secret, "utf8"))
        .update(`sextant/draw/v1/${text}`)
        .digest("hex");
      expect(createDraw(secret)(text)).toBe(BigInt(`0x${expected}`));
    }),
  );
});

test.each([undefined, "", "x".repeat(31)])(
  "error: without a secret of 32 bytes nothing is drawn (%j)",
  (secret) => {
    const draw = createDraw(secret);
    expect(() => draw("any")).toThrow(
      expect.objectContaining({ code: "not_configured" }) as AppError,
    );
  },
);
