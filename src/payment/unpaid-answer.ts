import type { PaidPriceId } from "../../schemas/price-table.ts";
import type { Deps } from "../deps.ts";
import type { Env } from "../env.ts";
import type { GateAnswer, RawRequest, Route } from "../route.ts";
import { challenge } from "./challenge.ts";
import { offeredExtensions } from "./offered-extensions.ts";
import { paymentTerms } from "./payment-terms.ts";
import { resourceOf } from "./resource-of.ts";

/**
 * The 402 to a call that carries no payment. It is the same for all callers of the same address, so it is made once
 * for a route, its price and its configuration, and again where the address is another than the last one.
 * @throws not_configured
 */
export function unpaidAnswer(deps: Deps, route: Route, priceId: PaidPriceId, raw: RawRequest): GateAnswer {
  const ofEnv = made.get(deps.env) ?? new WeakMap<Route, Made>();
  made.set(deps.env, ofEnv);
  const address = raw.url.split(/[?#]/, 1)[0] ?? "";
  const last = ofEnv.get(route);
  if (last?.address === address && last.priceId === priceId) return last.answer;
  const terms = paymentTerms(deps.env, priceId);
  const answer = challenge(terms, resourceOf(deps, route, raw), offeredExtensions(route), {
    code: "payment_required",
    message: `This call costs ${terms.amount} base units of USDC on Base. Pay by x402 and send it again.`,
  });
  ofEnv.set(route, { address, priceId, answer });
  return answer;
}

/** One address each: a caller that uses many host names makes work, and fills nothing. */
type Made = { address: string; priceId: PaidPriceId; answer: GateAnswer };
const made = new WeakMap<Env, WeakMap<Route, Made>>();
