import type { Hash } from "viem";
import { PAYMENT_CHAIN_ID } from "../../schemas/chains.ts";
import type { PaidPriceId } from "../../schemas/price-table.ts";
import { type X402Payment, x402Payment } from "../../schemas/x402-payment.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { fromBase64, jsonObject } from "../lib/is-object.ts";
import { networkOf } from "../lib/network-of.ts";
import { lowerHex, namedVault } from "../lib/normalize-address.ts";
import { allow, type Refusal, refuse, type Verdict } from "../lib/verdict.ts";
import type { GateAnswer, RawRequest, Route, Run } from "../route.ts";
import { claimAndRun, type Refused } from "./claim-and-run.ts";
import { asV2Payment, isSignedByPayer, judgePayment } from "./judge-payment.ts";
import { repeatOfSpent } from "./look-at-key.ts";
import { facilitatorDown, type PaidCall, paidCallState } from "./paid-call-state.ts";
import { paymentHeader } from "./payment-header.ts";
import { paymentTerms } from "./payment-terms.ts";
import { withDebts } from "./resolve-unknown.ts";
import { takeLookup } from "./take-lookup.ts";
import { challenge, offeredExtensions, resourceOf, unpaidAnswer } from "./unpaid-answer.ts";

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/**
 * 402 | claimed -> verified -> run -> settle on 2xx, else release (decisions D6, D7 and D9). Only
 * payments signed by their payer, or perhaps by a contract, reach the facilitator.
 * @throws the handler's own error, after releasing the payment; facilitator_unavailable,
 * store_unavailable, not_configured
 */
export async function gate(
  deps: Deps,
  route: Route,
  priceId: PaidPriceId,
  raw: RawRequest,
  run: Run,
): Promise<GateAnswer> {
  const price = paymentTerms(deps.env, priceId);
  const refused: Refused = async (code, message, details, owed = []) => {
    const call = await route.listed?.(deps, raw);
    const [terms, resource] = [withDebts(price, owed), resourceOf(deps, route, raw, call)];
    const extensions = await offeredExtensions(deps, route, resource.url, terms, call);
    return challenge(terms, resource, extensions, { code, message, details });
  };
  const read = readPayment(raw.headers);
  if (!read.ok) return refused(read.code, read.message);
  const payment = read.value;
  if (payment === null) return unpaidAnswer(deps, route, priceId, raw);
  const { from, nonce } = payment.payload.authorization;
  const payer = lowerHex(from);
  const paid: PaidCall = {
    deps,
    route,
    raw,
    price,
    terms: price,
    covers: [],
    payment,
    payer,
    nonce: lowerHex(nonce),
    token: deps.newId(),
    network: networkOf(raw.headers),
    askedAtMs: null,
    debtors: debtorsOf(deps, raw, payer),
  };
  const judged = judgePayment(payment, price, deps.clock.nowMs());
  // Refusing these costs no request.
  if (!judged.ok && !isMaybeSpent(paid, judged))
    return refused(judged.code, judged.message, judged.details);
  if (await isSignedByPayer(payment, price)) return afterDebts(paid, run, refused);
  const doubted = { ...paid, askedAtMs: await takeLookup(deps, paid.network) };
  const contract = await contractPayer(deps, doubted);
  return contract.ok
    ? afterDebts(doubted, run, refused)
    : refused(contract.code, contract.message, contract.details);
}

/** A payer in debt may pay more than the price: `terms` and `covers` then say so. */
async function afterDebts(plain: PaidCall, run: Run, refused: Refused): Promise<GateAnswer> {
  const { deps, payment, price } = plain;
  const again = (paid: PaidCall) => (paidBy: Hash) => claimAndRun(paid, run, refused, { paidBy });
  const isMore = BigInt(payment.payload.authorization.value) > BigInt(price.amount);
  const seen = isMore ? await paidCallState(plain) : undefined;
  const paid =
    seen === undefined
      ? plain
      : { ...plain, terms: withDebts(price, seen.debts), covers: seen.debts };
  const judged = judgePayment(payment, paid.terms, deps.clock.nowMs());
  if (!judged.ok) {
    // A payer who repeats late, or paid a debt with it, gets the bought answer.
    const known = isMaybeSpent(paid, judged) ? await repeatOfSpent(paid, again(paid), seen) : null;
    return known ?? refused(judged.code, judged.message, judged.details, paid.covers);
  }
  // Claimed first where the payer signed, so that a payer without funds is counted before the
  // facilitator is asked. A contract's is claimed after: a stranger must not take its nonces.
  if (paid.askedAtMs === null)
    return claimAndRun(paid, run, refused, { verify: () => verify(paid, refused) });
  const invalid = await verify(paid, refused);
  if (invalid === null) return claimAndRun(paid, run, refused);
  return (await repeatOfSpent(paid, again(paid))) ?? invalid;
}

/**
 * Null for a good payment.
 * @throws facilitator_unavailable
 */
async function verify(
  { deps, route, raw, payment, terms, covers }: PaidCall,
  refused: Refused,
): Promise<GateAnswer | null> {
  const verified = await deps.facilitator.verify(
    asV2Payment(payment, terms, resourceOf(deps, route, raw).url),
    terms,
  );
  if (verified.status === "unavailable")
    throw facilitatorDown(
      "could not be verified. Nothing ran and nothing was charged; please try again",
    );
  if (verified.status === "valid") return null;
  return refused(
    "payment_invalid",
    "The facilitator refused this payment.",
    { reason: verified.reason },
    covers,
  );
}

const isMaybeSpent = ({ payment, price }: PaidCall, { details }: Refusal): boolean =>
  details?.validBefore !== undefined ||
  BigInt(payment.payload.authorization.value) > BigInt(price.amount);

/**
 * The payer, and the operator and vault that the call names (decision D9), in lower case, read from
 * the top of the body as the call does.
 */
function debtorsOf({ grant }: Deps, raw: RawRequest, payer: string): string[] {
  // An agent that does not pay stops neither its owner nor the vault.
  if (grant !== undefined) return [payer, `grant:${grant.id}`];
  const body = jsonObject(raw.bodyText);
  const named = [body.operatorAddress, namedVault(body)].filter(
    (one) => typeof one === "string" && ADDRESS.test(one),
  );
  return [...new Set([payer, ...named].map((address) => String(address).toLowerCase()))];
}

/** Ends the signature of a contract that is not deployed yet (ERC-6492). */
const NOT_DEPLOYED = "6492".repeat(16);
/** An account can take back what it lent to a contract (EIP-7702). */
const REMEMBERED_MS = 600_000;

/**
 * Allows payers with code, and signatures wrapped for a contract to come. One RPC request, which
 * the caller counts; none for a remembered payer.
 * @throws rpc_unavailable, not_configured without a node for Base
 */
async function contractPayer(deps: Deps, { payer, payment }: PaidCall): Promise<Verdict> {
  const nowMs = deps.clock.nowMs();
  const isWrapped = payment.payload.signature.toLowerCase().endsWith(NOT_DEPLOYED);
  if (isWrapped || deps.caches.contracts.get(payer, nowMs) === true) return allow(undefined);
  const [code] = await deps
    .chain(PAYMENT_CHAIN_ID)
    .rpc.send([{ method: "eth_getCode", params: [payer, "latest"], read: String }]);
  if (!code.ok)
    throw new AppError(
      "rpc_unavailable",
      "The chain could not be asked about this payer. Please try again.",
    );
  if (!/^0x[0-9a-f]{2}/i.test(code.value))
    return refuse("payment_invalid", "The payment was not signed by its payer.", { payer });
  deps.caches.contracts.set(payer, true, nowMs + REMEMBERED_MS);
  return allow(undefined);
}

/** Far above real payments; proxies limit headers to 16 kB. */
const MAX_HEADER_CHARS = 16_384;

/**
 * Either header may hold either generation (spec: X-Payment; newer clients: PAYMENT-SIGNATURE).
 * Refuses with payment_invalid.
 */
function readPayment(headers: Headers): Verdict<X402Payment | null> {
  const text = paymentHeader(headers);
  if (text === null) return allow(null);
  if (text.length > MAX_HEADER_CHARS) return malformed;
  const parsed = x402Payment.safeParse(decode(text));
  return parsed.success ? allow(parsed.data) : malformed;
}

function decode(text: string): unknown {
  try {
    return JSON.parse(fromBase64(text));
  } catch {
    return undefined;
  }
}

const malformed = refuse(
  "payment_invalid",
  "The payment header cannot be read: it must be a base64 x402 payload of version 1 or 2 " +
    "with scheme exact.",
);
