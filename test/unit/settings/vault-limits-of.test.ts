import { expect, test } from "vitest";
import type { VaultLimitsChange } from "../../../schemas/change-vault-limits.ts";
import type { VaultLimits } from "../../../schemas/vault-limits.ts";
import { vaultLimitsOf } from "../../../src/settings/vault-limits-of.ts";
import { vaultLimitsState } from "../../../src/settings/vault-limits-state.ts";

const COIN = `0x${"00".repeat(20)}` as const;
const WRAPPED = `0x${"42".repeat(20)}` as const;
const OTHER = `0x${"ab".repeat(20)}` as const;
const baseToken = { address: `0x${"0d".repeat(20)}`, symbol: "USDC", decimals: 6 } as const;
const addresses = { wrappedNative: WRAPPED };
const current: VaultLimits = {
  ...{ version: 4, baseToken, maxPerTransaction: "1000000", maxPerDay: "2500000" },
  ...{ perToken: [{ token: COIN, maxPerDay: "7" }], tokens: "listed", venues: ["0x"] },
};
const of = (change: VaultLimitsChange, before: VaultLimits | null = current) =>
  vaultLimitsOf(change, { baseToken, current: before, addresses });
const none = { version: 1, baseToken, perToken: [], tokens: "listed" };

test.each<[string, VaultLimitsChange, VaultLimits | null, object]>([
  ["an amount, exactly", { maxPerDay: "0.000001" }, null, { ...none, maxPerDay: "1" }],
  ["nothing at all", { maxPerTransaction: "0" }, null, { ...none, maxPerTransaction: "0" }],
  [
    "what is left out stays",
    { maxPerDay: "2" },
    current,
    { ...current, version: 5, maxPerDay: "2000000" },
  ],
  [
    "null takes one away",
    { maxPerDay: null, venues: null },
    current,
    {
      ...none,
      version: 5,
      maxPerTransaction: "1000000",
      perToken: current.perToken,
      tokens: "listed",
    },
  ],
  ["a reset", { reset: true }, current, { ...none, version: 5 }],
  [
    "the coin and its wrapped form are one",
    { tokens: [WRAPPED, COIN, OTHER] },
    null,
    { ...none, tokens: [COIN, OTHER] },
  ],
  [
    "a list replaces the one before",
    { perToken: [{ token: WRAPPED, maxPerDay: "1.5" }] },
    current,
    { ...current, version: 5, perToken: [{ token: COIN, maxPerDay: "1500000" }] },
  ],
  ["each venue once", { venues: ["gmx", "gmx"] }, null, { ...none, venues: ["gmx"] }],
])("behavior: %s", (_what, change, before, value) => {
  expect(of(change, before)).toEqual({ ok: true, value });
});

test.each<[string, VaultLimitsChange, string]>([
  ["nothing", {}, "reset: true, or nameToken or nameHook by itself, or at least one limit"],
  [
    "a reset beside a limit",
    { reset: true, maxPerDay: "1" },
    "reset: true, or nameToken or nameHook by itself, or at least one limit",
  ],
  [
    "reset: false alone",
    { reset: false },
    "reset: true, or nameToken or nameHook by itself, or at least one limit",
  ],
  ["more decimals than the token has", { maxPerDay: "0.0000001" }, "maxPerDay: "],
  ["more than a token amount can be", { maxPerTransaction: "9".repeat(78) }, "maxPerTransaction: "],
  ["of any one token", { maxPerTokenPerDay: "1.2345678" }, "maxPerTokenPerDay: "],
  [
    "of one token",
    { perToken: [{ token: OTHER, maxPerDay: "0.0000001" }] },
    "perToken.0.maxPerDay: ",
  ],
  [
    "a token twice",
    { perToken: [WRAPPED, COIN].map((token) => ({ token, maxPerDay: "1" })) },
    "perToken: ",
  ],
  [
    "a mistyped address",
    { tokens: [OTHER, "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02914"] },
    "tokens.1: ",
  ],
])("error: %s is refused by the field's name", (_what, change, says) => {
  const refused = of(change);
  expect(refused).toMatchObject({ ok: false, code: "invalid_request" });
  expect(JSON.stringify(refused)).toContain(says);
});

test("default: what is in force, used and left, as people write amounts", () => {
  const spent = {
    day: "3000000",
    tokens: [
      { token: COIN, value: "5" },
      { token: OTHER, value: "9" },
    ],
  };
  expect(vaultLimitsState({ limits: current, spent }, addresses)).toEqual({
    limits: {
      ...{
        maxPerTransaction: "1",
        maxPerDay: "2.5",
        maxPerTokenPerDay: null,
        tokens: "listed",
        venues: ["0x"],
      },
      perToken: [{ token: COIN, maxPerDay: "0.000007" }],
      named: [],
      hooks: [],
    },
    baseToken,
    used: {
      day: "3",
      tokens: [
        { token: COIN, amount: "0.000005" },
        { token: OTHER, amount: "0.000009" },
      ],
    },
    // Lowered below what was used, nothing is left, and not less.
    left: {
      day: "0",
      tokens: [
        { token: COIN, amount: "0.000002" },
        { token: OTHER, amount: null },
      ],
    },
  });
  expect(vaultLimitsState({ limits: null, spent: null }, addresses).limits).toEqual({
    ...{
      maxPerTransaction: null,
      maxPerDay: null,
      maxPerTokenPerDay: null,
      perToken: [],
      tokens: "listed",
      named: [],
      hooks: [],
      venues: null,
    },
  });
});
