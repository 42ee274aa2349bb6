import { type Address, type Hex, pad, toHex } from "viem";
import type { RouterFacts } from "../kinds/vault-call.ts";
import { lowerHex, selectorOf } from "../lib/normalize-address.ts";
import { deadlineMulticall } from "./deadline-multicall.ts";
import { notStandard, unknownCall } from "./decode-abi-strictly.ts";
import { type ExecArguments, execCalldata, hexWord } from "./exec-calldata.ts";
import { canonicalToken, NATIVE_TOKEN } from "./native-token.ts";
import { SETTLER_ACTIONS } from "./settler-actions.ts";
import { settlerPayments } from "./settler-payments.ts";
import type { ZeroExCall, ZeroExSwapCall } from "./swap-calls.ts";

/**
 * Reads exec(), alone or inside the vault's multicall, which may hold only a native sale without a
 * deadline (decision D17).
 */
export function decodeExecCall(data: Hex, facts: RouterFacts): ZeroExCall {
  if (selectorOf(data) !== deadlineMulticall.selector) return decodeZeroExCall(data, facts);
  const read = deadlineMulticall.decode(data);
  if (read === null)
    return unknownCall("the arguments of multicall are not one call in the standard encoding");
  const { call: inner, deadlineSec } = read;
  const call = /^0x2213bc0b/i.test(inner) ? decodeZeroExCall(inner, facts) : null;
  if (call === null) return unknownCall("multicall holds another call than exec");
  if (call.kind !== "swap") return call;
  if (call.deadlineSec !== null || call.nativeFromVaultBase === 0n)
    return unknownCall("multicall holds another swap than a native sale without a deadline");
  return { ...call, deadlineSec, isInMulticall: true };
}

type Permit = ZeroExSwapCall["permits"][number];

/** Tokens, payments and actions of exec(). */
function decodeZeroExCall(data: Hex, facts: RouterFacts): ZeroExCall {
  const call = execCalldata.decode(data);
  if (call === null)
    return unknownCall("the arguments of exec or of Settler.execute cannot be read");
  if ("innerSelector" in call) {
    const reason = "only Settler.execute may run inside exec";
    return {
      kind: "unsupported",
      venue: "0x-allowance-holder",
      reason,
      innerSelector: call.innerSelector,
    };
  }
  if (execCalldata.encode(call) !== data.toLowerCase()) {
    return notStandard("exec or of Settler.execute");
  }
  const known = call.actions.map((action) => SETTLER_ACTIONS[selectorOf(action)]);
  const settlerActions = known.map(
    (action, index) => action?.name ?? (call.actions[index] ?? "0x").slice(0, 10),
  );
  if (known.length === 0 || known.some((action) => !action?.allowed)) {
    const reason = "the actions are not all swaps that a vault may run";
    return { kind: "unsupported", venue: "0x-allowance-holder", reason, settlerActions };
  }
  const permits = permitsOf(call);
  if (permits === null) return unknownCall("a permit inside the actions cannot be read");
  const payments = settlerPayments(call, facts);
  if (payments === null)
    return unknownCall("an action gives a token away in a form that cannot be vouched for");
  return summarize(call, settlerActions, { permits, payments });
}

function summarize(
  call: ExecArguments,
  settlerActions: readonly string[],
  { permits, payments }: Pick<ZeroExSwapCall, "permits" | "payments">,
): ZeroExCall {
  const tokenIn = canonicalToken(call.token);
  return {
    kind: "swap",
    venue: "0x-allowance-holder",
    mode: "exactIn",
    tokenIn,
    tokenOut: canonicalToken(call.slippage.buyToken),
    tokenInEncoded: lowerHex(call.token),
    tokenOutEncoded: lowerHex(call.slippage.buyToken),
    amountInBase: call.amountBase,
    amountOutMinBase: call.slippage.minAmountOut,
    recipient: lowerHex(call.slippage.recipient),
    operator: lowerHex(call.operator),
    target: lowerHex(call.target),
    innerSelector: "0x1fff991f",
    settlerActions,
    deadlineSec: firstDeadline(call.actions[0] ?? "0x"),
    isInMulticall: false,
    permits,
    payments,
    nativeFromVaultBase: tokenIn === NATIVE_TOKEN ? call.amountBase : 0n,
  };
}

/** Null for a permit that is cut short or has wide addresses. */
function permitsOf(call: ExecArguments): Permit[] | null {
  const permits: Permit[] = [];
  for (const action of call.actions) {
    const known = SETTLER_ACTIONS[selectorOf(action)];
    if (known?.carries !== "permit") continue;
    const [recipient, token] = [addressWord(action, 0), addressWord(action, 1)];
    const [amountBase, deadlineSec] = [hexWord(action, 2), hexWord(action, 4)];
    if (recipient === null || token === null || amountBase === null || deadlineSec === null)
      return null;
    permits.push({ action: known.name, recipient, token, amountBase, deadlineSec });
  }
  return permits;
}

/** The first action carries the deadline (decision D17). */
function firstDeadline(action: Hex): bigint | null {
  const carries = SETTLER_ACTIONS[selectorOf(action)]?.carries;
  if (carries === "permit") return hexWord(action, 4);
  return carries === "nativeCheck" ? hexWord(action, 0) : null;
}

function addressWord(action: Hex, index: number): Address | null {
  const word = hexWord(action, index);
  return word === null || word >> 160n !== 0n ? null : pad(toHex(word), { size: 20 });
}
