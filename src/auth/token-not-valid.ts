import type { GrantFault } from "../../schemas/agent-grant.ts";
import { AppError } from "../errors.ts";

/**
 * What is wrong with a bearer token itself. With a wrong vault or chain the token is good, and only
 * its call is refused.
 */
export type TokenFault = Exclude<GrantFault, "wrong_vault" | "wrong_chain"> | "malformed";

const WHY: Record<TokenFault, string> = {
  malformed: "The header Authorization has no token of this service's.",
  unknown:
    "There is no such token: it may have been ended by newer ones, five of a grant last at once.",
  expired: "This token, or its grant, has expired.",
  ended: "The grant of this token was ended.",
};

/** 401, which the application sends with the challenge below. Nothing of the token is in it. */
export const tokenNotValid = (reason: TokenFault): AppError =>
  new AppError(
    "token_not_valid",
    `${WHY[reason]} Its agent exchanges a grant that lasts for a new one at POST ` +
      "/api/grants/token; nobody signs in here.",
    { details: { reason } },
  );

/** Path of the document that says where tokens come from (RFC 9728, 3). */
export const RESOURCE_METADATA_PATH = "/.well-known/oauth-protected-resource";
/** Resources with an identifier of their own, by which MCP's clients find their document. */
export const OWN_RESOURCES: readonly string[] = ["/mcp"];

/** Of WWW-Authenticate (RFC 6750, 3; RFC 9728, 5.1). `baseUrl` without a slash at its end. */
export const bearerChallenge = (baseUrl: string, path: string): string =>
  `Bearer resource_metadata="${baseUrl}${RESOURCE_METADATA_PATH}${OWN_RESOURCES.includes(path) ? path : ""}", ` +
  `error="invalid_token"`;
