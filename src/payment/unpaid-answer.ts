import type { PaymentRequirements } from "@x402/core/types";
import type { Deps } from "../deps.ts";
import type { GateAnswer, RawRequest, Route } from "../route.ts";
import { bazaarExtension } from "./bazaar-extension.ts";
import { challenge } from "./challenge.ts";
import { resourceOf } from "./resource-of.ts";

/**
 * The 402 to a call that carries no payment. It says the same to everybody who asks at the same address, so it is made once for
 * a route and its terms, and again where the address is another than the last one.
 * @param terms the same object every time (payment-terms.ts): answers are known by it
 */
export function unpaidAnswer(deps: Deps, route: Route, terms: PaymentRequirements, raw: RawRequest): GateAnswer {
  const ofTerms = made.get(terms) ?? new WeakMap<Route, Made>();
  made.set(terms, ofTerms);
  const address = raw.url.split(/[?#]/, 1)[0] ?? "";
  const last = ofTerms.get(route);
  if (last?.address === address) return last.answer;
  const answer = challenge(terms, resourceOf(deps, route, raw), bazaarExtension(route), {
    code: "payment_required",
    message: `This call costs ${terms.amount} base units of USDC on Base. Pay by x402 and send it again.`,
  });
  ofTerms.set(route, { address, answer });
  return answer;
}

/** One address each: who calls under many names makes work, and fills nothing. */
type Made = { address: string; answer: GateAnswer };
const made = new WeakMap<PaymentRequirements, WeakMap<Route, Made>>();
