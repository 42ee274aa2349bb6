import type { ListedTool } from "../../schemas/listed-tool.ts";
import type { PaidPriceId } from "../../schemas/price-table.ts";
import type { Deps } from "../deps.ts";
import type { Env } from "../env.ts";
import type { AppError } from "../errors.ts";
import type { GateAnswer, RawRequest, Route } from "../route.ts";
import { challenge } from "./challenge.ts";
import { OFFER_MS } from "./offer-ms.ts";
import { offeredExtensions } from "./offered-extensions.ts";
import { paymentTerms } from "./payment-terms.ts";
import { resourceOf } from "./resource-of.ts";

/**
 * Made once for a route, its price and configuration, and again where address or tool differ from the last one, or its offer grows old.
 * Where an owner may sign in instead, each has a challenge of its own, and says why the last one was not enough (`signInRefused`).
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
    message: `${signInRefused === undefined ? "" : `${signInRefused.message} `}This call costs ${terms.amount} base units of USDC on Base. Pay by x402 and send it again.`,
    ...(signInRefused !== undefined && { details: { signIn: signInRefused.code } }),
  });
  if (route.sessionVault !== undefined) return answer;
  ofEnv.set(route, { address, priceId, tool: call?.tool, answer, untilMs: nowMs + OFFER_MS.left });
  return answer;
}

/** One address each: many host names make work, and fill nothing. */
type Made = {
  address: string;
  priceId: PaidPriceId;
  tool: ListedTool | undefined;
  answer: GateAnswer;
  untilMs: number;
};
const made = new WeakMap<Env, WeakMap<Route, Made>>();
