import type { GrantScope } from "../../schemas/agent-grant.ts";
import type { OperatorAuth } from "../../schemas/operator-auth.ts";
import { grantForbids } from "../auth/grant-forbids.ts";
import { bearerToken } from "../auth/read-bearer.ts";
import { grantNotValid } from "../auth/require-grant.ts";
import { requireOperator } from "../auth/require-operator.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { sha256Hex } from "../lib/sha256-of.ts";
import { saveGrantToken } from "../store/vaults/save-grant-token.ts";

type Wanted = { scope?: GrantScope | undefined; expiresInSec: number };
type Given = { token: string; scope: GrantScope; expiresAt: number };

const TOKEN_BYTES = 32;

/**
 * A bearer token for the grant that the request names, whose agent has signed it.
 * @throws invalid_request (which names the field), grant_forbids, grant_not_valid, the codes of
 * decision D11
 */
export async function giveToken(
  deps: Deps,
  auth: OperatorAuth,
  { scope, expiresInSec }: Wanted,
): Promise<Given> {
  mustBeSigned(deps, "take a token");
  const { grant } = await requireOperator(deps, auth);
  if (grant === undefined)
    throw new AppError(
      "invalid_request",
      "The request is not valid. X-Agent-Grant: name the grant in this header; its own agent " +
        "signs.",
    );
  const token = bearerToken(grant.id, deps.randomBytes(TOKEN_BYTES));
  const saved = await saveGrantToken.run(deps.redis, deps.keys, {
    ...{
      requestId: deps.newId(),
      nowMs: deps.clock.nowMs(),
      grantId: grant.id,
      token: await sha256Hex(token),
    },
    ...{ scope: scope ?? grant.scope, lastsMs: expiresInSec * 1_000 },
  });
  if (saved.ok) return { token, scope: scope ?? grant.scope, expiresAt: saved.expiresAtMs };
  if (saved.code === "grant_ended") throw grantNotValid("ended");
  throw new AppError(
    "invalid_request",
    `The request is not valid. scope: this grant's is ${grant.scope}, and a token has the ` +
      "same or less.",
  );
}

/**
 * An agent's own signature is needed here, so that who finds a token can neither make it last nor
 * end the grant.
 * @throws grant_forbids
 */
export function mustBeSigned({ grant }: Pick<Deps, "grant">, what: string): void {
  if (grant?.token !== undefined)
    throw grantForbids(`An agent has to sign to ${what}: a token does not.`);
}
