import { encodeFunctionData, type Hex, parseAbi } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createVault } from "../../local/chain/create-vault.ts";
import { sendTransaction } from "../../local/chain/send-transaction.ts";
import { type RunningChain, startChain } from "../../local/chain/start-chain.ts";
import { jsonRpc } from "../support/json-rpc.ts";

const abi = parseAbi([
  "function setBlacklisted(address account, bool listed)",
  "function mint(address recipient, uint256 amountIn, uint256 amountOutMin)",
  "function transfer(address to, uint256 amount)",
  "function prev(uint128 feature) returns (address)",
  "function upgradeImplementation()",
]);
/** EIP-1967: keccak256("eip1967.proxy.implementation") - 1. */
const IMPLEMENTATION_SLOT = "0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc";

let chain: RunningChain;

beforeAll(async () => {
  chain = await startChain({ startTimestampSec: 1_790_000_000 });
});

afterAll(() => chain?.stop());

describe("refusals of the real USDC, of 0x's deployer and of the vault's upgrade", () => {
  it("behavior: a blacklisted vault cannot send or receive USDC, in USDC's own words", async () => {
    const { handle } = chain;
    const vault = await createVault(handle);
    const [to, from] = [handle.tokens.USDC, handle.accounts.whale.address];
    await sendTransaction(handle, { from, to, data: encode("setBlacklisted", [vault, true]) });
    const text = `0x08c379a0${word(32n)}${word(37n)}${hexOf("Blacklistable: account is blacklisted")}`;
    const sent = await call(vault, to, encode("transfer", [handle.accounts.stranger.address, 1n]));
    expect(sent.error?.data?.slice(0, 212)).toBe(text.slice(0, 212));
    const received = await call(
      handle.accounts.operator.address,
      to,
      encode("transfer", [vault, 0n]),
    );
    expect(received.error?.data?.slice(0, 212)).toBe(text.slice(0, 212));
  });

  it("behavior: the deployer's prev() of a feature it does not know reverts", async () => {
    const { handle } = chain;
    const known = await call(
      handle.accounts.stranger.address,
      handle.addresses.zeroExDeployer,
      encode("prev", [2n]),
    );
    expect(known.error).toBe(undefined);
    const other = await call(
      handle.accounts.stranger.address,
      handle.addresses.zeroExDeployer,
      encode("prev", [99n]),
    );
    expect(other.error).toBeDefined();
  });

  it("behavior: the owner upgrades a vault to the factory's implementation only once", async () => {
    const { handle } = chain;
    const [vault, from, data] = [
      await createVault(handle),
      handle.accounts.operator.address,
      encode("upgradeImplementation", []),
    ];
    // EUpgradeImplementationIsSameAsCurrent(), as observed on the real vault.
    expect((await call(from, vault, data)).error?.data).toBe("0x86fd4369");
    const { implementation } = handle.addresses;
    const older = `0x${"0".repeat(36)}01de`;
    const code = (await jsonRpc<Hex>(handle.rpcUrl, "eth_getCode", [implementation, "latest"]))
      .result;
    await jsonRpc(handle.rpcUrl, "anvil_setCode", [older, code]);
    await jsonRpc(handle.rpcUrl, "anvil_setStorageAt", [
      vault,
      IMPLEMENTATION_SLOT,
      `0x${word(BigInt(older))}`,
    ]);
    await sendTransaction(handle, { from, to: vault, data });
    const stored = await jsonRpc<Hex>(handle.rpcUrl, "eth_getStorageAt", [
      vault,
      IMPLEMENTATION_SLOT,
      "latest",
    ]);
    expect(stored.result).toBe(`0x${word(BigInt(implementation))}`);
    expect((await call(from, vault, data)).error?.data).toBe("0x86fd4369");
  });
});

const encode = (functionName: string, args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi, functionName, args } as never);

const call = (from: Hex, to: Hex, data: Hex) =>
  jsonRpc<Hex>(chain.handle.rpcUrl, "eth_call", [{ from, to, data }, "latest"]);

const word = (value: bigint) => value.toString(16).padStart(64, "0");
const hexOf = (text: string) => Buffer.from(text, "utf8").toString("hex");
