import { CREDENTIAL_HEADERS } from "../../schemas/credential-headers.ts";
import type { Deps } from "../deps.ts";
import type { GateAnswer, RawRequest, Route, Run } from "../route.ts";
import { paymentHeader } from "./payment-header.ts";

/**
 * Free calls are counted, paid ones go through the gate; an owner's browser session stands in for payment on two routes. What
 * each needs is loaded when the first call of its kind comes: telling a price needs none of it.
 * @throws what each of them throws
 */
export async function chargeCall(deps: Deps, route: Route, raw: RawRequest, run: Run): Promise<GateAnswer> {
  if (route.price === "free") {
    const { freeCall } = await import("./free-call.ts");
    return freeCall(deps, route, raw, run);
  }
  if (route.sessionVault !== undefined && CREDENTIAL_HEADERS.some((name) => raw.headers.has(name))) {
    const { browserSession } = await import("./browser-session.ts");
    await browserSession(deps, route.sessionVault, raw);
    return { status: 200, body: (await run()).body, headers: {} };
  }
  if (paymentHeader(raw.headers) === null) {
    const { unpaidAnswer } = await import("./unpaid-answer.ts");
    return unpaidAnswer(deps, route, route.price, raw);
  }
  const { gate } = await import("./gate.ts");
  return gate(deps, route, route.price, raw, run);
}
