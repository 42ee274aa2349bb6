import { describe, expect, test } from "vitest";
import { isRevert, revertData } from "../../../src/chain/rpc.ts";

/** Errors as nodes write them: code, message, data. The refusals of an EVM first. */
const REVERTS: [string, { code?: number; message?: string; data?: unknown }, string][] = [
  [
    "geth and anvil, with data",
    { code: 3, message: "execution reverted: x", data: "0x08c379a0" },
    "0x08c379a0",
  ],
  ["geth, without a reason", { code: 3, message: "execution reverted", data: "0x" }, "0x"],
  ["code 3 alone", { code: 3 }, "0x"],
  ["erigon", { code: -32000, message: "execution reverted" }, "0x"],
  [
    "nethermind",
    { code: -32015, message: "VM execution error.", data: "Reverted 0x82b42900" },
    "0x82b42900",
  ],
  [
    "data in an object",
    { code: -32603, message: "x", data: { message: "y", data: "0x82b42900" } },
    "0x82b42900",
  ],
  ["out of gas", { code: -32000, message: "out of gas" }, "0x"],
  ["out of gas of anvil", { code: -32003, message: "EVM error OutOfGas(Basic)" }, "0x"],
  [
    "gas estimation",
    { code: -32000, message: "gas required exceeds allowance (0) or always failing: reverted" },
    "0x",
  ],
  ["invalid opcode", { code: -32000, message: "invalid opcode: INVALID" }, "0x"],
  ["stack underflow", { code: -32000, message: "stack underflow (0 <=> 1)" }, "0x"],
];

const FAILURES: [string, { code?: number; message?: string; data?: unknown }][] = [
  ["a rate limit", { code: -32005, message: "daily request count exceeded, request rate limited" }],
  ["a missing block", { code: -32000, message: "header not found" }],
  ["a pruned state", { code: -32000, message: "missing trie node 1234 (path )" }],
  ["an unknown method", { code: -32601, message: "the method does not exist" }],
  ["a bad request", { code: -32602, message: "invalid argument 0: hex string without 0x prefix" }],
  ["an internal error", { code: -32603, message: "Internal error" }],
  ["a timeout of the node", { code: -32000, message: "execution aborted (timeout = 5s)" }],
  ["data that is no hex", { code: -32000, message: "header not found", data: "see logs" }],
  ["data that is null", { code: -32000, message: "header not found", data: null }],
  ["half a byte of data", { code: -32000, message: "header not found", data: "0x123" }],
  ["nothing at all", {}],
];

describe("isRevert", () => {
  test.each(REVERTS)("behavior: %s is the chain's own refusal", (_who, error, data) => {
    expect(isRevert(error)).toBe(true);
    expect(revertData(error)).toBe(data);
  });

  test.each(FAILURES)("behavior: %s is not", (_what, error) => {
    expect(isRevert(error)).toBe(false);
    expect(revertData(error)).toBe("0x");
  });
});
