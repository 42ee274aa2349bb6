import { describe, expect, test } from "vitest";
import { cancelInput, orderIdInput } from "../../../src/twap/tools/change-twap-order.ts";

describe("inputs", () => {
  test.each([
    [0, true, false],
    [1, true, true],
    [-1, false, false],
    [1.5, false, false],
    ["1", false, false],
    [undefined, false, false],
    [Number.POSITIVE_INFINITY, false, false],
  ])("boundary: id %s", (id, cancels, names) => {
    expect(cancelInput.safeParse({ id }).success).toBe(cancels);
    expect(orderIdInput.safeParse({ id }).success).toBe(names);
  });
});
