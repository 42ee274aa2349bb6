import { type AbiParameter, type Hex, parseAbiItem, toFunctionSelector } from "viem";
import type { ErrorCode } from "../../schemas/error-codes.ts";
import { decodeAbi } from "../lib/decode-abi.ts";
import { KNOWN_REVERTS, type KnownRevert, REVERTED } from "./known-reverts.ts";

type DecodedRevert = { name: string | null; args: string[]; code: ErrorCode; message: string };

/** Errors that carry another one: the position of that among their arguments, and our lead-in. */
const CARRIERS: Readonly<
  Record<string, { signature: string; carried: number; lead: (args: string[]) => string }>
> = {
  "0x2c4029e9": {
    signature: "ExecutionFailed(uint256 commandIndex, bytes message)",
    carried: 1,
    lead: ([index]) => `Command ${index} of the route failed. `,
  },
  "0x90bfb865": {
    signature: "WrappedError(address target, bytes4 selector, bytes reason, bytes details)",
    carried: 2,
    lead: ([target]) => `The pool hook ${target} failed. `,
  },
};
const MAX_DEPTH = 4;
const MAX_TEXT = 120;

/** Source: docs.soliditylang.org, "Panic via assert and Error via require". */
const PANICS: Readonly<Record<string, string>> = {
  "1": "an assertion failed",
  "17": "an amount over- or underflowed",
  "18": "a division by zero",
  "33": "an invalid enum value",
  "34": "a broken storage array",
  "49": "an empty array was popped",
  "50": "an index out of range",
  "65": "too much memory was asked for",
  "81": "an uninitialised function was called",
};

type Entry = { name: string; inputs: readonly AbiParameter[]; code: ErrorCode; advice: string };
let entries: ReadonlyMap<string, Entry> | undefined;
/** By selector, which are hashed when the first revert is read and not at start-up. */
function table(): ReadonlyMap<string, Entry> {
  entries ??= new Map(
    Object.entries(KNOWN_REVERTS).map(([signature, [code, advice]]) => {
      const inputs = inputsOf(signature);
      const name = signature.slice(0, signature.indexOf("("));
      const selector = toFunctionSelector(`${name}(${inputs.map(({ type }) => type).join(",")})`);
      return [selector, { name, inputs, code, advice }];
    }),
  );
  return entries;
}

/**
 * Never throws, whoever made the data. Text of Error(string) is cut and loses its control
 * characters.
 */
export function decodeRevert(data: Hex, depth = 0): DecodedRevert {
  if (data === "0x") return { name: null, args: [], code: REVERTED, message: EMPTY };
  const selector = data.slice(0, 10).toLowerCase();
  const body: Hex = `0x${data.slice(10)}`;
  const carrier = CARRIERS[selector];
  if (carrier !== undefined && depth < MAX_DEPTH)
    return decodeCarried(carrier, body, depth) ?? undecodable(selector);
  if (selector === "0x08c379a0") return decodeText(body) ?? undecodable(selector);
  if (selector === "0x4e487b71") return decodePanic(body) ?? undecodable(selector);
  const entry = table().get(selector);
  const args = entry && argumentsOf(entry.inputs, body);
  if (!entry || !args) return undecodable(selector);
  const { name, code, advice } = entry;
  return { name, args, code, message: `${advice} (${name})` };
}

const EMPTY =
  "The call was refused without a reason. Either the sender is neither the vault's owner nor " +
  "delegated for this function, or native coin was attached to the call, or the vault holds " +
  "less than it should move, or a batch hid the reason. Check the delegation and the vault's " +
  "balances, and attach no value.";

const undecodable = (selector: string): DecodedRevert => ({
  name: null,
  args: [],
  code: REVERTED,
  message:
    `The call was refused with an error this service does not know (${clean(selector)}). Ask ` +
    "for a new quote, or use the other venue.",
});

function decodeText(body: Hex): DecodedRevert | null {
  const read = decodeAbi([{ type: "string" }], body);
  if (read === null) return null;
  const text = clean(read[0]);
  const known = Object.hasOwn(KNOWN_REVERT_TEXTS, text) ? KNOWN_REVERT_TEXTS[text] : undefined;
  const [code, advice] = known ?? [
    REVERTED,
    "A contract refused the call. Ask for a new quote, or use the other venue.",
  ];
  return { name: "Error", args: [text], code, message: `${advice} (it said "${text}")` };
}

function decodePanic(body: Hex): DecodedRevert | null {
  const read = decodeAbi([{ type: "uint256" }], body);
  if (read === null) return null;
  const what = PANICS[String(read[0])] ?? "an internal check failed";
  const message = `A contract stopped because of ${what}. Check the amounts, then ask for a new quote.`;
  return { name: "Panic", args: [String(read[0])], code: REVERTED, message };
}

function decodeCarried(
  carrier: (typeof CARRIERS)[string],
  body: Hex,
  depth: number,
): DecodedRevert | null {
  const args = argumentsOf(inputsOf(carrier.signature), body);
  if (args === null) return null;
  const inner = decodeRevert((args[carrier.carried] ?? "0x") as Hex, depth + 1);
  return { ...inner, message: `${carrier.lead(args)}${inner.message}` };
}

function inputsOf(signature: string): readonly AbiParameter[] {
  // Safe: signatures come from our own tables, and a test reads every one.
  return (parseAbiItem(`error ${signature}`) as unknown as Pick<Entry, "inputs">).inputs;
}

function argumentsOf(inputs: readonly AbiParameter[], body: Hex): string[] | null {
  return (decodeAbi(inputs, body) as readonly unknown[] | null)?.map(String) ?? null;
}

function clean(text: string): string {
  const visible = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Cs}]/gu, " ").trim();
  return visible.length > MAX_TEXT ? `${visible.slice(0, MAX_TEXT)}...` : visible;
}

const POOR: KnownRevert = [
  "insufficient_balance",
  "The vault does not hold enough of the token to move. Lower the amount.",
];

/** Refused earlier where the balance is too small, so that is not the reason. */
const REFUSED_BY_TOKEN: KnownRevert = [
  REVERTED,
  "The token could not be taken from the vault. Where the vault holds enough of it, the " +
    "token's issuer has blocked the vault, and no amount will work: see with " +
    "get_token_balance, then ask the issuer.",
];

/**
 * Known texts of Error(string). Source: docs/facts/vault-contracts.md 6, 9 and 16;
 * onchain-vectors.json.
 */
const KNOWN_REVERT_TEXTS: Readonly<Record<string, KnownRevert>> = {
  TRANSFER_FROM_FAILED: REFUSED_BY_TOKEN,
  TRANSFER_FAILED: REFUSED_BY_TOKEN,
  "ERC20: transfer amount exceeds balance": POOR,
  STF: REFUSED_BY_TOKEN,
  "Blacklistable: account is blacklisted": [
    REVERTED,
    "USDC's issuer has blocked an address of this transfer, so USDC cannot move there. " +
      "Nothing that the vault does with USDC will work while it is blocked; ask the issuer.",
  ],
  ETH_TRANSFER_FAILED: [
    REVERTED,
    "Native coin could not be sent on. Use the wrapped token instead.",
  ],
  NON_REGISTERED_RB_POOL_ERROR: [
    "not_delegated",
    "The staking call did not run as the vault: delegate its selector to the agent wallet, " +
      "or sign with the owner.",
  ],
  MOVE_STAKE_AMOUNT_HIGHER_THAN_WITHDRAWABLE_ERROR: [
    REVERTED,
    "This stake cannot be withdrawn yet. Undelegate it first and wait until the epoch ends.",
  ],
  STAKING_TIMESTAMP_TOO_LOW_ERROR: [
    REVERTED,
    "The staking epoch has not ended yet. Try again after its end.",
  ],
  STAKING_POOL_NOT_FINALIZED_ERROR: [
    "rewards_unclaimed",
    "The vault's staking pool earned rewards in the last epoch, and its stake cannot be " +
      "moved before they are shared. Claim the rewards first: that shares them.",
  ],
  STAKING_MISSING_POOLS_TO_BE_FINALIZED_ERROR: [
    REVERTED,
    "Staking pools earned rewards in the epoch before, and this one cannot be ended until " +
      "each of them is finalized. Any account may do that.",
  ],
  STAKING_POOL_DOES_NOT_EXIST_ERROR: [
    REVERTED,
    "The vault has no staking pool yet: its first stake creates one.",
  ],
  STAKING_INSUFFICIENT_BALANCE_ERROR: [
    "insufficient_balance",
    "The vault does not have that much stake. Lower the amount.",
  ],
  FACTORY_CREATE2_FAILED_ERROR: [
    REVERTED,
    "This owner already has a vault of that name. Choose another name.",
  ],
  REGISTRY_NAME_LENGTH_ERROR: [
    "invalid_request",
    "A vault's name has 4 to 31 characters. Choose another name.",
  ],
  REGISTRY_SYMBOL_LENGTH_ERROR: [
    "invalid_request",
    "A vault's symbol has 3 to 5 upper-case letters. Choose another symbol.",
  ],
};
