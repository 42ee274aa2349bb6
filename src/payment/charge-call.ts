import { CREDENTIAL_HEADERS } from "../../schemas/credential-headers.ts";
import { SIGN_IN_RULES } from "../auth/sign-in-rules.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { loadedOnce } from "../lib/expiring-cache.ts";
import type { GateAnswer, RawRequest, Route, Run } from "../route.ts";
import { paymentHeader } from "./payment-header.ts";

/**
 * Counts free calls and gates paid ones; an owner's browser session replaces payment on two routes.
 * Each part is loaded by its first call.
 * @throws the errors of each part
 */
export async function chargeCall(
  deps: Deps,
  route: Route,
  raw: RawRequest,
  run: Run,
): Promise<GateAnswer> {
  if (route.price === "free") {
    // What counts calls, and its scripts, would be loaded for nothing.
    if (route.isUnlimited) return { status: 200, body: (await run()).body, headers: {} };
    const { freeCall } = await loads.free();
    return freeCall(deps, route, raw, run);
  }
  const isPaid = paymentHeader(raw.headers) !== null;
  let refused: AppError | undefined;
  if (mayBeSession(route)) {
    const isSigned = CREDENTIAL_HEADERS.some((name) => raw.headers.has(name));
    if (isSigned || (!isPaid && raw.headers.has(SIGN_IN_RULES.header))) {
      const { browserSession } = await import("./browser-session.ts");
      const session = browserSession(deps, route, raw);
      // Stock clients answer every such challenge, and pay where that is not enough.
      refused = await (isSigned ? session.then(() => undefined) : refusalOf(session));
      if (refused === undefined) return { status: 200, body: (await run()).body, headers: {} };
    }
  }
  if (!isPaid) {
    const { unpaidAnswer } = await loads.unpaid();
    return unpaidAnswer(deps, route, route.price, raw, refused);
  }
  const { gate } = await loads.paid();
  return gate(deps, route, route.price, raw, run);
}

const loads = {
  free: loadedOnce(() => import("./free-call.ts")),
  unpaid: loadedOnce(() => import("./unpaid-answer.ts")),
  paid: loadedOnce(() => import("./gate.ts")),
};

const mayBeSession = (route: Route): route is Route & Required<Pick<Route, "sessionVault">> =>
  route.sessionVault !== undefined;

/**
 * The caller's own fault in a session.
 * @throws the rest, where the session is unknown
 */
async function refusalOf(session: Promise<void>): Promise<AppError | undefined> {
  try {
    await session;
    return undefined;
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return error;
    throw error;
  }
}
