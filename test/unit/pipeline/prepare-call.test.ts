import { toHex } from "viem";
import { expect, test } from "vitest";
import { SETTINGS_DEFAULTS } from "../../../schemas/operator-settings.ts";
import type { ExecutionContext } from "../../../src/kinds/execution-context.ts";
import type { CallPlan } from "../../../src/kinds/plan.ts";
import { prepareCall } from "../../../src/pipeline/prepare-call.ts";
import { TABLES } from "../../../src/tables.ts";
import { fakeRpc } from "../chain/fake-rpc.ts";

const VAULT = "0x00000000000000000000000000000000000000a1";
const OWNER = "0x00000000000000000000000000000000000000b2";

const plan: CallPlan = {
  kind: "call",
  // revokeAllDelegations(address), of the owner's own account: a call that moves nothing.
  data: `0xf1fc2f75${OWNER.slice(2).padStart(64, "0")}`,
  expected: { kind: "revokeAllDelegations", agent: OWNER },
  description: "Revoke",
  message: "Revoke",
  swap: null,
  facts: {
    block: { number: 1n, timestampSec: 1, baseFeePerGas: 1n },
    tipWei: 0n,
    owner: OWNER,
    agentSelectors: [],
  },
};

/** A manual call whose simulation needs this much gas. */
const prepared = (gasUnits: bigint) => {
  const { rpc } = fakeRpc({
    eth_estimateGas: { result: toHex(gasUnits) },
    eth_getBalance: { result: "0x1" },
    eth_getTransactionCount: { result: "0x0" },
  });
  const ctx = {
    deps: {
      tables: TABLES,
      chain: () => ({ chainId: 42161, rpc, addresses: { wrappedNative: VAULT } }),
    },
    chainId: 42161,
    vault: VAULT,
    executionMode: "manual",
    stored: async () => ({ settings: SETTINGS_DEFAULTS, navBaseline: null }),
  };
  // Safe: a call that moves nothing reads no more of its context than this.
  return prepareCall(ctx as unknown as ExecutionContext, plan);
};

test("default: gas is the estimate and a quarter of it", async () => {
  expect(await prepared(100_000n)).toMatchObject({ ok: true, value: { gasUnits: 125_000n } });
});

test("behavior: an estimate of 13,000,000 units is the highest that is accepted", async () => {
  expect(await prepared(13_000_000n)).toMatchObject({ ok: true, value: { gasUnits: 16_250_000n } });
  expect(await prepared(13_000_001n)).toMatchObject({
    ok: false,
    code: "gas_above_cap",
    message:
      "This call would use 13000001 units of gas; at most 13000000 are accepted. Nothing was " +
      "built.",
    details: { gasUnits: "13000001", maxGasUnits: "13000000" },
    debugCall: { to: VAULT, from: OWNER, data: plan.data },
  });
  expect(await prepared(2n ** 255n)).toMatchObject({ ok: false, code: "gas_above_cap" });
});
