import { concatHex, type Hex, numberToHex } from "viem";
import { selectorOf } from "../lib/selector-of.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { canonicalToken } from "./canonical-token.ts";
import { execCalldata } from "./exec-calldata.ts";
import { hexWord } from "./hex-word.ts";
import { NATIVE_TOKEN } from "./native-token.ts";
import { SETTLER_ACTIONS } from "./settler-actions.ts";

/** In words behind the selector. */
const DEADLINE_WORD = { permit: 4, nativeCheck: 0 } as const;

/**
 * The first action's deadline is lowered to `deadlineMaxSec` (Unix seconds); an earlier one stays. Nothing signs that permit inside
 * AllowanceHolder, so the bytes may be changed (decision 31). A native sale may begin without one (docs/facts/zeroex-settler.md) and stays
 * as it is: what ends it is decided where it is built. Any other call without a readable deadline is refused with venue_calldata_rejected.
 */
export function capPermitDeadline(data: Hex, deadlineMaxSec: number): Verdict<Hex> {
  const call = execCalldata.decode(data);
  if (call === null || "innerSelector" in call) return missing("a readable call of exec around Settler.execute");
  const [first = "0x", ...others] = call.actions;
  const action = SETTLER_ACTIONS[selectorOf(first)];
  const carries = action?.carries ?? "nothing";
  if (carries === "nothing") {
    const isNativeSale = action?.allowed === true && canonicalToken(call.token) === NATIVE_TOKEN;
    return isNativeSale ? allow(execCalldata.encode(call)) : missing("a first action with a deadline");
  }
  const index = DEADLINE_WORD[carries];
  const deadlineSec = hexWord(first, index);
  if (deadlineSec === null) return missing("a first action of full length");
  const lowered = deadlineSec > BigInt(deadlineMaxSec) ? withWord(first, index, BigInt(deadlineMaxSec)) : first;
  return allow(execCalldata.encode({ ...call, actions: [lowered, ...others] }));
}

function withWord(call: Hex, index: number, value: bigint): Hex {
  const at = 10 + index * 64;
  return concatHex([`0x${call.slice(2, at)}`, numberToHex(value, { size: 32 }), `0x${call.slice(at + 64)}`]);
}

function missing(what: string): Verdict<Hex> {
  return refuse(
    "venue_calldata_rejected",
    `The calldata of 0x has no deadline that could be set: it lacks ${what}. Ask for a new quote, or use the other venue.`,
    { venue: "0x", what },
  );
}
