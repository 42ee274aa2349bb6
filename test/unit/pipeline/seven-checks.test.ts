import { describe, expect, test } from "vitest";
import { runSevenChecks } from "../../../src/pipeline/checks-of-seven.ts";
import type { BroadcastFacts } from "../../../src/pipeline/prepared-call.ts";
import { SEVEN_CHECKS } from "../../../src/pipeline/seven-checks.ts";
import { calldata, role, vector } from "../calldata/safety-vectors.ts";

const [VAULT, AGENT, OWNER, STRANGER] = [
  role("vault"),
  role("agent"),
  role("owner"),
  role("stranger"),
];
const EXECUTE = "0x3593564c";

const facts: BroadcastFacts = {
  vault: VAULT,
  transaction: {
    chainId: 8453,
    from: AGENT,
    to: VAULT,
    data: calldata("swap.v4-exact-in-usdc-usdt"),
    valueWei: 0n,
    gas: 300_000n,
    maxFeePerGas: 40_000_000n,
    maxPriorityFeePerGas: 10_000_000n,
  },
  delegation: {
    enabled: true,
    vault: VAULT,
    chainId: 8453,
    operator: OWNER,
    agent: AGENT,
    keyVersion: 1,
    selectors: ["0x2213bc0b", EXECUTE],
    confirmedAt: 0,
  },
  agent: AGENT,
  onChainSelectors: [EXECUTE, "0x2213bc0b"],
  simulation: { ok: true },
  agentBalanceWei: 12_000_000_000_000n,
  reservedWei: 0n,
  l1FeeWei: 0n,
};
const delegation = facts.delegation;
if (delegation === null) throw new Error("the facts have a delegation");
const withTransaction = (change: Partial<BroadcastFacts["transaction"]>) => ({
  ...facts,
  transaction: { ...facts.transaction, ...change },
});
const withDelegation = (change: Partial<typeof delegation>) => ({
  ...facts,
  delegation: { ...delegation, ...change },
});

test("default: everything in order passes, at the very limits of gas and fees", () => {
  expect(runSevenChecks(facts)).toEqual({ ok: true, value: undefined });
  expect(Object.entries(SEVEN_CHECKS).map(([name, check]) => [name, check.name])).toEqual([
    ["delegation", "delegationIsEnabled"],
    ["target", "targetIsVault"],
    ["selector", "selectorIsAllowed"],
    ["agent", "agentIsTheDelegate"],
    ["simulation_now", "simulationPassed"],
    ["gas_balance", "agentCanPay"],
    ["gas_caps", "feesAreWithinCaps"],
  ]);
});

test("behavior: addresses and selectors match in any case", () => {
  const upper = (hex: string) => `0x${hex.slice(2).toUpperCase()}` as `0x${string}`;
  const shouted = {
    ...facts,
    vault: upper(VAULT),
    agent: upper(AGENT),
    onChainSelectors: [upper(EXECUTE)],
    transaction: { ...facts.transaction, data: upper(facts.transaction.data) },
    delegation: { ...delegation, selectors: [upper(EXECUTE)] },
  };
  expect(runSevenChecks(shouted).ok).toBe(true);
});

describe("each point refuses on its own", () => {
  const noReason = vector("refusal.agent-execute-undelegated").outcome.revertData ?? "0x00";
  const tooLittle = vector("refusal.v4-too-little-received").outcome.revertData ?? "0x00";

  test.each<[number, string, BroadcastFacts, string, object]>([
    [
      1,
      "no delegation at all",
      { ...facts, delegation: null },
      "not_delegated",
      { vault: VAULT, chainId: 8453 },
    ],
    [
      1,
      "a delegation of another vault",
      withDelegation({ vault: STRANGER }),
      "not_delegated",
      { vault: VAULT, chainId: 8453 },
    ],
    [
      1,
      "a delegation on another chain",
      withDelegation({ chainId: 10 }),
      "not_delegated",
      { vault: VAULT, chainId: 8453 },
    ],
    [
      1,
      "a delegation switched off",
      withDelegation({ enabled: false }),
      "delegation_disabled",
      { vault: VAULT, chainId: 8453 },
    ],
    [
      2,
      "another target",
      withTransaction({ to: STRANGER }),
      "target_not_allowed",
      { vault: VAULT, to: STRANGER },
    ],
    [
      2,
      "value attached",
      withTransaction({ valueWei: 1n, gas: 299_999n }),
      "target_not_allowed",
      { vault: VAULT, value: "1" },
    ],
    [
      3,
      "a selector nobody may delegate",
      withTransaction({ data: calldata("delegation.grant") }),
      "selector_not_allowed",
      { selector: "0xe5c2197e" },
    ],
    [
      3,
      "a selector of no table",
      withTransaction({ data: "0xdeadbeef" }),
      "selector_not_allowed",
      { selector: "0xdeadbeef" },
    ],
    [
      3,
      "less than a selector",
      withTransaction({ data: "0x3593" }),
      "selector_not_allowed",
      { selector: "0x3593" },
    ],
    [
      3,
      "a selector not recorded",
      withDelegation({ selectors: ["0x2213bc0b"] }),
      "not_delegated",
      { selector: EXECUTE, recorded: false, onChain: true },
    ],
    [
      3,
      "a selector not delegated on chain",
      { ...facts, onChainSelectors: ["0x2213bc0b"] },
      "not_delegated",
      { selector: EXECUTE, recorded: true, onChain: false },
    ],
    [
      3,
      "delegations that could not be read",
      { ...facts, onChainSelectors: null },
      "rpc_unavailable",
      { selector: EXECUTE },
    ],
    [
      4,
      "another signing key",
      { ...facts, agent: STRANGER },
      "agent_mismatch",
      { agent: STRANGER, from: AGENT, delegated: AGENT },
    ],
    [
      4,
      "another sender",
      withTransaction({ from: OWNER }),
      "agent_mismatch",
      { agent: AGENT, from: OWNER, delegated: AGENT },
    ],
    [
      4,
      "another delegate",
      withDelegation({ agent: STRANGER }),
      "agent_mismatch",
      { agent: AGENT, from: AGENT, delegated: STRANGER },
    ],
    [
      5,
      "a revert with a reason",
      { ...facts, simulation: { ok: false, kind: "reverted", data: tooLittle } },
      "simulation_reverted",
      { revert: "V4TooLittleReceived", revertArgs: ["1000000000000000000", "399800192000117"] },
    ],
    [
      5,
      "a revert without one",
      { ...facts, simulation: { ok: false, kind: "reverted", data: noReason } },
      "simulation_reverted",
      { revert: null, revertArgs: [] },
    ],
    [
      6,
      "a wei too little for gas",
      { ...facts, agentBalanceWei: 11_999_999_999_999n },
      "insufficient_gas",
      { agent: AGENT, balanceWei: "11999999999999", neededWei: "12000000000000", reservedWei: "0" },
    ],
    [
      6,
      "a wei too little besides what its open transactions may cost",
      { ...facts, agentBalanceWei: 12_000_000_000_006n, reservedWei: 7n },
      "insufficient_gas",
      { agent: AGENT, balanceWei: "12000000000006", neededWei: "12000000000007", reservedWei: "7" },
    ],
    [
      6,
      "a wei too little besides its L1 fee",
      { ...facts, agentBalanceWei: 12_000_000_000_006n, l1FeeWei: 7n },
      "insufficient_gas",
      {
        agent: AGENT,
        balanceWei: "12000000000006",
        neededWei: "12000000000007",
        reservedWei: "0",
        l1FeeWei: "7",
      },
    ],
    [
      6,
      "an L1 fee that could not be read",
      { ...facts, l1FeeWei: null },
      "rpc_unavailable",
      { agent: AGENT },
    ],
    [
      6,
      "a balance that could not be read",
      { ...facts, agentBalanceWei: null },
      "rpc_unavailable",
      { agent: AGENT },
    ],
    [
      7,
      "a fee above the cap",
      withTransaction({ maxFeePerGas: 40_000_001n, gas: 1n }),
      "gas_above_cap",
      { chainId: 8453, maxFeePerGas: "40000001", maxPriorityFeePerGas: "10000000" },
    ],
    [
      7,
      "a tip above the cap",
      withTransaction({ maxPriorityFeePerGas: 10_000_001n }),
      "gas_above_cap",
      { chainId: 8453, maxFeePerGas: "40000000", maxPriorityFeePerGas: "10000001" },
    ],
    [
      7,
      "a tip above the whole fee",
      withTransaction({ maxFeePerGas: 999n, maxPriorityFeePerGas: 1_000n }),
      "gas_above_cap",
      { chainId: 8453, maxFeePerGas: "999", maxPriorityFeePerGas: "1000" },
    ],
  ])("error: point %i, %s", (point, _, changed, code, details) => {
    const verdicts = Object.values(SEVEN_CHECKS).map((check) => check(changed));
    const refusals = verdicts.flatMap((verdict, index) => (verdict.ok ? [] : [index + 1]));
    // Without a record the points that need one refuse as well: they would each have to be passed
    // some other way.
    expect(refusals).toEqual(changed.delegation === null ? [1, 3, 4] : [point]);
    expect(runSevenChecks(changed)).toMatchObject({ ok: false, code });
    expect(verdicts[point - 1]).toMatchObject({ ok: false, code, details });
    expect(runSevenChecks(changed)).toEqual(verdicts[point - 1]);
  });

  test("error: point 5, a simulation that no node answered", () => {
    expect(runSevenChecks({ ...facts, simulation: { ok: false, kind: "unavailable" } })).toEqual({
      ok: false,
      code: "rpc_unavailable",
      message: "The transaction could not be simulated, so it was not sent. Try again.",
    });
  });

  test("error: point 7, a chain without a cap", () => {
    const elsewhere = { ...withTransaction({ chainId: 5 }) };
    expect(SEVEN_CHECKS.gas_caps(elsewhere)).toMatchObject({ ok: false, code: "gas_above_cap" });
  });

  test("behavior: value counts as something to pay", () => {
    expect(SEVEN_CHECKS.gas_balance(withTransaction({ valueWei: 1n }))).toMatchObject({
      code: "insufficient_gas",
      details: { neededWei: "12000000000001" },
    });
  });

  test("boundary: a balance that covers the open transactions and this one passes", () => {
    expect(
      runSevenChecks({ ...facts, agentBalanceWei: 12_000_000_000_007n, reservedWei: 7n }).ok,
    ).toBe(true);
  });

  test("boundary: a balance that covers the L1 fee and the gas passes", () => {
    expect(
      runSevenChecks({ ...facts, agentBalanceWei: 12_000_000_000_007n, l1FeeWei: 7n }).ok,
    ).toBe(true);
  });

  test("behavior: what is kept for open transactions is named, where there is any", () => {
    const message = (reservedWei: bigint) => {
      const verdict = SEVEN_CHECKS.gas_balance({ ...facts, agentBalanceWei: 1n, reservedWei });
      return verdict?.ok === false ? verdict.message : undefined;
    };
    expect(message(7n)).toBe(
      `The agent wallet ${AGENT} has 1 wei for gas and may need 12000000000007, 7 of it for ` +
        "transactions that are not mined yet. Send it native coin on chain 8453.",
    );
    expect(message(0n)).toBe(
      `The agent wallet ${AGENT} has 1 wei for gas and may need 12000000000000. Send it ` +
        "native coin on chain 8453.",
    );
  });

  test("behavior: a tip equal to the whole fee is fine", () => {
    expect(
      runSevenChecks(withTransaction({ maxFeePerGas: 1_000n, maxPriorityFeePerGas: 1_000n })).ok,
    ).toBe(true);
  });

  test("behavior: the sentences say what to do", () => {
    const sentences = [
      { ...facts, delegation: null },
      withDelegation({ enabled: false }),
      withTransaction({ to: STRANGER }),
      withTransaction({ valueWei: 1n }),
      withTransaction({ data: "0xdeadbeef" }),
      { ...facts, onChainSelectors: null },
      { ...facts, onChainSelectors: [] },
      { ...facts, agent: STRANGER },
      { ...facts, simulation: { ok: false, kind: "reverted", data: tooLittle } as const },
      { ...facts, agentBalanceWei: 0n },
      { ...facts, agentBalanceWei: null },
      withTransaction({ maxFeePerGas: 40_000_001n, gas: 1n }),
    ].map((changed) => {
      const verdict = runSevenChecks(changed);
      return verdict.ok ? "" : verdict.message;
    });
    expect(sentences).toMatchInlineSnapshot(`
      [
        "This vault has not delegated to the service's agent wallet on this chain. Call setup_delegation, sign its transaction, then confirm it.",
        "The delegation of this vault was switched off. Confirm a delegation again to use delegated execution.",
        "The agent wallet may call nothing but the vault itself; this transaction goes elsewhere and was refused.",
        "The agent wallet attaches no native coin to a call of the vault, which would revert; native input is paid by the vault itself.",
        "The agent wallet may not call 0xdeadbeef. Sign this transaction with the vault's owner instead.",
        "The vault's delegations could not be read, so nothing was sent. Try again.",
        "The vault has not delegated 0x3593564c to the agent wallet. Call setup_delegation for it, sign its transaction, then confirm it.",
        "The agent wallet is not the one this vault delegated to. Set up and confirm the delegation again.",
        "The simulated transaction reverts: The price moved beyond the slippage limit. Ask for a new quote, trade less, or raise the slippage. (V4TooLittleReceived)",
        "The agent wallet 0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc has 0 wei for gas and may need 12000000000000. Send it native coin on chain 8453.",
        "The agent wallet's balance could not be read, so nothing was sent. Try again.",
        "The gas fees are not within the hard caps of chain 8453, so nothing was sent. Try again when the network is quieter.",
      ]
    `);
  });
});
