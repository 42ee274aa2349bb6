import { encodeAbiParameters, encodeFunctionData, parseAbi, parseAbiParameters, zeroAddress } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chainClient } from "../../local/chain/chain-client.ts";
import { createVault } from "../../local/chain/create-vault.ts";
import { sendTransaction } from "../../local/chain/send-transaction.ts";
import type { AcrossParts } from "../../local/stack/start-parts.ts";
import { expectRefusal } from "../support/expect-refusal.ts";
import { startTestStack, type TestStack, type TestVault } from "../support/test-stack.ts";

const usdc = (whole: number) => BigInt(whole) * 1_000_000n;

let stack: TestStack;
let across: AcrossParts;

beforeAll(async () => {
  stack = await startTestStack({ chains: [8453, 42161] });
  if (stack.stack.across === undefined) throw new Error("the second chain did not start");
  across = stack.stack.across;
}, 180_000);
afterAll(() => stack?.stop());

let names = 0;
/** A vault with the same address on both chains, 100,000 USDC on each. */
async function newVault(supplyThere = usdc(100_000)): Promise<TestVault> {
  const name = `Bridged ${++names}`;
  const vault = await stack.newVault({ name, fund: {} });
  const there = await createVault(across.chain, { name, ownerKey: vault.ownerKey, supply: supplyThere });
  expect(there.toLowerCase()).toBe(vault.address);
  return vault;
}

const abi = parseAbi([
  "struct Params { address depositor; address recipient; address inputToken; address outputToken; uint256 inputAmount; uint256 outputAmount; uint256 destinationChainId; address exclusiveRelayer; uint32 quoteTimestamp; uint32 fillDeadline; uint32 exclusivityDeadline; bytes message; }",
  "function depositV3(Params params)",
]);
const message = parseAbiParameters("(uint8 opType, uint256 navTolerance, uint256 sourceNativeAmount, bool unwrap)");

/** A deposit that the service did not make. */
async function deposit(vault: TestVault, opType: 0 | 1, inputAmount = usdc(1_000), outputAmount = usdc(999)) {
  const { chain } = stack.stack;
  const { timestamp } = await chainClient(chain).getBlock();
  const params = {
    ...{ depositor: zeroAddress, recipient: zeroAddress, exclusiveRelayer: zeroAddress },
    ...{ inputToken: chain.tokens.USDC, outputToken: across.chain.tokens.USDC, inputAmount, outputAmount },
    ...{ destinationChainId: 42161n, quoteTimestamp: Number(timestamp), fillDeadline: 0, exclusivityDeadline: 0 },
    message: encodeAbiParameters(message, [{ opType, navTolerance: 10_000n, sourceNativeAmount: 0n, unwrap: false }]),
  };
  const data = encodeFunctionData({ abi, functionName: "depositV3", args: [params] });
  return sendTransaction(chain, { from: privateKeyToAccount(vault.ownerKey), to: vault.address, data });
}

describe("get_crosschain_quote", () => {
  const quote = (vault: TestVault, args: Record<string, unknown> = {}) =>
    stack.tool(vault, "get_crosschain_quote", { destinationChain: "arbitrum", token: "USDC", amount: "1000", ...args });

  test("default: what arrives, in the units of the token there, and the fee", async () => {
    const vault = await newVault();
    const { status, body } = await quote(vault);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      ...{ sourceChainId: 8453, destinationChainId: 42161, symbol: "USDC", feeBps: 8, fee: "0.8" },
      ...{ outputAmount: "999.2", outputAmountBase: "999200000", outputDecimals: 6, estimatedFillSec: 3 },
      outputToken: across.chain.tokens.USDC.toLowerCase(),
    });
  });

  test("error: what cannot be bridged is refused in words", async () => {
    const vault = await newVault();
    expect(expectRefusal(await quote(vault, { destinationChain: "base" }))).toBe("400 invalid_request");
    expect(expectRefusal(await quote(vault, { destinationChain: "solana" }))).toBe("400 chain_not_supported");
    expect(expectRefusal(await quote(vault, { token: "GRG" }))).toBe("400 bridge_pair_unsupported");
    expect(expectRefusal(await quote(vault, { token: "USDT", destinationChain: "unichain" }))).toBe(
      "400 bridge_pair_unsupported",
    );
    expect(expectRefusal(await quote(vault, { amount: "0.05" }))).toBe("400 bridge_amount_too_low");
    for (const bad of [{ amount: "-1" }, { amount: "1,000" }, { amount: "0" }, { amount: "1.1234567" }]) {
      const refused = await quote(vault, bad);
      expect(expectRefusal(refused)).toBe("400 invalid_request");
      expect(refused.body.message, JSON.stringify(bad)).toContain("amount");
    }
  });

  test("error: a fee above 2%, and answers that do not fit", async () => {
    const vault = await newVault();
    across.venue.setFee(200);
    expect((await quote(vault)).status).toBe(200);
    across.venue.setFee(201);
    const dear = await quote(vault);
    expect(expectRefusal(dear)).toBe("400 bridge_fee_too_high");
    expect(dear.body.details).toMatchObject({ feeBps: 201, maxFeeBps: 200 });
    across.venue.setFee(8);
    for (const lie of [
      { outputAmount: "1000000001" },
      { outputAmount: -1 },
      { timestamp: "1" },
      { spokePoolAddress: vault.address },
      { outputAmount: undefined },
    ]) {
      across.venue.lie(lie);
      expect(expectRefusal(await quote(vault))).toBe("502 venue_bad_response");
    }
    across.venue.lie({});
  });
});

describe("verify_bridge_arrival", () => {
  const verify = (vault: TestVault, args: Record<string, unknown>) => stack.tool(vault, "verify_bridge_arrival", args);

  test("default: on its way, then arrived, however often it is asked", async () => {
    const vault = await newVault();
    const { transactionHash } = await deposit(vault, 0);
    const waiting = await verify(vault, { transactionHash });
    expect(waiting.body.data).toMatchObject({
      status: "waiting",
      destinationChainId: 42161,
      amount: "999",
      opType: "transfer",
    });
    await across.relayer.fill();
    for (const _ of [1, 2])
      expect((await verify(vault, { transactionHash, sourceChain: "base" })).body.data.status).toBe("arrived");
    const listed = await verify(vault, { chain: "arbitrum", token: "USDC", minAmount: "999" });
    expect(listed.body.data).toMatchObject({ status: "arrived", arrivals: [{ amount: "999" }] });
    const more = await verify(vault, { chain: "arbitrum", token: "USDC", minAmount: "1000" });
    expect(more.body.data).toMatchObject({ status: "not_seen", arrivals: [] });
  });

  test("error: another vault's transfer, and a transaction that is none, say so", async () => {
    const [vault, other] = [await newVault(), await newVault()];
    const { transactionHash } = await deposit(other, 0);
    expect(expectRefusal(await verify(vault, { transactionHash }))).toBe("400 invalid_request");
    const unknown = await verify(vault, { transactionHash: `0x${"5".repeat(64)}` });
    expect(unknown.body.data).toEqual({ status: "not_mined" });
    expect(expectRefusal(await verify(vault, {}))).toBe("400 invalid_request");
    expect(expectRefusal(await verify(vault, { transactionHash: "0x12" }))).toBe("400 invalid_request");
    expect(expectRefusal(await verify(vault, { transactionHash, sourceChain: "moon" }))).toBe(
      "400 chain_not_supported",
    );
    expect(expectRefusal(await verify(vault, { chain: "arbitrum", token: "DOGE" }))).toBe(
      "400 bridge_pair_unsupported",
    );
  });

  test("behavior: never filled, it expires, is paid back to the escrow, and any wallet hands it on", async () => {
    const vault = await newVault();
    const { transactionHash } = await deposit(vault, 0);
    await stack.advance(660_000);
    expect((await verify(vault, { transactionHash })).body.data.status).toBe("expired");
    await across.relayer.refundExpired();
    const refunded = await verify(vault, { transactionHash });
    expect(refunded.body.data).toMatchObject({ status: "refunded", refundTransaction: { chainId: 8453 } });
    const { to, data } = refunded.body.data.refundTransaction;
    await sendTransaction(stack.stack.chain, { from: stack.stack.chain.accounts.stranger.address, to, data });
    expect(await stack.usdcOf(vault.address)).toBe(usdc(99_900));
  });
});

describe("get_aggregated_nav", () => {
  test("default: both chains, in USDC and against their common unit price; the others are named", async () => {
    const vault = await newVault(usdc(50_000));
    await deposit(vault, 1);
    await across.relayer.fill();
    const { status, body } = await stack.tool(vault, "get_aggregated_nav");
    expect(status).toBe(200);
    const [group] = body.data.groups;
    // 99,900 + 49,950 units; 98,900 USDC here, 50,949 there.
    expect(group).toMatchObject({ baseKind: "USDC", target: "0.999993326659993326" });
    expect(group.chains).toMatchObject([
      {
        chainId: 8453,
        unitaryValue: "0.989989",
        netTotalValue: "98900",
        effectiveSupplyBase: "99900000000",
        divergenceBps: -100,
      },
      {
        chainId: 42161,
        unitaryValue: "1.02",
        netTotalValue: "50949",
        effectiveSupplyBase: "49950000000",
        divergenceBps: 200,
      },
    ]);
    expect(body.data.totalUsdc).toBe("149849");
    expect(body.data.unread.map(({ chainId }: { chainId: number }) => chainId)).toEqual([1, 10, 56, 130, 137]);
  });

  test("behavior: two requests a chain; one that does not answer is named, and the rest is answered", async () => {
    const vault = await newVault();
    const there = stack.proxies["rpc-42161"];
    if (there === undefined) throw new Error("nothing stands before the second chain");
    there.reset();
    await stack.tool(vault, "get_aggregated_nav");
    expect(there.log()).toHaveLength(2);
    there.before(async () => "drop");
    const { status, body } = await stack.tool(vault, "get_aggregated_nav");
    there.clearHooks();
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ totalUsdc: "99900", groups: [{ chains: [{ chainId: 8453 }] }] });
    expect(body.data.unread).toContainEqual({ chainId: 42161, reason: "it could not be read" });
    expect(body.message).toContain("Not included: arbitrum");
  });
});
