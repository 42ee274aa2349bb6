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
]);

let chain: RunningChain;

beforeAll(async () => {
  chain = await startChain({ startTimestampSec: 1_790_000_000 });
});

afterAll(() => chain?.stop());

describe("refusals of the real USDC and of 0x's deployer", () => {
  it("behavior: a blacklisted vault neither sends nor receives USDC, in USDC's own words", async () => {
    const { handle } = chain;
    const vault = await createVault(handle);
    const [to, from] = [handle.tokens.USDC, handle.accounts.whale.address];
    await sendTransaction(handle, { from, to, data: encode("setBlacklisted", [vault, true]) });
    const text = `0x08c379a0${word(32n)}${word(37n)}${hexOf("Blacklistable: account is blacklisted")}`;
    const sent = await call(vault, to, encode("transfer", [handle.accounts.stranger.address, 1n]));
    expect(sent.error?.data?.slice(0, 212)).toBe(text.slice(0, 212));
    const received = await call(handle.accounts.operator.address, to, encode("transfer", [vault, 0n]));
    expect(received.error?.data?.slice(0, 212)).toBe(text.slice(0, 212));
  });

  it("behavior: the deployer's prev() of a feature it does not know reverts", async () => {
    const { handle } = chain;
    const known = await call(handle.accounts.stranger.address, handle.addresses.zeroExDeployer, encode("prev", [2n]));
    expect(known.error).toBe(undefined);
    const other = await call(handle.accounts.stranger.address, handle.addresses.zeroExDeployer, encode("prev", [99n]));
    expect(other.error).toBeDefined();
  });
});

const encode = (functionName: string, args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi, functionName, args } as never);

const call = (from: Hex, to: Hex, data: Hex) =>
  jsonRpc<Hex>(chain.handle.rpcUrl, "eth_call", [{ from, to, data }, "latest"]);

const word = (value: bigint) => value.toString(16).padStart(64, "0");
const hexOf = (text: string) => Buffer.from(text, "utf8").toString("hex");
