import { concatHex, encodeAbiParameters, type Hex, numberToHex, parseAbiParameters } from "viem";
import type { RouterFacts } from "../kinds/vault-call.ts";
import { decodeAbi } from "../lib/decode-abi.ts";
import { selectorOf } from "../lib/normalize-address.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { bodyOf, decodeAbiStrictly } from "./decode-abi-strictly.ts";
import { parseV4Actions } from "./parse-v4-actions.ts";
import type { V4Step } from "./swap-calls.ts";

/** execute(bytes,bytes[],uint256) and execute(bytes,bytes[]) (docs/facts/vault-contracts.md 2). */
const WITH_DEADLINE = "0x3593564c";
const WITHOUT_DEADLINE = "0x24856bc3";
const THREE = parseAbiParameters("bytes, bytes[], uint256");
const TWO = parseAbiParameters("bytes, bytes[]");

/** `deadlineSec` null: the form without one. */
type ExecuteArguments = { commands: Hex; inputs: readonly Hex[]; deadlineSec: bigint | null };

/** `decode` tolerates trailing bytes, `encode` writes none. */
export const executeCalldata = {
  decode(data: Hex): ExecuteArguments | null {
    const selector = selectorOf(data);
    if (selector === WITH_DEADLINE) {
      const read = decodeAbi(THREE, bodyOf(data));
      return read && { commands: read[0], inputs: read[1], deadlineSec: read[2] };
    }
    const read = selector === WITHOUT_DEADLINE ? decodeAbi(TWO, bodyOf(data)) : null;
    return read && { commands: read[0], inputs: read[1], deadlineSec: null };
  },
  encode({ commands, inputs, deadlineSec }: ExecuteArguments): Hex {
    if (deadlineSec === null)
      return concatHex([WITHOUT_DEADLINE, encodeAbiParameters(TWO, [commands, inputs])]);
    return concatHex([WITH_DEADLINE, encodeAbiParameters(THREE, [commands, inputs, deadlineSec])]);
  },
};

/**
 * Sets the deadline in Unix seconds, also of the form without one, and drops trailing bytes.
 * Refuses with venue_calldata_rejected.
 */
export function setRouterDeadline(data: Hex, deadlineSec: number): Verdict<Hex> {
  const call = executeCalldata.decode(data);
  if (call !== null)
    return allow(executeCalldata.encode({ ...call, deadlineSec: BigInt(deadlineSec) }));
  return refuse(
    "venue_calldata_rejected",
    "The calldata of uniswap is not a readable call of the router's execute, so no deadline " +
      "could be set. Ask for a new quote, or use the other venue.",
    { venue: "uniswap", what: "execute" },
  );
}

const V4_SWAP = "10";
const PLAN = parseAbiParameters("bytes, bytes[]");
/** Words of a TAKE: currency, recipient, amount. */
const BEFORE_AMOUNT = 2 + 2 * 64;

/**
 * Pins every v4 exact output. Uniswap's SDK ends it with TAKE(currency, recipient, 0), "whatever is
 * due", unchecked by router 2.0; an exact TAKE reverts unless the pool filled it. Other calldata
 * returns as it came.
 */
export function pinExactOutput(data: Hex, facts: RouterFacts): Hex {
  const call = executeCalldata.decode(data);
  if (call === null) return data;
  const commands = call.commands.slice(2).match(/../g) ?? [];
  const inputs = call.inputs.map((input, index) =>
    commands[index] === V4_SWAP ? pinned(input, facts) : input,
  );
  return executeCalldata.encode({ ...call, inputs });
}

function pinned(input: Hex, facts: RouterFacts): Hex {
  const plan = decodeAbiStrictly(PLAN, input);
  const parsed = parseV4Actions(input, facts);
  if (plan === null || "unreadable" in parsed) return input;
  const params = plan[1].map((param, index) => {
    const amountBase = exactDue(parsed.steps, index);
    if (amountBase === null) return param;
    return concatHex([`0x${param.slice(2, BEFORE_AMOUNT)}`, numberToHex(amountBase, { size: 32 })]);
  });
  return encodeAbiParameters(PLAN, [plan[0], params]);
}

/** Amount due if every pool fills; null for no open TAKE or an unknown amount. */
function exactDue(steps: readonly V4Step[], index: number): bigint | null {
  const take = steps[index];
  if (take?.op !== "take" || take.amountBase !== 0n) return null;
  const others = steps.filter((step, at) => at !== index && touches(step, take.token));
  let due = 0n;
  for (const step of others) {
    if (step.op !== "swap" || step.mode !== "exactOut" || step.tokenOut !== take.token) return null;
    due += step.amountBase;
  }
  return due === 0n ? null : due;
}

function touches(step: V4Step, token: string): boolean {
  return step.op === "swap"
    ? step.tokenIn === token || step.tokenOut === token
    : step.token === token;
}
