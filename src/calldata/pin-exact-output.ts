import { concatHex, encodeAbiParameters, type Hex, numberToHex, parseAbiParameters } from "viem";
import type { RouterFacts } from "../kinds/router-facts.ts";
import { decodeAbiStrictly } from "./decode-abi-strictly.ts";
import { executeCalldata } from "./execute-calldata.ts";
import { parseV4Actions } from "./parse-v4-actions.ts";
import type { V4Step } from "./router-step.ts";

const V4_SWAP = "10";
const PLAN = parseAbiParameters("bytes, bytes[]");
/** Words of a TAKE: currency, recipient, amount. */
const BEFORE_AMOUNT = 2 + 2 * 64;

/**
 * Of every v4 exact-output swap. Uniswap's SDK ends such a swap with TAKE(currency, recipient, 0), "whatever is due", and router 2.0 does
 * not check that the pool filled it: TAKE of the exact amount takes the same when it did and reverts when it did not. Anything else is
 * returned as it came, for the calldata check to judge.
 */
export function pinExactOutput(data: Hex, facts: RouterFacts): Hex {
  const call = executeCalldata.decode(data);
  if (call === null) return data;
  const commands = call.commands.slice(2).match(/../g) ?? [];
  const inputs = call.inputs.map((input, index) => (commands[index] === V4_SWAP ? pinned(input, facts) : input));
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

/** When every pool fills; null when it is no open TAKE, or not known exactly. */
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
  return step.op === "swap" ? step.tokenIn === token || step.tokenOut === token : step.token === token;
}
