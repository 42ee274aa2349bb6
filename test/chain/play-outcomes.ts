import {
  type Address,
  decodeErrorResult,
  encodeFunctionData,
  type Hex,
  numberToHex,
  parseAbi,
  parseAbiItem,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { ChainHandle } from "../../local/chain/chain-handle.ts";
import { sendTransaction } from "../../local/chain/send-transaction.ts";
import { jsonRpc } from "../support/json-rpc.ts";
import type { OutcomeState } from "./create-outcome-state.ts";
import { placeholderArguments } from "./placeholder-arguments.ts";
import type { ObservedOutcome } from "./vault-outcomes.ts";
import { type OutcomeCall, wordedCalls } from "./worded-calls.ts";

const stakeAbi = parseAbi(["function stake(uint256 amount)"]);
const errorAbi = parseAbi(["error Error(string)"]);
const CALL_GAS = numberToHex(15_000_000);

/**
 * Plays observed calls on the local contracts, in their order, and says of each what came out, in
 * the words of the file.
 */
export async function playOutcomes(
  handle: ChainHandle,
  state: OutcomeState,
  rows: readonly ObservedOutcome[],
): Promise<ObservedOutcome[]> {
  const worded = wordedCalls(handle, state);
  const later = rows.filter(({ call }) => call.endsWith(" after stake"));
  const played = new Map<string, ObservedOutcome>();
  for (const { call } of rows.filter((row) => !later.includes(row)))
    played.set(call, await play(handle, state, worded, call));
  await stakeOnce(handle, state);
  for (const { call } of later) played.set(call, await play(handle, state, worded, call));
  return rows.map(({ call }) => played.get(call) as ObservedOutcome);
}

async function play(
  handle: ChainHandle,
  state: OutcomeState,
  worded: Record<string, OutcomeCall>,
  call: string,
): Promise<ObservedOutcome> {
  const made = call.startsWith("x.") ? worded[call.slice(2)] : signatureCall(handle, state, call);
  if (made === undefined) throw new Error(`nothing is known of the call ${call}`);
  const { value = 0n, ...rest } = made;
  const params = [{ ...rest, value: numberToHex(value), gas: CALL_GAS }, "latest"];
  const answer = await jsonRpc<Hex>(handle.rpcUrl, "eth_call", params);
  if (!answer.error) return { call, outcome: "ok", bytes: (answer.result.length - 2) / 2 };
  return { call, outcome: "reverts", with: revertText((answer.error.data ?? "0x") as Hex) };
}

/** "vault.owner() [0x8da5cb5b] from stranger". */
function signatureCall(handle: ChainHandle, state: OutcomeState, call: string): OutcomeCall {
  const [, target = "", signature = "", selector = "", sender = ""] =
    /^(\w+)\.(.+) \[(0x[0-9a-f]{8})\] from (\w+)$/.exec(call) ?? [];
  const item = parseAbiItem(`function ${signature}`);
  if (item.type !== "function") throw new Error(`no function: ${signature}`);
  const args = placeholderArguments(item.inputs, handle.tokens.USDC);
  const data = encodeFunctionData({ abi: [item], functionName: item.name, args } as never);
  if (!data.startsWith(selector)) throw new Error(`${signature} is not ${selector}`);
  return { from: senderOf(handle, sender), to: targetOf(handle, state, target), data };
}

function targetOf({ addresses }: ChainHandle, state: OutcomeState, target: string): Address {
  if (target === "vault" || target === "vaultETH") return state[target];
  const at = {
    factory: addresses.factory,
    oracle: addresses.oracle,
    staking: addresses.stakingProxy,
    stakingProxy: addresses.stakingProxy,
  };
  if (!(target in at)) throw new Error(`no contract ${target}`);
  return at[target as keyof typeof at];
}

function senderOf({ accounts }: ChainHandle, sender: string): Address {
  const role = sender === "owner" ? "operator" : sender;
  if (role !== "operator" && role !== "agent" && role !== "stranger")
    throw new Error(`no account ${sender}`);
  return accounts[role].address;
}

function revertText(data: Hex): string {
  if (data.startsWith("0x08c379a0"))
    return `Error("${decodeErrorResult({ abi: errorAbi, data }).args[0]}")`;
  const more = (data.length - 10) / 2;
  return more > 0 ? `${data.slice(0, 10)} and ${more} bytes` : data;
}

async function stakeOnce(handle: ChainHandle, { vault }: OutcomeState): Promise<void> {
  const owner = privateKeyToAccount(handle.accounts.operator.privateKey);
  const data = encodeFunctionData({ abi: stakeAbi, functionName: "stake", args: [10n ** 18n] });
  await sendTransaction(handle, { from: owner, to: vault, data });
}
