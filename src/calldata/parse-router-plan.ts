import { type Address, type Hex, parseAbiParameters, size, slice } from "viem";
import type { RouterFacts } from "../kinds/vault-call.ts";
import { lowerHex } from "../lib/normalize-address.ts";
import { decodeAbiStrictly } from "./decode-abi-strictly.ts";
import { mapRecipient, parseV4Actions } from "./parse-v4-actions.ts";
import type { RouterStep } from "./swap-calls.ts";

/**
 * Command inputs (universal-router Dispatcher.sol); 2.1 appended `minHopPriceX36` to the V2 and V3
 * swaps.
 */
const POOL_SWAPS = {
  "2.0": {
    v2: parseAbiParameters("address, uint256, uint256, address[], bool"),
    v3: parseAbiParameters("address, uint256, uint256, bytes, bool"),
  },
  "2.1.2": {
    v2: parseAbiParameters("address, uint256, uint256, address[], bool, uint256[]"),
    v3: parseAbiParameters("address, uint256, uint256, bytes, bool, uint256[]"),
  },
} as const;
const TOKEN_RECIPIENT_UINT = parseAbiParameters("address, address, uint256");
const RECIPIENT_UINT = parseAbiParameters("address, uint256");
const SUB_PLAN = parseAbiParameters("bytes, bytes[]");
/** No venue nests plans in practice. */
const MAX_DEPTH = 2;

export type RouterPlan = {
  commands: readonly string[];
  actions: readonly string[];
  steps: readonly RouterStep[];
};
type PlanProblem =
  | { problem: "unsupportedCommand"; command: Hex; name: string }
  | { problem: "unreadable"; reason: string };

/** The plan with sub-plans inlined, or the first part that cannot be vouched for. */
export function parseRouterPlan(
  commands: Hex,
  inputs: readonly Hex[],
  facts: RouterFacts,
  depth = 0,
): RouterPlan | PlanProblem {
  const bytes = commands.slice(2).match(/../g) ?? [];
  if (bytes.length !== inputs.length)
    return unreadable("the plan has another number of commands than of inputs");
  const plan = { commands: [] as string[], actions: [] as string[], steps: [] as RouterStep[] };
  for (const [index, byte] of bytes.entries()) {
    const command = ROUTER_COMMANDS[Number.parseInt(byte, 16)];
    if (!command?.allowed) {
      return {
        problem: "unsupportedCommand",
        command: `0x${byte}`,
        name: command?.name ?? "unknown command",
      };
    }
    const read = parseCommand(command.name, inputs[index] ?? "0x", facts, depth);
    if ("problem" in read) return read;
    plan.commands.push(command.name, ...read.commands);
    plan.actions.push(...read.actions);
    plan.steps.push(...read.steps);
  }
  return plan;
}

function parseCommand(
  name: string,
  input: Hex,
  facts: RouterFacts,
  depth: number,
): RouterPlan | PlanProblem {
  if (name === "EXECUTE_SUB_PLAN") {
    const sub = decodeAbiStrictly(SUB_PLAN, input);
    if (sub === null) return unreadable("EXECUTE_SUB_PLAN cannot be read");
    if (depth >= MAX_DEPTH) return unreadable(`plans are nested more than ${MAX_DEPTH} deep`);
    return parseRouterPlan(sub[0], sub[1], facts, depth + 1);
  }
  if (name === "V4_SWAP") {
    const plan = parseV4Actions(input, facts);
    if ("unreadable" in plan) return unreadable(plan.unreadable);
    return { commands: [], actions: plan.names, steps: [{ op: "v4", actions: plan.steps }] };
  }
  const steps = parseSimple(name, input, facts);
  if (steps === null)
    return unreadable(`the input of ${name} cannot be read for router ${facts.routerVersion}`);
  return { commands: [], actions: [], steps };
}

function parseSimple(name: string, input: Hex, facts: RouterFacts): RouterStep[] | null {
  switch (name) {
    case "V3_SWAP_EXACT_IN":
    case "V3_SWAP_EXACT_OUT":
    case "V2_SWAP_EXACT_IN":
    case "V2_SWAP_EXACT_OUT":
      return parsePoolSwap(name, input, facts);
    case "WRAP_ETH":
    case "UNWRAP_WETH": {
      const read = decodeAbiStrictly(RECIPIENT_UINT, input);
      if (read === null) return null;
      const recipient = mapRecipient(read[0], facts.vault);
      return [
        name === "WRAP_ETH"
          ? { op: "wrap", recipient, amountBase: read[1] }
          : { op: "unwrap", recipient, minBase: read[1] },
      ];
    }
    default:
      return parsePayment(name, input, facts);
  }
}

function parsePoolSwap(name: string, input: Hex, facts: RouterFacts): RouterStep[] | null {
  const protocol = name.startsWith("V3") ? "v3" : "v2";
  const read = decodeAbiStrictly(POOL_SWAPS[facts.routerVersion][protocol], input);
  if (read === null) return null;
  const path = typeof read[3] === "string" ? decodeV3Path(read[3]) : read[3].map(lowerHex);
  const first = path?.at(0);
  const last = path?.at(-1);
  if (!path || path.length < 2 || typeof first !== "string" || typeof last !== "string")
    return null;
  const mode = name.endsWith("IN") ? "exactIn" : "exactOut";
  // Only V3 encodes an exact-output path backward.
  const [tokenIn, tokenOut] =
    protocol === "v3" && mode === "exactOut" ? [last, first] : [first, last];
  const recipient = mapRecipient(read[0], facts.vault);
  return [
    {
      op: "poolSwap",
      protocol,
      mode,
      recipient,
      amountBase: read[1],
      limitBase: read[2],
      tokenIn,
      tokenOut,
      path,
      payerIsUser: read[4],
    },
  ];
}

function parsePayment(name: string, input: Hex, facts: RouterFacts): RouterStep[] | null {
  const read = decodeAbiStrictly(TOKEN_RECIPIENT_UINT, input);
  if (read === null) return null;
  const [token, encodedRecipient, amount] = [lowerHex(read[0]), lowerHex(read[1]), read[2]];
  const recipient = mapRecipient(encodedRecipient, facts.vault);
  switch (name) {
    case "SWEEP":
      return [{ op: "sweep", token, recipient, encodedRecipient, minBase: amount }];
    case "TRANSFER":
      return [{ op: "transfer", token, recipient, amountBase: amount }];
    case "PAY_PORTION":
      return [{ op: "payPortion", token, recipient, bips: amount }];
    default:
      return []; // BALANCE_CHECK_ERC20 moves nothing
  }
}

const unreadable = (reason: string): PlanProblem => ({ problem: "unreadable", reason });

/**
 * `allowed` by the vault's adapter (universal-router 2.0.0 Commands.sol, docs/facts/vault-
 * contracts.md 6). Other bytes are refused, flagged ones too: 0x80 "may fail", 0x40 differs by
 * router version.
 */
const ROUTER_COMMANDS: Readonly<Record<number, { name: string; allowed: boolean }>> = {
  0: { name: "V3_SWAP_EXACT_IN", allowed: true },
  1: { name: "V3_SWAP_EXACT_OUT", allowed: true },
  2: { name: "PERMIT2_TRANSFER_FROM", allowed: false },
  3: { name: "PERMIT2_PERMIT_BATCH", allowed: false },
  4: { name: "SWEEP", allowed: true },
  5: { name: "TRANSFER", allowed: true },
  6: { name: "PAY_PORTION", allowed: true },
  8: { name: "V2_SWAP_EXACT_IN", allowed: true },
  9: { name: "V2_SWAP_EXACT_OUT", allowed: true },
  10: { name: "PERMIT2_PERMIT", allowed: false },
  11: { name: "WRAP_ETH", allowed: true },
  12: { name: "UNWRAP_WETH", allowed: true },
  13: { name: "PERMIT2_TRANSFER_FROM_BATCH", allowed: false },
  14: { name: "BALANCE_CHECK_ERC20", allowed: true },
  16: { name: "V4_SWAP", allowed: true },
  17: { name: "V3_POSITION_MANAGER_PERMIT", allowed: false },
  18: { name: "V3_POSITION_MANAGER_CALL", allowed: false },
  19: { name: "V4_INITIALIZE_POOL", allowed: false },
  20: { name: "V4_POSITION_MANAGER_CALL", allowed: false },
  33: { name: "EXECUTE_SUB_PLAN", allowed: true },
};

/** token (20 bytes), then fee (3 bytes) and token per hop (v3-periphery Path.sol). */
const ADDRESS_BYTES = 20;
const HOP_BYTES = 23;

/** Tokens and fees in the path's order, or null for no path. */
export function decodeV3Path(path: Hex): readonly [Address, ...(Address | number)[]] | null {
  const hops = (size(path) - ADDRESS_BYTES) / HOP_BYTES;
  if (!Number.isInteger(hops) || hops < 1) return null;
  const parts: (Address | number)[] = [];
  for (let hop = 0; hop < hops; hop++) {
    const at = ADDRESS_BYTES + hop * HOP_BYTES;
    parts.push(Number(slice(path, at, at + 3)), slice(path, at + 3, at + HOP_BYTES));
  }
  return [slice(path, 0, ADDRESS_BYTES), ...parts];
}
