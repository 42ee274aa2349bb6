import type { Address, Hex } from "viem";
import { describe, expect, it } from "vitest";
import { accountReads } from "../../../src/chain/account-reads.ts";
import { navReads } from "../../../src/chain/nav-reads.ts";
import { authorityReads, registryReads } from "../../../src/chain/registry-reads.ts";
import type { RpcCall } from "../../../src/chain/rpc-call.ts";
import { blockReads, transactionReads } from "../../../src/chain/transaction-reads.ts";
import { vaultReads } from "../../../src/chain/vault-reads.ts";
import { zeroExDeployerReads } from "../../../src/chain/zero-ex-deployer-reads.ts";
import { vectorFile } from "../../support/vectors.ts";

const role = (name: string): Address => vectorFile.addresses.roles[name]!;
const token = (name: string): Address => vectorFile.addresses.tokens[name]!.address;
const vault = role("vault");
const ETH = token("ETH");
const USDC = token("USDC");

/**
 * The call must ask exactly what was asked of the real contract, and read what the real contract
 * answered.
 */
function observed<T>(id: string, call: RpcCall<T>): T {
  const vector = vectorFile.vectors.find((one) => one.id === id)!;
  const [request] = call.params as [{ to: Address; data: Hex }];
  expect(request.data).toBe(vector.call.data);
  expect(request.to.toLowerCase()).toBe(role(vector.to).toLowerCase());
  return call.read(vector.outcome.returnData);
}

describe("reads of the real contracts (test/support/onchain-vectors.data.json)", () => {
  it("vault", () => {
    const owner = role("owner").toLowerCase();
    expect(observed("read.owner", vaultReads.owner(vault))).toBe(owner);
    expect(observed("read.name", vaultReads.name(vault))).toBe("Bed USDC Vault");
    expect(observed("read.symbol", vaultReads.symbol(vault))).toBe("BEDU");
    expect(observed("read.decimals", vaultReads.decimals(vault))).toBe(6);
    expect(observed("read.totalSupply", vaultReads.totalSupply(vault))).toBe(99_900_000_000n);
    expect(observed("read.VERSION", vaultReads.version(vault))).toBe("4.3.1");
    expect(observed("read.getPool", vaultReads.pool(vault))).toEqual({
      name: "Bed USDC Vault",
      symbol: "BEDU",
      decimals: 6,
      owner,
      baseToken: USDC.toLowerCase(),
    });
    expect(observed("read.getPoolTokens", vaultReads.poolTokens(vault))).toEqual({
      unitaryValue: 999_433n,
      totalSupply: 99_900_000_000n,
    });
    expect(observed("read.getActiveTokens.vault", vaultReads.activeTokens(vault))).toEqual({
      activeTokens: ["ETH", "WETH", "USDT", "GRG"].map((name) => token(name).toLowerCase()),
      baseToken: USDC.toLowerCase(),
    });
    expect(
      observed("read.getActiveTokens.vaultETH", vaultReads.activeTokens(role("vaultETH"))),
    ).toEqual({
      activeTokens: [USDC.toLowerCase()],
      baseToken: ETH,
    });
  });

  it("delegation, feeds and conversion", () => {
    const agent = role("agent");
    const granted = observed(
      "read.getDelegatedSelectors.delegated-state",
      vaultReads.delegatedSelectors(vault, agent),
    );
    expect(granted).toEqual(["0x3593564c", "0x2213bc0b", "0xac9650d8"]);
    expect(
      observed("read.getDelegatedSelectors.before", vaultReads.delegatedSelectors(vault, agent)),
    ).toEqual([]);
    expect(observed("read.hasPriceFeed.USDC", vaultReads.hasPriceFeed(vault, USDC))).toBe(true);
    expect(
      observed("read.hasPriceFeed.NOFEED", vaultReads.hasPriceFeed(vault, token("NOFEED"))),
    ).toBe(false);
    const ether = 10n ** 18n;
    expect(
      observed(
        "read.convertTokenAmount.1-eth-usdc",
        vaultReads.convertTokenAmount(vault, ETH, ether, USDC),
      ),
    ).toBe(2_499_913_599n);
    expect(
      observed(
        "read.convertTokenAmount.negative",
        vaultReads.convertTokenAmount(vault, ETH, -ether, USDC),
      ),
    ).toBe(-2_499_913_599n);
  });

  it("registry and authority", () => {
    const registry = role("registry");
    const none = `0x${"0".repeat(64)}`;
    expect(
      observed("read.registry.getPoolIdFromAddress.vault", registryReads.poolId(registry, vault)),
    ).not.toBe(none);
    expect(
      observed(
        "read.registry.getPoolIdFromAddress.random",
        registryReads.poolId(registry, role("random")),
      ),
    ).toBe(none);
    const authority = role("authority");
    expect(
      observed(
        "read.authority.adapter.execute",
        authorityReads.applicationAdapter(authority, "0x3593564c"),
      ),
    ).toBe(role("uniswapAdapter").toLowerCase());
    expect(
      observed(
        "read.authority.adapter.unknown",
        authorityReads.applicationAdapter(authority, "0xdeadbeef"),
      ),
    ).toBe(ETH);
  });

  it("balances", () => {
    expect(observed("read.usdc-balance-of-vault", accountReads.balance(USDC, vault))).toBe(
      64_900_000_000n,
    );
  });

  it("NAV, as it is and after a trade", () => {
    const at = { from: role("owner"), block: 189n };
    const now = navReads.now(vault, at);
    expect(now.params).toEqual([{ to: vault, data: "0xe7d8724e", from: at.from }, "0xbd"]);
    expect(observed("read.updateUnitaryValue.vault", now)).toEqual({
      unitaryValue: 999_433n,
      netTotalValue: 99_843_362_262n,
      netTotalLiabilities: 0n,
    });
    const swap = vectorFile.vectors.find((one) => one.id === "swap.v4-exact-in-usdc-eth")!;
    const after = observed("navsim.owner", navReads.after(vault, [swap.call.data], at));
    expect(after).toEqual({
      unitaryValue: 0xf3fe9n,
      netTotalValue: 0x173ef06e71n,
      netTotalLiabilities: 0n,
    });
    const missing = navReads.after(vault, [swap.call.data, swap.call.data], at);
    const one = vectorFile.vectors.find((vector) => vector.id === "navsim.owner")!;
    expect(() => missing.read(one.outcome.returnData), "one result too few").toThrow();
  });

  it("0x deployer", () => {
    const call = zeroExDeployerReads.currentSettler(role("zeroExDeployer"));
    expect(call.params[0]).toMatchObject({ data: `0x6352211e${"2".padStart(64, "0")}` });
    const settler = role("settler").toLowerCase();
    expect(call.read(`0x${settler.slice(2).padStart(64, "0")}`)).toBe(settler);
    const previous = zeroExDeployerReads.previousSettler(role("zeroExDeployer"));
    expect(previous.params[0]).toMatchObject({ data: `0xe2603dc2${"2".padStart(64, "0")}` });
  });
});

describe("reads of the node itself", () => {
  it("default: what is asked", () => {
    expect(accountReads.balance(ETH, vault, 16n)).toMatchObject({
      method: "eth_getBalance",
      params: [vault, "0x10"],
    });
    expect(accountReads.transactionCount(vault, "pending")).toMatchObject({
      method: "eth_getTransactionCount",
      params: [vault, "pending"],
    });
    expect(accountReads.transactionCount(vault).params).toEqual([vault, "latest"]);
    expect(blockReads.maxPriorityFeePerGas()).toMatchObject({
      method: "eth_maxPriorityFeePerGas",
      params: [],
    });
    expect(blockReads.estimateGas({ from: vault, to: USDC, data: "0x1234" })).toMatchObject({
      method: "eth_estimateGas",
      params: [{ from: vault, to: USDC, data: "0x1234", value: "0x0" }, "latest"],
    });
  });

  it("default: a block header", () => {
    const { method, params, read } = blockReads.latest();
    expect([method, params]).toEqual(["eth_getBlockByNumber", ["latest", false]]);
    expect(
      read({ number: "0xbd", timestamp: "0x6b000000", baseFeePerGas: "0x3b9aca00", extra: 1 }),
    ).toEqual({
      number: 189n,
      timestampSec: 0x6b000000,
      baseFeePerGas: 1_000_000_000n,
    });
  });

  it.each([
    null,
    {},
    [],
    "0x1",
    { number: "0x1", timestamp: "0x1" },
    { number: 1, timestamp: 2, baseFeePerGas: 3 },
  ])("error: %j is no block", (answer) => {
    expect(() => blockReads.latest().read(answer)).toThrow();
  });

  it.each([null, undefined, 1, "", "0x", "1", "-0x1", `0x${"f".repeat(65)}`])(
    "error: %j is no quantity",
    (answer) => {
      expect(() => blockReads.maxPriorityFeePerGas().read(answer)).toThrow();
    },
  );

  const hash = `0x${"ab".repeat(32)}` as const;
  const receipt = {
    transactionHash: `0x${"AB".repeat(32)}`,
    status: "0x1",
    blockNumber: "0x10",
    blockHash: hash,
    from: role("agent"),
    to: vault,
    gasUsed: "0x5208",
    effectiveGasPrice: "0x5",
    logs: [{ address: USDC, topics: [hash], data: "0x", logIndex: "0x0" }],
    type: "0x2",
  };

  it("default: a receipt, its log and its addresses in lower case", () => {
    expect(transactionReads.receipt(hash)).toMatchObject({
      method: "eth_getTransactionReceipt",
      params: [hash],
    });
    // Nobody knows its gas: at most 2^24 (EIP-7825).
    expect(transactionReads.receipt(hash).weight).toBe(16_777_216);
    expect(transactionReads.receipt(hash, 250_000n).weight).toBe(250_000);
    expect(transactionReads.receipt(hash).read(receipt)).toEqual({
      hash,
      status: "success",
      blockNumber: 16n,
      blockHash: hash,
      from: role("agent").toLowerCase(),
      to: vault.toLowerCase(),
      gasUsed: 21_000n,
      effectiveGasPrice: 5n,
      logs: [{ address: USDC.toLowerCase(), topics: [hash], data: "0x" }],
    });
    expect(transactionReads.receipt(hash).read({ ...receipt, status: "0x0" })).toMatchObject({
      status: "reverted",
    });
    expect(transactionReads.receipt(hash).read(null)).toBeNull();
  });

  it("behavior: L1 fee of chains with one; an unreadable one makes no receipt unreadable", () => {
    expect(transactionReads.receipt(hash).read({ ...receipt, l1Fee: "0x1f4" })).toMatchObject({
      l1FeeWei: 500n,
    });
    for (const l1Fee of [undefined, null, "500", "0x", -1])
      expect(transactionReads.receipt(hash).read({ ...receipt, l1Fee })).not.toHaveProperty(
        "l1FeeWei",
      );
  });

  it.each([
    {},
    [],
    "0x",
    { ...receipt, status: undefined },
    { ...receipt, status: "0x2" },
    { ...receipt, gasUsed: 1 },
  ])("error: an unreadable receipt is not an outcome (%#)", (answer) => {
    expect(() => transactionReads.receipt(hash).read(answer)).toThrow();
  });

  it("default: a transaction that waits, is mined, or is not known", () => {
    const waiting = { hash, from: role("agent"), nonce: "0x7", blockNumber: null };
    const read = transactionReads.byHash(hash).read;
    expect(read(waiting)).toEqual({
      hash,
      from: role("agent").toLowerCase(),
      nonce: 7,
      blockNumber: null,
    });
    expect(read({ ...waiting, blockNumber: "0x10" })).toMatchObject({ blockNumber: 16n });
    expect(read(null)).toBeNull();
    expect(() => read({})).toThrow();
  });
});
