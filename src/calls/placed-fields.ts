import type * as z from "zod";
import { toolCallRequest } from "../../schemas/tool-call.ts";

/** For who wrote a field in another place, or misspelled it there. */
const placed = (shape: object, where: string): Record<string, string> =>
  Object.fromEntries(Object.keys(shape).map((name) => [name, where]));

export const placedFields = {
  /** Of a tool call over HTTP. */
  besideArguments: placed(toolCallRequest.shape, ", beside arguments"),
  /** Among the arguments; the person's client sends the others (src/mcp/operator-headers.ts). */
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
