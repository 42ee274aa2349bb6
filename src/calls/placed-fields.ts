import * as z from "zod";
import { toolCallRequest } from "../../schemas/tool-call.ts";
import { isObject } from "../lib/is-object.ts";
import { invalidRequest } from "../parse-input.ts";

/** Fields with their places, for whoever wrote one elsewhere. */
const placed = (shape: object, where: string): Record<string, string> =>
  Object.fromEntries(Object.keys(shape).map((name) => [name, where]));

export const placedFields = {
  besideArguments: placed(toolCallRequest.shape, ", beside arguments"),
  /** Arguments over MCP; the client sends the others (src/mcp/operator-headers.ts). */
  overMcp: {
    dryRun: "",
    executionMode: ", in the header X-Execution-Mode",
    vaultAddress: ", in the header X-Vault-Address",
    operatorAddress: ", in the header X-Operator-Address",
    authSignature: ", in the header X-Auth-Signature",
    authTimestamp: ", in the header X-Auth-Timestamp",
  },
  inArguments: (input: z.ZodObject) => placed(input.shape, ", among the arguments"),
} as const;

/**
 * Refuses unknown fields of a changing call. `elsewhere` maps names to their places.
 * @throws invalid_request with the nearest known field
 */
export function mustKnow(
  schema: z.ZodObject,
  value: unknown,
  elsewhere: Readonly<Record<string, string>>,
): void {
  const keys = Object.keys(isObject(value) ? value : {}).filter(
    (name) => !Object.hasOwn(schema.shape, name),
  );
  if (keys.length === 0) return;
  const error = new z.ZodError([{ code: "unrecognized_keys", keys, path: [], message: "" }]);
  throw invalidRequest(error, { schema, elsewhere });
}
