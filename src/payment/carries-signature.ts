import { jsonObject } from "../lib/json-object.ts";
import type { RawRequest } from "../route.ts";

/** Whether a request carries an operator's signature, good or not, wherever the routes look for one. */
export const carriesSignature = ({ url, headers, bodyText }: RawRequest): boolean =>
  headers.has("x-auth-signature") ||
  new URL(url).searchParams.has("authSignature") ||
  jsonObject(bodyText).authSignature !== undefined;
