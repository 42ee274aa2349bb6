import { concat, type Hex } from "viem";
import { describe, expect, test } from "vitest";
import { checkCall } from "../../../src/calldata/check-call.ts";
import { decodeDelegationCall } from "../../../src/calldata/decode-delegation-call.ts";
import type { VaultCall } from "../../support/decode-vault-call.ts";
import { decodeVaultCall } from "../../support/decode-vault-call.ts";
import { calldata, factsOf, role, vector } from "./safety-vectors.ts";

const AGENT = role("agent");
const read = (data: Hex) => decodeVaultCall(data, factsOf());
const change = (selector: Hex, isDelegated: boolean) => ({
  delegated: AGENT,
  selector,
  isDelegated,
});

describe("calls that the real vault answered", () => {
  test("default: every change is read, in order", () => {
    expect(read(calldata("delegation.grant"))).toEqual({
      kind: "delegation",
      changes: [change("0x3593564c", true), change("0x2213bc0b", true)],
    });
    expect(read(calldata("delegation.mixed"))).toMatchObject({ kind: "delegation" });
    expect(read(calldata("delegation.revoke-all"))).toEqual({
      kind: "revokeAllDelegations",
      agent: AGENT,
    });
  });

  test("behavior: what the service never makes stays unknown", () => {
    expect(read(calldata("delegation.revoke-all-for-selector"))).toMatchObject({ kind: "unknown" });
  });
});

describe("what cannot be read says why", () => {
  test.each<[string, Hex, string]>([
    [
      "cut changes",
      calldata("delegation.grant").slice(0, -64) as Hex,
      "the arguments of updateDelegation are not in the standard encoding",
    ],
    [
      "a cut revocation",
      calldata("delegation.revoke-all").slice(0, -2) as Hex,
      "the argument of revokeAllDelegations is not in the standard encoding",
    ],
    ["another call", "0x13af4035", "this is no change of a delegation"],
  ])("error: %s", (_what, data, reason) => {
    expect(decodeDelegationCall(data)).toEqual({ kind: "unknown", reason });
  });
});

describe("checkCall", () => {
  const data = calldata("delegation.grant");
  const expected: VaultCall = {
    kind: "delegation",
    changes: [change("0x3593564c", true), change("0x2213bc0b", true)],
  };

  test("default: what means what it should passes", () => {
    expect(checkCall(decodeVaultCall(data, factsOf()), expected)).toEqual({
      ok: true,
      value: expected,
    });
  });

  test.each<[string, VaultCall, string]>([
    [
      "another selector",
      { ...expected, changes: [change("0x3593564c", true), change("0x1c58db4f", true)] },
      "changes.1.selector",
    ],
    ["one change less", { ...expected, changes: [change("0x3593564c", true)] }, "changes.1"],
    [
      "a revocation",
      { ...expected, changes: [change("0x3593564c", false), change("0x2213bc0b", true)] },
      "changes.0.isDelegated",
    ],
    ["another kind", { kind: "revokeAllDelegations", agent: AGENT }, "kind"],
  ])("error: %s is refused and named", (_what, planned, field) => {
    expect(checkCall(decodeVaultCall(data, factsOf()), planned)).toMatchObject({
      ok: false,
      code: "calldata_rejected",
      details: { field },
    });
  });

  test.each<[string, Hex]>([
    ["a byte more", concat([data, "0x00"])],
    ["a word less", data.slice(0, -64) as Hex],
    ["no arguments", data.slice(0, 10) as Hex],
    ["a selector that is padded with dirt", data.replace(/3593564c0/, "3593564c1") as Hex],
  ])("error: %s is not understood", (_what, mutated) => {
    expect(mutated).not.toBe(data);
    expect(checkCall(decodeVaultCall(mutated, factsOf()), expected)).toMatchObject({
      ok: false,
      code: "calldata_rejected",
      details: { field: "kind" },
    });
  });

  test("error: names the field that differs, and why bytes were not understood", () => {
    const sentence = (field: string, reason: string) =>
      `The transaction that was built does not mean what was requested: its ${field} ` +
      `differs.${reason} Nothing was sent; please report this.`;
    const fewer: VaultCall = { kind: "delegation", changes: [change("0x3593564c", true)] };
    expect(checkCall(decodeVaultCall(data, factsOf()), fewer)).toMatchObject({
      message: sentence("changes.1", ""),
    });
    const why = " the arguments of updateDelegation are not in the standard encoding.";
    expect(checkCall(decodeVaultCall(`${data}00`, factsOf()), expected)).toMatchObject({
      message: sentence("kind", why),
    });
  });

  test("behavior: the setOwner grant is readable, so it can be refused by its meaning", () => {
    expect(vector("delegation.grant-setOwner").call.data).toMatch(/^0xe5c2197e/);
    expect(read(calldata("delegation.grant-setOwner"))).toEqual({
      kind: "delegation",
      changes: [change("0x13af4035", true)],
    });
  });
});
