import { CREDENTIAL_HEADERS } from "../../schemas/credential-headers.ts";
import { GRANT_HEADER } from "../../schemas/header-of-credential.ts";
import { AppError } from "../errors.ts";
import { sha256Hex } from "../lib/sha256-of.ts";
import { tokenNotValid } from "./token-not-valid.ts";

/** The grant that a token names, and the SHA-256 in hex by which the store knows the token. */
type Bearer = { id: string; token: string };

/**
 * `sxg`, the grant's id and 256 random bits: a call is counted and read as its grant's in one trip.
 */
const TOKEN = /^sxg_([0-9a-f]{32})_[0-9a-f]{64}$/;
const IN_A_URL = /sxg_[0-9a-f]{32}_/i;

/** A new token as its agent gets it; it is kept as its hash alone. `secret`: 32 random bytes. */
export const bearerToken = (grantId: string, secret: Uint8Array): string =>
  `sxg_${grantId}_${[...secret].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;

/**
 * The token of a request, from the Authorization header alone (RFC 6750, 2.1). undefined: it has
 * none; other schemes than Bearer are none. The call's context says whether the token holds.
 * @throws token_not_valid for what is no token, invalid_request for a token in the URL, beside a
 * signature or beside another grant
 */
export async function readBearer({
  url,
  headers,
}: Pick<Request, "url" | "headers">): Promise<Bearer | undefined> {
  if (IN_A_URL.test(url))
    throw refused(
      "A token stands in the header Authorization alone: URLs are kept in logs. Take a new one.",
    );
  const given = /^Bearer(?: +(.*))?$/i.exec(headers.get("authorization") ?? "");
  if (given === null) return undefined;
  const [, text = ""] = given;
  const id = TOKEN.exec(text)?.[1];
  if (id === undefined) throw tokenNotValid("malformed");
  const named = headers.get(GRANT_HEADER);
  if (named !== null && named !== id)
    throw refused(`${GRANT_HEADER} names another grant than the token's. Send one of them.`);
  if (PROOFS.some((name) => headers.has(name)))
    throw refused("This carries a token and a signature: send one of them. Nothing ran.");
  return { id, token: await sha256Hex(text) };
}

/** An address alone is information, not a credential. */
const PROOFS = CREDENTIAL_HEADERS.filter((name) => name !== "X-Operator-Address");

const refused = (message: string): AppError => new AppError("invalid_request", message);
