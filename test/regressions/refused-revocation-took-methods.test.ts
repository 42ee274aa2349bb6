import { expect, test } from "vitest";
import { revokeSelectors } from "../../src/tools/revoke-selectors.ts";

// revoke_selectors stops the service before it plans, and its plan was what judged the names:
// ["exec", "typo"] answered 400 and took exec away all the same. The input itself is judged now,
// before anything happens.
test("error: one unknown name refuses the input as a whole", () => {
  expect(revokeSelectors.input.safeParse({ selectors: ["exec", "typo"] }).success).toBe(false);
  expect(revokeSelectors.input.safeParse({ selectors: ["exec", "0x1234"] }).success).toBe(false);
  expect(
    revokeSelectors.input.safeParse({ selectors: ["exec", "0x3593564C", " wrapETH "] }).success,
  ).toBe(true);
});
