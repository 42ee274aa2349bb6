import * as z from "zod";
import { isObject } from "../lib/is-object.ts";
import { invalidRequest } from "../parse-input.ts";

/**
 * Of a call that changes something each field counts. `elsewhere`: names that stand in another place of the request, and which.
 * @throws invalid_request with the nearest known field
 */
export function mustKnow(schema: z.ZodObject, value: unknown, elsewhere: Readonly<Record<string, string>>): void {
  const keys = Object.keys(isObject(value) ? value : {}).filter((name) => !Object.hasOwn(schema.shape, name));
  if (keys.length === 0) return;
  const error = new z.ZodError([{ code: "unrecognized_keys", keys, path: [], message: "" }]);
  throw invalidRequest(error, { schema, elsewhere });
}
