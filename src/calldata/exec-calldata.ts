import {
  type Address,
  concatHex,
  encodeAbiParameters,
  type Hex,
  numberToHex,
  parseAbiParameters,
} from "viem";
import { decodeAbi } from "../lib/decode-abi.ts";
import { selectorOf } from "../lib/normalize-address.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { bodyOf } from "./decode-abi-strictly.ts";
import { canonicalToken, NATIVE_TOKEN } from "./native-token.ts";
import { SETTLER_ACTIONS } from "./settler-actions.ts";

/**
 * AllowanceHolder.exec(address,address,uint256,address,bytes) (docs/facts/vault-contracts.md 2).
 */
const EXEC = "0x2213bc0b";
/**
 * Settler.execute((address,address,uint256),bytes[],bytes32), the only entry the vault's adapter
 * accepts.
 */
const SETTLER_EXECUTE = "0x1fff991f";
const OUTER = parseAbiParameters(
  "address operator, address token, uint256 amount, address target, bytes data",
);
const INNER = parseAbiParameters(
  "(address recipient, address buyToken, uint256 minAmountOut) slippage, bytes[] actions, bytes32 zid",
);

type Slippage = { recipient: Address; buyToken: Address; minAmountOut: bigint };

/** Arguments of exec and of Settler.execute inside. */
export type ExecArguments = {
  operator: Address;
  token: Address;
  amountBase: bigint;
  target: Address;
  slippage: Slippage;
  actions: readonly Hex[];
  zid: Hex;
};

/** `decode` tolerates trailing bytes at both levels, `encode` writes none. */
export const execCalldata = {
  decode(data: Hex): ExecArguments | { innerSelector: Hex } | null {
    const outer = selectorOf(data) === EXEC ? decodeAbi(OUTER, bodyOf(data)) : null;
    if (outer === null) return null;
    const [operator, token, amountBase, target, inner] = outer;
    const innerSelector = selectorOf(inner);
    if (innerSelector !== SETTLER_EXECUTE) return { innerSelector };
    const read = decodeAbi(INNER, bodyOf(inner));
    if (read === null) return null;
    const [slippage, actions, zid] = read;
    return { operator, token, amountBase, target, slippage, actions, zid };
  },
  encode({ operator, token, amountBase, target, slippage, actions, zid }: ExecArguments): Hex {
    const inner = concatHex([
      SETTLER_EXECUTE,
      encodeAbiParameters(INNER, [slippage, actions, zid]),
    ]);
    return concatHex([
      EXEC,
      encodeAbiParameters(OUTER, [operator, token, amountBase, target, inner]),
    ]);
  },
};

/** Word of the deadline behind the selector. */
const DEADLINE_WORD = { permit: 4, nativeCheck: 0 } as const;

/**
 * Lowers the first action's deadline to `deadlineMaxSec` (Unix seconds). Nothing signs that permit
 * (decision D17). A native sale may carry none (docs/facts/zeroex-settler.md). Refuses others
 * without one: venue_calldata_rejected.
 */
export function capPermitDeadline(data: Hex, deadlineMaxSec: number): Verdict<Hex> {
  const call = execCalldata.decode(data);
  if (call === null || "innerSelector" in call)
    return missing("a readable call of exec around Settler.execute");
  const [first = "0x", ...others] = call.actions;
  const action = SETTLER_ACTIONS[selectorOf(first)];
  const carries = action?.carries ?? "nothing";
  if (carries === "nothing") {
    const isNativeSale = action?.allowed === true && canonicalToken(call.token) === NATIVE_TOKEN;
    return isNativeSale
      ? allow(execCalldata.encode(call))
      : missing("a first action with a deadline");
  }
  const index = DEADLINE_WORD[carries];
  const deadlineSec = hexWord(first, index);
  if (deadlineSec === null) return missing("a first action of full length");
  const lowered =
    deadlineSec > BigInt(deadlineMaxSec) ? withWord(first, index, BigInt(deadlineMaxSec)) : first;
  return allow(execCalldata.encode({ ...call, actions: [lowered, ...others] }));
}

function withWord(call: Hex, index: number, value: bigint): Hex {
  const at = 10 + index * 64;
  return concatHex([
    `0x${call.slice(2, at)}`,
    numberToHex(value, { size: 32 }),
    `0x${call.slice(at + 64)}`,
  ]);
}

function missing(what: string): Verdict<Hex> {
  return refuse(
    "venue_calldata_rejected",
    `The calldata of 0x has no deadline that could be set: it lacks ${what}. Ask for a new ` +
      "quote, or use the other venue.",
    { venue: "0x", what },
  );
}

/** Null beyond the end of the data. */
export function hexWord(call: Hex, index: number): bigint | null {
  const word = call.slice(10 + index * 64, 74 + index * 64);
  return word.length === 64 ? BigInt(`0x${word}`) : null;
}
