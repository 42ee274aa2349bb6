import type { PaymentRequirements } from "@x402/core/types";
import { bytesToHex } from "viem";
import type { ErrorCode } from "../../schemas/error-codes.ts";
import type { ListedTool } from "../../schemas/listed-tool.ts";
import type { PaidPriceId } from "../../schemas/price-table.ts";
import { SIGN_IN_RULES } from "../auth/sign-in-rules.ts";
import type { Deps } from "../deps.ts";
import type { Env } from "../env.ts";
import type { AppError } from "../errors.ts";
import { toBase64 } from "../lib/is-object.ts";
import type { Details } from "../lib/verdict.ts";
import type { GateAnswer, ListedCall, RawRequest, Route } from "../route.ts";
import { rootSchema } from "./bazaar-extension.ts";
import { EXTENSION_NAMES } from "./payment-header.ts";
import { paymentTerms } from "./payment-terms.ts";
import { routeExtensions } from "./route-extensions.ts";
import { OFFER_MS, signedOffer } from "./signed-offer.ts";

/**
 * The 402 of a route, kept for its price and configuration until address or tool change or its
 * offer grows old. A route with a sign-in gets a new challenge each time, which says why the last
 * one failed (`signInRefused`).
 * @throws not_configured
 */
export async function unpaidAnswer(
  deps: Deps,
  route: Route,
  priceId: PaidPriceId,
  raw: RawRequest,
  signInRefused?: AppError,
): Promise<GateAnswer> {
  const ofEnv = made.get(deps.env) ?? new WeakMap<Route, Made>();
  made.set(deps.env, ofEnv);
  const address = raw.url.split(/[?#]/, 1)[0] ?? "";
  const last = ofEnv.get(route);
  const call = await route.listed?.(deps, raw);
  const nowMs = deps.clock.nowMs();
  const isSame = last?.address === address && last.priceId === priceId && last.tool === call?.tool;
  if (isSame && nowMs < last.untilMs) return last.answer;
  const terms = paymentTerms(deps.env, priceId);
  const resource = resourceOf(deps, route, raw, call);
  const extensions = await offeredExtensions(deps, route, resource.url, terms, call);
  const answer = challenge(terms, resource, extensions, {
    code: "payment_required",
    message:
      `${signInRefused === undefined ? "" : `${signInRefused.message} `}This call costs ` +
      `${terms.amount} base units of USDC on Base. Pay by x402 and send it again.`,
    ...(signInRefused !== undefined && { details: { signIn: signInRefused.code } }),
  });
  if (route.sessionVault !== undefined) return answer;
  ofEnv.set(route, { address, priceId, tool: call?.tool, answer, untilMs: nowMs + OFFER_MS.left });
  return answer;
}

/** One address for each route: many host names must not fill the memory. */
type Made = {
  address: string;
  priceId: PaidPriceId;
  tool: ListedTool | undefined;
  answer: GateAnswer;
  untilMs: number;
};
const made = new WeakMap<Env, WeakMap<Route, Made>>();

type Resource = { url: string; description: string };

type Reason = { code: ErrorCode; message: string; details?: Details | undefined };

/**
 * PAYMENT-REQUIRED has the second generation's object, the body the first's beside our own `{error,
 * message}` (docs/facts/x402.md 3).
 */
export function challenge(
  terms: PaymentRequirements,
  { url, description }: Resource,
  extensions: Record<string, unknown>,
  { code, message, details }: Reason,
): GateAnswer {
  const mimeType = "application/json";
  const required = {
    x402Version: 2,
    error: message,
    resource: { url, description, mimeType },
    accepts: [terms],
    extensions,
  };
  const { amount, network: _, ...rest } = terms;
  const v1 = { network: "base", maxAmountRequired: amount, resource: url, description, mimeType };
  const body = {
    error: code,
    message,
    ...(details !== undefined && { details }),
    x402Version: 1,
    accepts: [{ ...rest, ...v1 }],
  };
  return {
    status: 402,
    body: JSON.stringify(body),
    headers: {
      "PAYMENT-REQUIRED": toBase64(JSON.stringify(required)),
      "Cache-Control": "no-store",
    },
  };
}

export const offeredExtensions = async (
  deps: Deps,
  route: Route,
  resourceUrl: string,
  terms: PaymentRequirements,
  call: ListedCall | undefined,
): Promise<Record<string, unknown>> => ({
  ...routeExtensions(route, call),
  ...offeredSignIn(deps, route, resourceUrl),
  ...(await signedOffer(deps, resourceUrl, terms)),
});

/** Public address without query, and the purpose of the route or the called tool. */
export function resourceOf(deps: Deps, route: Route, raw: RawRequest, call?: ListedCall): Resource {
  const { origin, pathname } = new URL(raw.url);
  return {
    url: new URL(pathname, deps.env.PUBLIC_BASE_URL ?? origin).href,
    description: call?.tool.description ?? route.summary,
  };
}

/**
 * Sign-in of an owner in place of payment (docs/facts/x402.md 13). Each has a new nonce, remembered
 * once it is used.
 */
export function offeredSignIn(
  deps: Pick<Deps, "clock" | "randomBytes">,
  { sessionVault }: Pick<Route, "sessionVault">,
  resourceUrl: string,
): Record<string, unknown> {
  if (sessionVault === undefined) return {};
  const nowMs = deps.clock.nowMs();
  const info = {
    domain: new URL(resourceUrl).host,
    uri: resourceUrl,
    version: "1",
    nonce: bytesToHex(deps.randomBytes(16)).slice(2),
    issuedAt: new Date(nowMs).toISOString(),
    expirationTime: new Date(nowMs + SIGN_IN_RULES.validMs).toISOString(),
    statement: SIGN_IN_RULES.statement,
    resources: [resourceUrl],
  };
  const supportedChains = SIGN_IN_RULES.chains.map((chainId) => ({ chainId, type: "eip191" }));
  return { [EXTENSION_NAMES.signIn]: { info, supportedChains, schema: SCHEMA } };
}

const text = { type: "string" };
const time = { type: "string", format: "date-time" };
const uri = { type: "string", format: "uri" };
const SCHEMA = rootSchema(
  {
    domain: text,
    address: text,
    statement: text,
    uri,
    version: text,
    chainId: text,
    type: text,
    nonce: text,
    issuedAt: time,
    expirationTime: time,
    notBefore: time,
    requestId: text,
    resources: { type: "array", items: uri },
    signature: text,
  },
  ["domain", "address", "uri", "version", "chainId", "type", "nonce", "issuedAt", "signature"],
);
