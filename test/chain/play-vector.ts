import { type Address, type Hex, numberToHex } from "viem";
import { chainClient } from "../../local/chain/chain-client.ts";
import type { ChainHandle } from "../../local/chain/chain-handle.ts";
import type { TokenSymbol } from "../../local/chain/chain-tokens.ts";
import { readBalances } from "../../local/chain/read-balances.ts";
import { jsonRpc } from "../support/json-rpc.ts";
import { vectorAddress } from "../support/vector-address.ts";
import { vectorNamed } from "../support/vector-named.ts";
import { type Vector, vectorFile } from "../support/vectors.ts";
import { burnsTheGasLimit } from "./burns-the-gas-limit.ts";
import { observedPlay, type Play } from "./observed-play.ts";

const updateUnitaryValue = "0xe7d8724e";
const callGas = numberToHex(15_000_000);
const transactionGas = 5_000_000;
const watchedSymbols = ["ETH", "WETH", "USDC", "USDT", "DAI", "cbBTC", "GRG", "NOFEED"] as const;

/** Mines what the vector comes after, then plays it; only what the vector observed is looked at. */
export async function playVector(handle: ChainHandle, vector: Vector): Promise<Play> {
  const observed = observedPlay(vector);
  let timeSec = vectorFile.chain.states[vector.state].timestamp;
  for (const id of vector.after) {
    timeSec += 12;
    await mine(handle, vectorNamed(id), timeSec);
  }
  const owner = vectorAddress("owner");
  const to = vectorAddress(vector.to);
  const { ok, data } = await call(
    handle,
    vectorAddress(vector.from),
    to,
    vector.call.data,
    BigInt(vector.value),
  );
  const play: Record<string, unknown> = { ok, data };
  if (observed.navBefore) play.navBefore = (await call(handle, owner, to, updateUnitaryValue)).data;
  if (observed.navByMulticall) {
    play.navByMulticall = (
      await call(handle, owner, to, multicallOf([vector.call.data, updateUnitaryValue]))
    ).data;
  }
  if (observed.status === undefined) return play as Play;
  const watched = Object.keys(observed.otherDelta ?? {});
  const before = await balances(handle, [vector.to, ...watched]);
  const receipt = await mine(handle, vector, timeSec + 12);
  const after = await balances(handle, [vector.to, ...watched]);
  play.status = receipt.status === "success" ? 1 : 0;
  play.burnsTheGasLimit = burnsTheGasLimit(Number(receipt.gasUsed));
  if (observed.vaultDelta) play.vaultDelta = delta(before[vector.to], after[vector.to]);
  if (observed.otherDelta) {
    play.otherDelta = Object.fromEntries(
      watched.map((name) => [name, delta(before[name], after[name])]),
    );
  }
  if (observed.events) {
    play.events = receipt.logs
      .filter((log) => [to, vectorAddress("factory")].some((a) => lower(a) === log.address))
      .map(({ address, topics, data }) => ({ address, topics, data }));
  }
  if (observed.navByTransaction)
    play.navByTransaction = (await call(handle, owner, to, updateUnitaryValue)).data;
  return play as Play;
}

async function mine(handle: ChainHandle, vector: Vector, timeSec: number) {
  const client = chainClient(handle);
  const from = vectorAddress(vector.from);
  await client.impersonateAccount({ address: from });
  await jsonRpc(handle.rpcUrl, "evm_setTime", [timeSec - 12]);
  await client.setNextBlockTimestamp({ timestamp: BigInt(timeSec) });
  const hash = await client.sendTransaction({
    account: from,
    to: vectorAddress(vector.to),
    data: vector.call.data,
    value: BigInt(vector.value),
    gas: BigInt(transactionGas),
  });
  const receipt = await client.waitForTransactionReceipt({ hash });
  return { ...receipt, logs: receipt.logs.map((log) => ({ ...log, address: lower(log.address) })) };
}

async function call(handle: ChainHandle, from: Address, to: Address, data: Hex, value = 0n) {
  const params = [{ from, to, data, value: numberToHex(value), gas: callGas }, "latest"];
  const answer = await jsonRpc<Hex>(handle.rpcUrl, "eth_call", params);
  if (!answer.error) return { ok: true, data: answer.result };
  return { ok: false, data: answer.error.data ?? "0x" };
}

async function balances(
  handle: ChainHandle,
  names: string[],
): Promise<Record<string, Record<TokenSymbol, bigint>>> {
  const entries = names.map(
    async (name) => [name, await readBalances(handle, vectorAddress(name))] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

function delta(
  before?: Record<TokenSymbol, bigint>,
  after?: Record<TokenSymbol, bigint>,
): Record<string, string> {
  const changes = watchedSymbols.map(
    (symbol) => [symbol, (after?.[symbol] ?? 0n) - (before?.[symbol] ?? 0n)] as const,
  );
  const changed = changes.filter(([, change]) => change !== 0n);
  return Object.fromEntries(
    changed.map(([symbol, change]) => [symbol, change > 0n ? `+${change}` : `${change}`]),
  );
}

function multicallOf(calls: Hex[]): Hex {
  const word = (n: number) => n.toString(16).padStart(64, "0");
  const bodies = calls.map((c) => {
    const bytes = c.slice(2);
    return word(bytes.length / 2) + bytes.padEnd(Math.ceil(bytes.length / 64) * 64, "0");
  });
  let offset = calls.length * 32;
  const heads = bodies.map((body) => {
    const head = word(offset);
    offset += body.length / 2;
    return head;
  });
  return `0xac9650d8${word(32)}${word(calls.length)}${heads.join("")}${bodies.join("")}`;
}

function lower(address: Address): Address {
  return address.toLowerCase() as Address;
}
