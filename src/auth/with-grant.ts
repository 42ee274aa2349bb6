import type { LeastScope } from "../../schemas/agent-grant.ts";
import { GRANT_HEADER } from "../../schemas/header-of-credential.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import type { Route } from "../route.ts";
import { grantForbids } from "./grant-forbids.ts";

/**
 * The grant that a request names, and what the route needs of it. The call's context says whether
 * it holds.
 */
export type PresentedGrant = {
  id: string;
  leastScope: Exclude<Route["leastScope"], "none">;
  standsFor?: string | undefined;
  /** SHA-256 in hex of the bearer token by which it is called; absent: its agent signs. */
  token?: string;
};
/** A tool, or a route with the tool that it stands for (Route.standsFor). */
export type Called = { leastScope: LeastScope; tool: string | undefined };
type Opened = Pick<Route, "leastScope" | "standsFor">;

/** As schemas/agent-grant.ts has it; that file is not loaded before a grant is. */
const ID = /^[0-9a-f]{32}$/;

/**
 * Deps of a request that names a grant, by its header or by a token: every place that asks who
 * calls then takes its agent, or refuses. A route that looks at nobody's credentials looks at no
 * grant.
 * @throws grant_not_valid for what is no id, grant_forbids for what is the owner's alone, and what
 * readBearer throws
 */
export async function withGrant(
  deps: Deps,
  route: Opened,
  request: Pick<Request, "url" | "headers">,
): Promise<Deps> {
  const { url, headers } = request;
  if (route.leastScope === "none") return deps;
  if (headers.has("authorization") || url.includes("sxg_")) {
    const { readBearer } = await import("./read-bearer.ts");
    const bearer = await readBearer(request);
    if (bearer !== undefined)
      return forRoute({ ...deps, grant: { ...bearer, leastScope: "owner" } }, route);
  }
  const id = headers.get(GRANT_HEADER);
  if (id === null) return deps;
  if (!ID.test(id))
    throw new AppError(
      "grant_not_valid",
      `${GRANT_HEADER} must be the id of a grant: 32 hex digits.`,
      {
        details: { reason: "unknown" },
      },
    );
  return forRoute({ ...deps, grant: { id, leastScope: "owner" } }, route);
}

/**
 * The same for another route that is run inside of the request's own.
 * @throws grant_forbids
 */
export function forRoute(deps: Deps, { leastScope, standsFor }: Opened): Deps {
  if (deps.grant === undefined) return deps;
  if (leastScope === "owner")
    throw grantForbids("This is for the vault's owner alone: no grant opens it.");
  return {
    ...deps,
    grant: { ...deps.grant, leastScope: leastScope === "none" ? "each" : leastScope, standsFor },
  };
}

/**
 * Of a place that serves one thing: what its route says, or nothing where that is for each tool to
 * say.
 */
export const calledByRoute = ({ leastScope, standsFor }: PresentedGrant): Called => ({
  leastScope: leastScope === "each" ? "owner" : leastScope,
  tool: standsFor,
});
