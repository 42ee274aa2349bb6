import { type Address, type Hex, parseTransaction } from "viem";
import { describe, expect, test } from "vitest";
import type { DelegationRecord } from "../../../schemas/delegation-record.ts";
import { NEVER_DELEGABLE } from "../../../src/delegation/is-delegable.ts";
import type { AppError } from "../../../src/errors.ts";
import type { AgentTransaction } from "../../../src/wallet/agent-wallet.ts";
import { createLocalAgentWallet } from "../../../src/wallet/local-agent-wallet.ts";

// What reaches the wallet is checked there too, whatever checked it before.

const VAULT: Address = "0xd8da6bf26964af9d7eed9e03e53415d37aa96045";
const OTHER: Address = `0x${"77".repeat(20)}`;
const wallet = createLocalAgentWallet("an agent wallet secret of more than 32 bytes");
const AGENT = await wallet.address(VAULT, 1);

const call: AgentTransaction = {
  chainId: 8453,
  to: VAULT,
  data: "0x3593564c00",
  nonce: 7,
  gas: 500_000n,
  maxFeePerGas: 40_000_000n,
  maxPriorityFeePerGas: 1_000_000n,
};
const toItself: AgentTransaction = { ...call, to: AGENT, data: "0x", gas: 21_000n };
const record: DelegationRecord = {
  enabled: true,
  vault: VAULT,
  chainId: 8453,
  operator: OTHER,
  agent: AGENT,
  keyVersion: 1,
  selectors: ["0x3593564c", "0x2213bc0b"],
  confirmedAt: 0,
};

/** The refusal's code, or "signed" with what was signed. */
async function asked(
  changes: Partial<AgentTransaction> | Record<string, unknown>,
  {
    delegation = record as DelegationRecord | null,
    vault = VAULT,
    keyVersion = 1,
    base = call,
  } = {},
) {
  return wallet
    .sign(vault, keyVersion, { ...base, ...changes } as AgentTransaction, delegation)
    .then(
      () => "signed",
      (error: AppError) => error.code,
    );
}

describe("what the agent's key signs", () => {
  test("default: a call of its vault by recorded selector, 0 wei to itself without", async () => {
    expect(await asked({})).toBe("signed");
    expect(await asked({ data: "0x2213BC0B" as Hex })).toBe("signed");
    expect(await asked({}, { base: toItself })).toBe("signed");
    expect(await asked({}, { base: toItself, delegation: null })).toBe("signed");
    expect(await asked({ value: 0n })).toBe("signed");
  });

  test("behavior: exactly what was judged, whatever else came with it", async () => {
    const smuggled = {
      ...call,
      accessList: [{ address: OTHER, storageKeys: [] }],
      type: "eip7702",
      blobs: ["0x00"],
    };
    const { raw } = await wallet.sign(VAULT, 1, smuggled as AgentTransaction, record);
    const { r: _r, s: _s, v: _v, yParity: _y, ...signed } = parseTransaction(raw);
    expect(signed).toEqual({ ...call, type: "eip1559" });
  });
});

describe("attack: what it never signs", () => {
  test.each<[string, Record<string, unknown>, string]>([
    ["another target", { to: OTHER }, "target_not_allowed"],
    [
      "another target with a recorded selector's transfer",
      { to: OTHER, data: "0x" },
      "target_not_allowed",
    ],
    ["value to the vault", { value: 1n }, "target_not_allowed"],
    ["value to another", { to: OTHER, data: "0x", value: 10n ** 18n }, "target_not_allowed"],
    ["a selector outside the record", { data: "0x1c58db4f" }, "not_delegated"],
    ["a selector nobody knows", { data: "0xdeadbeef" }, "selector_not_allowed"],
    ["no data to the vault", { data: "0x" }, "selector_not_allowed"],
    ["half a selector", { data: "0x359356" }, "selector_not_allowed"],
    ["data to itself", { to: AGENT }, "target_not_allowed"],
    ["value to itself", { to: AGENT, data: "0x", value: 1n }, "target_not_allowed"],
    ["the same call on another chain", { chainId: 1 }, "not_delegated"],
  ])("error: %s", async (_what, changes, code) => {
    expect(await asked(changes)).toBe(code);
  });

  test.each<[string, DelegationRecord | null, string]>([
    ["without a record", null, "not_delegated"],
    ["by the record of another vault", { ...record, vault: OTHER }, "not_delegated"],
    ["by the record of another chain", { ...record, chainId: 10 }, "not_delegated"],
    ["by a record that was switched off", { ...record, enabled: false }, "delegation_disabled"],
    ["by a record of another agent", { ...record, agent: OTHER }, "agent_mismatch"],
    ["by a record of another key version", { ...record, keyVersion: 2 }, "agent_mismatch"],
    ["by a record without selectors", { ...record, selectors: [] }, "not_delegated"],
  ])("error: %s", async (_what, delegation, code) => {
    expect(await asked({}, { delegation })).toBe(code);
  });

  test("error: a vault's call with another vault's key, or its own other version", async () => {
    // The record and the target are the victim's, the key is the attacker's vault's.
    expect(await asked({}, { vault: OTHER })).toBe("target_not_allowed");
    expect(await asked({ to: OTHER }, { vault: OTHER })).toBe("not_delegated");
    const forged = { ...record, vault: OTHER };
    expect(await asked({ to: OTHER }, { vault: OTHER, delegation: forged })).toBe("agent_mismatch");
    expect(await asked({}, { keyVersion: 2 })).toBe("agent_mismatch");
    // 0 wei to one vault's wallet is no self call of another's.
    expect(await asked({}, { base: toItself, vault: OTHER })).toBe("target_not_allowed");
  });

  test("error: selectors that must not be delegated, even where the record has them", async () => {
    for (const selector of NEVER_DELEGABLE) {
      const delegation = { ...record, selectors: [...record.selectors, selector] };
      expect([selector, await asked({ data: `${selector}00` }, { delegation })]).toEqual([
        selector,
        "selector_not_allowed",
      ]);
    }
  });
});
