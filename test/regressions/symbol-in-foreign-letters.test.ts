import { expect, test } from "vitest";
import { tokenTable } from "../../src/chain/addresses.ts";
import { lookupToken } from "../../src/chain/resolve-token.ts";

// Symbols are compared in upper case, and upper case turns a long s into S and a dotless i into I:
// "u\u017fdc" was USDC.
test.each([
  "u\u017fdc",
  "U\u017fDC",
  "\u0455",
  "\uff35\uff33\uff24\uff23",
  "USD\u0421",
  "d\u0430i",
])("error: %s is no symbol of the table", (text) => {
  const tokens = tokenTable(8453);
  expect(lookupToken(8453, tokens, "usdc").ok).toBe(true);
  expect(lookupToken(8453, tokens, text)).toMatchObject({ ok: false, code: "token_not_found" });
});
