import type * as z from "zod";
import { toolCallRequest } from "../../schemas/tool-call.ts";

/** Names of fields and how it is told where they stand: for who wrote one in another place, or misspelled it there. */
const placed = (shape: object, where: string): Record<string, string> =>
  Object.fromEntries(Object.keys(shape).map((name) => [name, where]));

export const placedFields = {
  /** Of a tool call over HTTP. */
  besideArguments: placed(toolCallRequest.shape, ", beside arguments"),
  /** Over MCP nothing stands beside the arguments: one of these is among them, and the person's client sends the others (src/mcp/operator-headers.ts). */
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
