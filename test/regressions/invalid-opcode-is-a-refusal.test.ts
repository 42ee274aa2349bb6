import { expect, test } from "vitest";
import { isRevert } from "../../src/chain/rpc.ts";

// A contract that ends in INVALID (0xfe), as old compilers' asserts do, refuses the call: anvil
// words it otherwise than geth, and the refusal was read as an outage (502, "try again") instead of
// a 401.
test.each([
  "invalid opcode: INVALID",
  "EVM error InvalidFEOpcode",
  "EVM error OutOfGas",
  "execution reverted",
])("behavior: %s is the contract's refusal", (message) => {
  expect(isRevert({ code: -32_000, message })).toBe(true);
});

test.each(["header not found", "rate limited", "missing trie node", "Internal error"])(
  "behavior: %s is the node's failure",
  (message) => {
    expect(isRevert({ code: -32_000, message })).toBe(false);
  },
);
