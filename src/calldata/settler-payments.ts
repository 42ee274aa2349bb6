import { type Address, type Hex, parseAbiParameters } from "viem";
import type { RouterFacts } from "../kinds/vault-call.ts";
import { lowerHex, selectorOf } from "../lib/normalize-address.ts";
import { bodyOf, decodeAbiStrictly } from "./decode-abi-strictly.ts";
import type { ExecArguments } from "./exec-calldata.ts";
import { canonicalToken, NATIVE_TOKEN } from "./native-token.ts";

/** Basis points of the Settler's holding, paid to a third party. */
export type SettlerPayment = { token: Address; recipient: Address; bps: bigint };

const POSITIVE_SLIPPAGE = "0x34ee90ca";
const BASIC = "0x38c9c147";
const TRANSFER = "0xa9059cbb";
/** Methods that transfer a token or let a spender take it. */
const GIVING: ReadonlySet<string> = new Set([
  TRANSFER,
  "0x23b872dd", // transferFrom(address,address,uint256)
  "0x095ea7b3", // approve(address,uint256)
  "0x39509351", // increaseAllowance(address,uint256)
  "0xd505accf", // permit(address,address,uint256,uint256,uint8,bytes32,bytes32)
  "0x4000aea0", // transferAndCall(address,uint256,bytes)
  "0xa22cb465", // setApprovalForAll(address,bool)
]);
/** deposit() and withdraw(uint256) of the wrapped coin. */
const WRAPPING: ReadonlySet<string> = new Set(["0xd0e30db0", "0x2e1a7d4d"]);
/** In transfer(address,uint256), which BASIC writes. */
const TRANSFER_AMOUNT_OFFSET = 36n;
const POSITIVE_ARGUMENTS = parseAbiParameters(
  "address recipient, address token, uint256 expected, uint256 maxBps",
);
const BASIC_ARGUMENTS = parseAbiParameters(
  "address sellToken, uint256 bps, address pool, uint256 offset, bytes data",
);
const TRANSFER_ARGUMENTS = parseAbiParameters("address recipient, uint256 amount");

/**
 * Payments by POSITIVE_SLIPPAGE and BASIC; null for one that is unreadable or no plain transfer of
 * a share. A BASIC trade at a pool is no payment: the enforced minimum bounds it
 * (docs/facts/zeroex-settler.md).
 */
export function settlerPayments(call: ExecArguments, facts: RouterFacts): SettlerPayment[] | null {
  const ours = new Set([facts.vault.toLowerCase(), call.target.toLowerCase()]);
  const payments: SettlerPayment[] = [];
  for (const action of call.actions) {
    const found = paymentOf(action, call, facts);
    if (found === null) return null;
    if (found !== undefined && !ours.has(found.recipient)) payments.push(found);
  }
  return payments;
}

function paymentOf(
  action: Hex,
  call: ExecArguments,
  facts: RouterFacts,
): SettlerPayment | undefined | null {
  const selector = action.slice(0, 10).toLowerCase();
  const body: Hex = `0x${action.slice(10)}`;
  if (selector === BASIC) return paymentOfBasic(body, call, facts);
  if (selector !== POSITIVE_SLIPPAGE) return undefined;
  const read = decodeAbiStrictly(POSITIVE_ARGUMENTS, body);
  if (read === null) return null;
  const [recipient, token, , bps] = read;
  return { token: canonicalToken(token), recipient: lowerHex(recipient), bps };
}

function paymentOfBasic(
  body: Hex,
  call: ExecArguments,
  facts: RouterFacts,
): SettlerPayment | undefined | null {
  const read = decodeAbiStrictly(BASIC_ARGUMENTS, body);
  if (read === null) return null;
  const [sellToken, bps, encodedPool, offset, data] = read;
  const [sold, pool] = [canonicalToken(sellToken), lowerHex(encodedPool)];
  const isNative = sellToken.toLowerCase() !== NATIVE_TOKEN && sold === NATIVE_TOKEN;
  const isWrapper = pool === facts.wrappedNative.toLowerCase();
  const method = selectorOf(data);
  // Native coin without data is a transfer; the wrapped coin gives its token for it.
  if (isNative && data === "0x")
    return isWrapper ? undefined : { token: NATIVE_TOKEN, recipient: pool, bps };
  if (isWrapper && WRAPPING.has(method)) return undefined;
  const traded = [sellToken, call.token, call.slippage.buyToken].map(canonicalToken);
  if (!GIVING.has(method) && !isWrapper && !traded.includes(pool)) return undefined;
  const isPlain = method === TRANSFER && pool === sold && offset === TRANSFER_AMOUNT_OFFSET;
  const transfer = isPlain ? decodeAbiStrictly(TRANSFER_ARGUMENTS, bodyOf(data)) : null;
  return transfer === null ? null : { token: sold, recipient: lowerHex(transfer[0]), bps };
}
