import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import type { Route } from "../route.ts";
import { grantForbids } from "./grant-forbids.ts";
import type { Called } from "./require-grant.ts";

/** Of one request: the grant that it names, and what the route in question needs of it. Whether it holds is read with the call's context. */
export type PresentedGrant = {
  id: string;
  leastScope: Exclude<Route["leastScope"], "none">;
  standsFor?: string | undefined;
};
type Opened = Pick<Route, "leastScope" | "standsFor">;

export const GRANT_HEADER = "X-Agent-Grant";
/** As schemas/agent-grant.ts has it; that file is not loaded before a grant is. */
const ID = /^[0-9a-f]{32}$/;

/**
 * Deps of a request that names a grant: every place that asks who calls then takes its agent, or refuses. A route that looks at nobody's
 * credentials looks at no grant either.
 * @throws grant_not_valid for what is no id, grant_forbids for what is the owner's alone
 */
export function withGrant(deps: Deps, route: Opened, headers: Headers): Deps {
  const id = headers.get(GRANT_HEADER);
  if (id === null || route.leastScope === "none") return deps;
  if (!ID.test(id))
    throw new AppError("grant_not_valid", `${GRANT_HEADER} must be the id of a grant: 32 hex digits.`, {
      details: { reason: "unknown" },
    });
  return forRoute({ ...deps, grant: { id, leastScope: "owner" } }, route);
}

/**
 * The same for another route that is run inside of the request's own.
 * @throws grant_forbids
 */
export function forRoute(deps: Deps, { leastScope, standsFor }: Opened): Deps {
  if (deps.grant === undefined) return deps;
  if (leastScope === "owner") throw grantForbids("This is for the vault's owner alone: no grant opens it.");
  return { ...deps, grant: { ...deps.grant, leastScope: leastScope === "none" ? "each" : leastScope, standsFor } };
}

/** Of a place that serves one thing: what its route says, or nothing where that is for each tool to say. */
export const calledByRoute = ({ leastScope, standsFor }: PresentedGrant): Called => ({
  leastScope: leastScope === "each" ? "owner" : leastScope,
  tool: standsFor,
});
