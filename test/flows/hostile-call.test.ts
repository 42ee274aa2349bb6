import { join } from "node:path";
import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  pad,
  parseAbi,
  parseAbiParameters,
  toHex,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { sendTransaction } from "../../local/chain/send-transaction.ts";
import { checkCall } from "../../src/calldata/check-call.ts";
import { decodeVaultCall } from "../support/decode-vault-call.ts";
import { expectRefusal } from "../support/expect-refusal.ts";
import { type Flow, startFlow } from "../support/flows/start-flow.ts";
import { type Answer, type TestVault, TRADE_SELECTORS } from "../support/test-stack.ts";

/*
 * The service with one tool more, which plans any bytes and says of them what suits it
 * (test/support/planted/hostile-call.ts). Nothing that breaks a shield comes out, unsigned or sent; and
 * calldata that another tool built is refused once one word of it is changed.
 */
let flow: Flow;
let vault: TestVault;
beforeAll(async () => {
  flow = await startFlow({
    entry: join(import.meta.dirname, "../support/planted/hostile-call-worker.ts"),
  });
  vault = await flow.newVault({
    fund: {
      ETH: 5n * 10n ** 18n,
      USDC: 20_000_000_000n,
      WETH: 10n ** 18n,
      GRG: 1_000n * 10n ** 18n,
    },
  });
  await flow.stack.delegated(vault, [...TRADE_SELECTORS, LIQUIDITY]);
});
afterEach(() => flow.reset());
afterAll(() => flow?.stack.stop());

const LIQUIDITY: Hex = "0xdd46508f";
const USDC: Address = "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913";
const ZERO: Address = `0x${"00".repeat(20)}`;
const STRANGER: Address = `0x${"66".repeat(20)}`;
const POOL = { currency0: ZERO, currency1: USDC, fee: 500, tickSpacing: 10, hooks: ZERO };
const abi = parseAbi([
  "function wrapETH(uint256)",
  "function setOwner(address)",
  "function multicall(bytes[])",
  "function transfer(address,uint256)",
  "function execute(bytes,bytes[],uint256)",
  "function modifyLiquidities(bytes,uint256)",
  "function getUniV4TokenIds() view returns (uint256[])",
]);

const built = async (tool: string, args: object): Promise<Hex> => {
  const { status, body } = await flow.stack.tool(vault, tool, args);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.transaction.data;
};
const hostile = (args: object, mode: "manual" | "delegated"): Promise<Answer> =>
  flow.stack.tool(vault, "hostile_call", args, { executionMode: mode });
const mined = async (data: Hex): Promise<void> => {
  const from = privateKeyToAccount(vault.ownerKey);
  const { status } = await sendTransaction(flow.stack.stack.chain, {
    from,
    to: vault.address,
    data,
    gas: 2_000_000n,
  });
  expect(status).toBe("success");
};
const idsOf = () =>
  flow.chain.client.readContract({ address: vault.address, abi, functionName: "getUniV4TokenIds" });
/** A plan of one action and what settles it, by the position manager's own layout. */
const liquidity = (actions: Hex, params: readonly Hex[], deadlineSec: number): Hex =>
  encodeFunctionData({
    abi,
    functionName: "modifyLiquidities",
    args: [
      encodeAbiParameters(parseAbiParameters("bytes, bytes[]"), [actions, params]),
      BigInt(deadlineSec),
    ],
  });
const decrease = (
  tokenId: bigint,
  amount: bigint,
  [min0, min1]: [bigint, bigint],
  to: Address,
  deadlineSec: number,
): Hex =>
  liquidity(
    "0x0111",
    [
      encodeAbiParameters(parseAbiParameters("uint256, uint256, uint128, uint128, bytes"), [
        tokenId,
        amount,
        min0,
        min1,
        "0x",
      ]),
      encodeAbiParameters(parseAbiParameters("address, address, address"), [ZERO, USDC, to]),
    ],
    deadlineSec,
  );

/** modifyLiquidities(bytes,uint256): the deadline is the second word of its arguments. */
const withDeadline = (data: Hex, deadlineSec: number): Hex =>
  `${data.slice(0, 74)}${pad(toHex(deadlineSec), { size: 32 }).slice(2)}${data.slice(138)}` as Hex;

describe.each(["manual", "delegated"] as const)("what a hostile tool plans, %s", (mode) => {
  const refused = async (args: object): Promise<string> => {
    const before = await flow.chain.nav(vault.address, vault.owner);
    const answer = await hostile(args, mode);
    expect(answer.body).not.toHaveProperty("transaction");
    expect(await flow.chain.nav(vault.address, vault.owner)).toEqual(before);
    return expectRefusal(answer);
  };

  test("error: it goes round no shield, whatever it says of its bytes", async () => {
    const swap = await built("build_vault_swap", {
      tokenIn: "USDC",
      tokenOut: "ETH",
      amountIn: "100",
      dex: "uniswap",
    });
    const owners = mode === "manual" ? "400 calldata_rejected" : "400 owner_only";
    // A swap has shields of its own, which a plain call would not pass.
    expect(await refused({ data: swap })).toBe("400 calldata_rejected");
    expect(
      await refused({
        data: encodeFunctionData({ abi, functionName: "setOwner", args: [STRANGER] }),
      }),
    ).toBe(owners);
    expect(
      await refused({
        data: encodeFunctionData({ abi, functionName: "transfer", args: [STRANGER, 1n] }),
      }),
    ).toBe(owners);
    const wrap = encodeFunctionData({ abi, functionName: "wrapETH", args: [10n ** 17n] });
    expect(
      await refused({
        data: encodeFunctionData({ abi, functionName: "multicall", args: [[wrap]] }),
      }),
    ).toBe(owners);
    expect(
      await refused({
        data: encodeFunctionData({ abi, functionName: "setOwner", args: [STRANGER] }),
        meant: wrap,
      }),
    ).toBe("400 calldata_rejected");
  });

  test("error: of a position: not to others, free, too late, another's, price moved", async () => {
    const [ownId] = await idsOf();
    const tokenId = ownId ?? (await opened());
    const nowSec = Math.floor(flow.stack.stack.nowMs() / 1_000);
    const soon = nowSec + 200;
    const ofPool = { pool: POOL };
    const part = 10n ** 10n;
    expect(
      await refused({ data: decrease(tokenId, part, [0n, 0n], STRANGER, soon), ...ofPool }),
    ).toBe("400 calldata_rejected");
    expect(
      await refused({ data: decrease(tokenId, part, [0n, 0n], vault.address, soon), ...ofPool }),
    ).toBe("400 simulation_differs_from_quote");
    expect(
      await refused({
        data: decrease(tokenId, part, [1n, 1n], vault.address, nowSec + 7_200),
        ...ofPool,
      }),
    ).toBe("400 deadline_passed");
    expect(
      await refused({
        data: decrease(tokenId + 1n, part, [1n, 1n], vault.address, soon),
        ...ofPool,
      }),
    ).toBe("400 simulation_reverted");
    expect(
      await refused({
        data: decrease(tokenId, part, [1n, 1n], vault.address, soon),
        pool: { ...POOL, fee: 3_000, tickSpacing: 60 },
      }),
    ).toBe("400 calldata_rejected");
    // Above the price this range takes the coin alone, wherever below it the price is moved to.
    const above = {
      tokenA: "ETH",
      tokenB: "USDC",
      fee: 500,
      amountA: "0.1",
      tickRange: "3000,4000",
    };
    const add = withDeadline(await built("add_liquidity", above), soon);
    await flow.movePool("v4_ETH_USDC", 11_200);
    expect(await refused({ data: add, ...ofPool })).toBe("400 swap_shield_blocked");
  });

  async function opened(): Promise<bigint> {
    await mined(
      await built("add_liquidity", {
        tokenA: "ETH",
        tokenB: "USDC",
        fee: 500,
        amountA: "1",
        tickRange: "+-10%",
      }),
    );
    return (await idsOf())[0]!;
  }
});

describe("one word of a tool's calldata changed", () => {
  const facts = () => ({
    vault: vault.address,
    wrappedNative: flow.stack.stack.chain.addresses.wrappedNative,
    routerVersion: "2.0" as const,
  });
  /**
   * Every 32-byte word one higher, one lower, emptied and filled; the vault's address a stranger's;
   * a byte or a word more or less.
   */
  function mutations(data: Hex): Hex[] {
    const words: string[] = [...(data.slice(10).match(/.{64}/g) ?? [])];
    const head = data.slice(0, 10);
    const withWord = (index: number, word: string): Hex =>
      `${head}${words.with(index, word).join("")}` as Hex;
    const changed = words.flatMap((word, index) => {
      const value = BigInt(`0x${word}`);
      const near = [value + 1n, value - 1n, 0n, 2n ** 256n - 1n].filter(
        (one) => one >= 0n && one < 2n ** 256n && one !== value,
      );
      return near.map((one) => withWord(index, pad(toHex(one), { size: 32 }).slice(2)));
    });
    const stolen = data.replaceAll(vault.address.slice(2), STRANGER.slice(2)) as Hex;
    const all = [
      ...changed,
      stolen,
      `${data}00`,
      `${data}${"00".repeat(32)}`,
      data.slice(0, -2),
      data.slice(0, -64),
      `0xdeadbeef${data.slice(10)}`,
    ];
    return all.filter((one) => one !== data) as Hex[];
  }

  test("error: each of them is refused, for every tool", async () => {
    const [tokenId] = await idsOf();
    const position = { tokenId: String(tokenId) };
    // Somebody trades there and back: the position has fees to collect.
    await flow.movePool("v4_ETH_USDC", 10_200);
    await flow.movePool("v4_ETH_USDC", 10_000);
    // A swap's bounds stand twice in the router's actions, and the tighter one holds: so many
    // changes take nothing away.
    const tools: [string, object, number?][] = [
      ["build_vault_swap", { tokenIn: "ETH", tokenOut: "WETH", amountIn: "0.1", dex: "uniswap" }],
      ["setup_delegation", { scopes: ["liquidity"] }],
      [
        "add_liquidity",
        { tokenA: "ETH", tokenB: "USDC", fee: 500, amountA: "0.1", tickRange: "+-20%" },
      ],
      ["remove_liquidity", { ...position, liquidityAmount: "50%" }],
      ["collect_lp_fees", position],
      ["burn_position", position],
      ["gov_stake", { amount: "100" }],
      ["refresh_oracle_feed", { token: "GRG", amount: "0.0001" }, 6],
    ];
    for (const [tool, args, harmless = 0] of tools) {
      const data = await built(tool, args);
      const expected = decodeVaultCall(data, facts());
      expect([tool, checkCall(decodeVaultCall(data, facts()), expected).ok]).toEqual([tool, true]);
      const passed = mutations(data).filter(
        (one) => checkCall(decodeVaultCall(one, facts()), expected).ok,
      );
      expect([tool, passed.length]).toEqual([tool, harmless]);
      // The same check stands before the tool's own transaction.
      const [first = "0x"] = mutations(data);
      const answer = await hostile({ data: first, meant: data, pool: POOL }, "manual");
      expect([tool, expectRefusal(answer)]).toEqual([tool, "400 calldata_rejected"]);
    }
  });
});
