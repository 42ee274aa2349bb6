import { type Address, decodeFunctionData, encodeFunctionData, type Hex, parseAbi } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chainClient } from "../../local/chain/chain-client.ts";
import { delegate } from "../../local/chain/delegate.ts";
import { sendTransaction } from "../../local/chain/send-transaction.ts";
import { expectRefusal } from "../support/expect-refusal.ts";
import {
  type Answer,
  startTestStack,
  type TestStack,
  type TestVault,
  TRADE_SELECTORS,
} from "../support/test-stack.ts";

const vaultAbi = parseAbi([
  "function updateDelegation((address delegated, bytes4 selector, bool isDelegated)[] entries)",
  "function revokeAllDelegations(address delegated)",
  "function getDelegatedSelectors(address delegated) view returns (bytes4[])",
]);
const [EXECUTE, EXEC, WRAP, UNWRAP] = TRADE_SELECTORS as [Hex, Hex, Hex, Hex];
const MODIFY_LIQUIDITIES: Hex = "0xdd46508f";
/** Across: depositV3 (docs/facts/vault-contracts.md 2). */
const DEPOSIT_V3: Hex = "0x770d096f";
const STAKING: Hex[] = ["0xa694fc3a", "0x4aace835", "0x2e17de78", "0xb880660b"];
/**
 * multicall(bytes[]) and withdraw(uint256): an owner may delegate them on chain, the service never
 * uses them.
 */
const NEVER: Hex[] = ["0xac9650d8", "0x2e1a7d4d"];

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack?.stop());

const authOf = async (vault: TestVault) => ({
  vaultAddress: vault.address,
  chainId: 8453,
  ...(await stack.credentials(vault.ownerKey)),
});
const setup = async (vault: TestVault, scopes?: string[]): Promise<Answer> =>
  stack.call("POST", "/api/delegation/setup", {
    ...(await authOf(vault)),
    ...(scopes && { scopes }),
  });
const confirm = async (vault: TestVault, extra = {}): Promise<Answer> =>
  stack.call("POST", "/api/delegation/confirm", { ...(await authOf(vault)), ...extra });
const onChain = (vault: TestVault): Promise<readonly Hex[]> =>
  chainClient(stack.stack.chain).readContract({
    address: vault.address,
    abi: vaultAbi,
    functionName: "getDelegatedSelectors",
    args: [vault.agent],
  });
const sendAsOwner = (vault: TestVault, { to, data }: { to: Address; data: Hex }) =>
  sendTransaction(stack.stack.chain, { from: privateKeyToAccount(vault.ownerKey), to, data });
const sorted = (selectors: readonly string[]) => [...selectors].sort();

/** The entries of an updateDelegation, decoded by its documented signature. */
function entriesOf(data: Hex): { delegated: string; selector: string; isDelegated: boolean }[] {
  const { functionName, args } = decodeFunctionData({ abi: vaultAbi, data });
  expect(functionName).toBe("updateDelegation");
  return (args as unknown as [{ delegated: string; selector: string; isDelegated: boolean }[]])[0];
}

async function autonomous(vault: TestVault): Promise<void> {
  const answer = await stack.call("POST", "/api/settings/exec-mode", {
    ...(await authOf(vault)),
    mode: "autonomous",
  });
  expect(answer.status).toBe(200);
}
const trade = async (vault: TestVault, dex: "uniswap" | "0x"): Promise<string> => {
  const swap = { tokenIn: "USDC", tokenOut: "ETH", amountIn: "50", dex };
  const answer = await stack.tool(vault, "build_vault_swap", swap, { executionMode: "delegated" });
  return answer.status === 200 ? `200 ${answer.body.execution.status}` : expectRefusal(answer);
};
const order = {
  side: "sell",
  sellToken: "USDC",
  buyToken: "ETH",
  totalAmount: "100",
  sliceCount: 2,
  intervalMinutes: 5,
  dex: "uniswap",
  autoExecute: true,
};

describe("setup and confirm", () => {
  test("default: setup gives, owner sends, confirm reads the chain; before it is 400", async () => {
    const vault = await stack.newVault();
    const { status, body } = await setup(vault);
    const parts = ["agentAddress", "selectors", "suggestedLimits", "transaction"];
    expect([status, Object.keys(body).sort()]).toEqual([200, parts]);
    expect(body.agentAddress.toLowerCase()).toBe(vault.agent.toLowerCase());
    expect(sorted(body.selectors)).toEqual(sorted(TRADE_SELECTORS));
    expect(body.transaction).toMatchObject({
      to: vault.address,
      from: vault.owner.toLowerCase(),
      chainId: 8453,
      value: "0x0",
      ownerOnly: true,
    });
    const entries = entriesOf(body.transaction.data);
    expect(sorted(entries.map(({ selector }) => selector))).toEqual(sorted(TRADE_SELECTORS));
    for (const { delegated, isDelegated } of entries)
      expect([delegated.toLowerCase(), isDelegated]).toEqual([vault.agent.toLowerCase(), true]);

    const early = await confirm(vault, { txHash: `0x${"12".repeat(32)}` });
    expect([expectRefusal(early), early.body.details.agent.toLowerCase()]).toEqual([
      "400 not_delegated",
      vault.agent.toLowerCase(),
    ]);
    expect(expectRefusal(await stack.tool(vault, "create_twap_order", order))).toBe(
      "400 not_delegated",
    );

    const client = chainClient(stack.stack.chain);
    const { gas, maxFeePerGas, maxPriorityFeePerGas, to, data, value } = body.transaction;
    const hash = await client.sendTransaction({
      ...{
        account: privateKeyToAccount(vault.ownerKey),
        to,
        data,
        value: BigInt(value),
        gas: BigInt(gas),
      },
      ...{ maxFeePerGas: BigInt(maxFeePerGas), maxPriorityFeePerGas: BigInt(maxPriorityFeePerGas) },
    });
    expect((await client.waitForTransactionReceipt({ hash })).status).toBe("success");
    const confirmed = await confirm(vault, { txHash: hash });
    expect([
      confirmed.status,
      { ...confirmed.body, selectors: sorted(confirmed.body.selectors) },
    ]).toEqual([
      200,
      {
        ok: true,
        chainId: 8453,
        selectors: sorted(TRADE_SELECTORS),
        missing: [],
        gas: expect.anything(),
      },
    ]);
    // What the agent pays its transactions with: by the chain, and for how many trades of 10^6 gas.
    const { address, coin, trade, trades } = confirmed.body.gas;
    const [balance, { baseFeePerGas }] = await Promise.all([
      client.getBalance({ address: vault.agent }),
      client.getBlock(),
    ]);
    expect([address, coin.amountBase]).toEqual([vault.agent.toLowerCase(), `${balance}`]);
    expect(BigInt(trade.amountBase)).toBeGreaterThan(1_000_000n * baseFeePerGas!);
    expect(trades).toBe(Number(balance / BigInt(trade.amountBase)));
    const state = await stack.tool(vault, "check_delegation_status");
    expect(state.body.message).toMatch(/4 methods delegated on chain, 0 missing/);
    expect(state.body.message).toContain("Confirmed with the service: yes");
    expect((await stack.tool(vault, "create_twap_order", order)).status).toBe(200);
  });

  test("default: limits are suggested from the vault's size, not set; if empty, none", async () => {
    // 5%, 25% and 10% of 123,456 USDC, two figures.
    const vault = await stack.newVault({ supply: 123_456n * 10n ** 6n, fund: {} });
    const amounts = { maxPerTransaction: "6100", maxPerDay: "30000", maxPerTokenPerDay: "12000" };
    expect((await setup(vault)).body.suggestedLimits).toEqual({
      ...amounts,
      tokens: "listed",
      baseToken: "USDC",
    });
    expect((await stack.tool(vault, "get_vault_limits", {})).body.data.baseToken).toBeNull();
    const empty = await stack.newVault({ supply: 0n, fund: {} });
    expect((await setup(empty)).body).not.toHaveProperty("suggestedLimits");
  });

  test("behavior: confirm believes no caller: no hash, no foreign delegation counts", async () => {
    const vault = await stack.newVault();
    const other = privateKeyToAccount(generatePrivateKey()).address;
    const hash = await delegate(stack.stack.chain, {
      vault: vault.address,
      agent: other,
      selectors: TRADE_SELECTORS,
      ownerKey: vault.ownerKey,
    });
    expect(
      expectRefusal(
        await confirm(vault, { txHash: hash, selectors: TRADE_SELECTORS, agentAddress: other }),
      ),
    ).toBe("400 not_delegated");
  });

  test("behavior: partial delegation is confirmed with what lacks, setup grants it", async () => {
    const vault = await stack.newVault();
    await delegate(stack.stack.chain, {
      vault: vault.address,
      agent: vault.agent,
      selectors: [EXECUTE, WRAP],
      ownerKey: vault.ownerKey,
    });
    const { body } = await confirm(vault);
    expect({ ...body, selectors: sorted(body.selectors), missing: sorted(body.missing) }).toEqual({
      ok: true,
      chainId: 8453,
      selectors: sorted([EXECUTE, WRAP]),
      missing: sorted([EXEC, UNWRAP]),
      gas: expect.anything(),
    });
    const rest = await setup(vault);
    expect(sorted(rest.body.selectors)).toEqual(sorted([EXEC, UNWRAP]));
    // An order at 0x needs exec() as well as execute() (decision D30).
    const refused = await stack.tool(vault, "create_twap_order", { ...order, dex: "0x" });
    expect([expectRefusal(refused), refused.body.details.missing]).toEqual([
      "400 not_delegated",
      [EXEC],
    ]);
    expect((await stack.tool(vault, "create_twap_order", order)).status).toBe(200);
    await sendAsOwner(vault, rest.body.transaction);
    expect((await confirm(vault)).body.missing).toEqual([]);
    const again = await setup(vault);
    expect([again.status, sorted(again.body.selectors)]).toEqual([200, sorted(TRADE_SELECTORS)]);
  });

  test("behavior: what may never be delegated is left out, even if on chain", async () => {
    const vault = await stack.newVault();
    await delegate(stack.stack.chain, {
      vault: vault.address,
      agent: vault.agent,
      selectors: NEVER,
      ownerKey: vault.ownerKey,
    });
    expect(expectRefusal(await confirm(vault))).toBe("400 not_delegated");
    await delegate(stack.stack.chain, {
      vault: vault.address,
      agent: vault.agent,
      selectors: [EXECUTE],
      ownerKey: vault.ownerKey,
    });
    expect((await confirm(vault)).body.selectors).toEqual([EXECUTE]);
  });

  test.each([
    [["liquidity"], [MODIFY_LIQUIDITIES]],
    [["staking"], STAKING],
    [["bridge"], [DEPOSIT_V3]],
    // The local authority maps none of these: what a chain's vaults cannot do is not granted.
    [["perps"], []],
    [
      ["liquidity", "perps", "bridge", "staking"],
      [MODIFY_LIQUIDITIES, DEPOSIT_V3, ...STAKING],
    ],
    [["liquidity", "liquidity"], [MODIFY_LIQUIDITIES]],
    [[], []],
  ] as [string[], Hex[]][])("behavior: the scopes %o add %o", async (scopes, added) => {
    const vault = await stack.newVault();
    const { status, body } = await setup(vault, scopes);
    expect([status, sorted(body.selectors)]).toEqual([200, sorted([...TRADE_SELECTORS, ...added])]);
    expect(sorted(entriesOf(body.transaction.data).map(({ selector }) => selector))).toEqual(
      sorted(body.selectors),
    );
  });

  test("error: no caller, a stranger and another vault's owner get nothing", async () => {
    const vault = await stack.newVault();
    const stranger = await stack.credentials(generatePrivateKey());
    for (const path of ["/api/delegation/setup", "/api/delegation/confirm"]) {
      const body = { vaultAddress: vault.address, chainId: 8453 };
      expect(expectRefusal(await stack.call("POST", path, body))).toBe("401 auth_required");
      expect(expectRefusal(await stack.call("POST", path, { ...body, ...stranger }))).toBe(
        "403 not_vault_owner",
      );
      expect(
        expectRefusal(
          await stack.call("POST", path, {
            ...body,
            ...stranger,
            vaultAddress: `0x${"12".repeat(20)}`,
          }),
        ),
      ).toBe("403 unknown_vault");
    }
  });

  test("error: a chain that cannot be read is 502, never 'not delegated'", async () => {
    const vault = await stack.newVault();
    await stack.delegated(vault);
    // The owner is remembered from the confirmation: only the delegation itself is asked for.
    stack.proxies.rpc.before(async () => ({ status: 500 }));
    try {
      expect(expectRefusal(await confirm(vault))).toBe("502 rpc_unavailable");
      expect(expectRefusal(await setup(vault))).toBe("502 rpc_unavailable");
    } finally {
      stack.proxies.rpc.clearHooks();
    }
    expect((await confirm(vault)).status).toBe(200);
  });
});

describe("revoking", () => {
  test("behavior: revoke_delegation stops the service now, its transaction the chain", async () => {
    const vault = await stack.newVault();
    await stack.delegated(vault);
    await autonomous(vault);
    expect(await trade(vault, "uniswap")).toBe("200 confirmed");
    const revoked = await stack.tool(vault, "revoke_delegation");
    expect([revoked.status, revoked.body.transaction.ownerOnly]).toEqual([200, true]);
    const { functionName, args } = decodeFunctionData({
      abi: vaultAbi,
      data: revoked.body.transaction.data,
    });
    expect([functionName, String(args[0]).toLowerCase()]).toEqual([
      "revokeAllDelegations",
      vault.agent.toLowerCase(),
    ]);
    expect(await trade(vault, "uniswap")).toBe("400 delegation_disabled");
    expect(await trade(vault, "0x")).toBe("400 delegation_disabled");
    expect(expectRefusal(await stack.tool(vault, "create_twap_order", order))).toBe(
      "400 not_delegated",
    );
    expect((await onChain(vault)).length).toBe(4);
    expect((await stack.tool(vault, "check_delegation_status")).body.message).toContain(
      "Confirmed with the service: no",
    );
    await sendAsOwner(vault, revoked.body.transaction);
    expect(await onChain(vault)).toEqual([]);
    expect(expectRefusal(await confirm(vault))).toBe("400 not_delegated");
    expect(await trade(vault, "uniswap")).toBe("400 not_delegated");
  });

  test("behavior: confirming again after an unsent revocation switches it on again", async () => {
    const vault = await stack.newVault();
    await stack.delegated(vault);
    await autonomous(vault);
    expect((await stack.tool(vault, "revoke_delegation")).status).toBe(200);
    expect(await trade(vault, "uniswap")).toBe("400 delegation_disabled");
    expect((await confirm(vault)).status).toBe(200);
    expect(await trade(vault, "uniswap")).toBe("200 confirmed");
  });

  test.each([
    [["exec"]],
    [["exec(address,address,uint256,address,bytes)"]],
    [[EXEC.toUpperCase().replace("0X", "0x")]],
    [[" exec ", EXEC]],
  ])(
    "behavior: revoke_selectors %o stops that method at once and leaves the others",
    async (selectors) => {
      const vault = await stack.newVault();
      await stack.delegated(vault);
      await autonomous(vault);
      const revoked = await stack.tool(vault, "revoke_selectors", { selectors });
      expect(
        entriesOf(revoked.body.transaction.data).map(({ selector, isDelegated }) => [
          selector,
          isDelegated,
        ]),
      ).toEqual([[EXEC, false]]);
      expect(await trade(vault, "0x")).toBe("400 not_delegated");
      expect(await trade(vault, "uniswap")).toBe("200 confirmed");
      expect(
        expectRefusal(await stack.tool(vault, "create_twap_order", { ...order, dex: "0x" })),
      ).toBe("400 not_delegated");
      await sendAsOwner(vault, revoked.body.transaction);
      expect(sorted(await onChain(vault))).toEqual(sorted([EXECUTE, WRAP, UNWRAP]));
      expect((await confirm(vault)).body.missing).toEqual([EXEC]);
    },
  );

  test("error: unknown selectors and names are 400 and take nothing away", async () => {
    const vault = await stack.newVault();
    await stack.delegated(vault);
    await autonomous(vault);
    for (const selectors of [
      ["nope"],
      ["0x1234"],
      ["0x2213bc0b00"],
      ["exec", "nope"],
      ["__proto__"],
    ]) {
      expect([
        selectors,
        expectRefusal(await stack.tool(vault, "revoke_selectors", { selectors })),
      ]).toEqual([selectors, "400 invalid_request"]);
    }
    expect(await trade(vault, "0x")).toBe("200 confirmed");
  });

  test("behavior: taking the last method away is taking all", async () => {
    const vault = await stack.newVault();
    await stack.delegated(vault);
    await autonomous(vault);
    expect(
      (await stack.tool(vault, "revoke_selectors", { selectors: TRADE_SELECTORS })).status,
    ).toBe(200);
    expect(await trade(vault, "uniswap")).toBe("400 delegation_disabled");
  });

  test("error: an owner who revoked on chain alone is heeded before anything is sent", async () => {
    const vault = await stack.newVault();
    await stack.delegated(vault);
    await autonomous(vault);
    const data = encodeFunctionData({
      abi: vaultAbi,
      functionName: "revokeAllDelegations",
      args: [vault.agent],
    });
    await sendAsOwner(vault, { to: vault.address, data });
    const nonce = await chainClient(stack.stack.chain).getTransactionCount({
      address: vault.agent,
    });
    expect(await trade(vault, "uniswap")).toBe("400 not_delegated");
    expect(await chainClient(stack.stack.chain).getTransactionCount({ address: vault.agent })).toBe(
      nonce,
    );
  });
});
