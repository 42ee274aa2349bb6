import type { SextantClient } from "./create-sextant-client.ts";
import { SextantError } from "./sextant-error.ts";

type CallBody = Parameters<SextantClient["callTool"]>[0]["body"];
type ToolResult = Awaited<ReturnType<SextantClient["callTool"]>>;
/** A refusal as the model reads it: what was wrong, and the numbers that decided. */
type Refused = { error: string; message: string; details?: Record<string, unknown> };

type Options<S> = {
  /** `jsonSchema` of the AI SDK: how it takes a schema that is not zod's. */
  jsonSchema: (schema: Record<string, unknown>) => S;
  /** What the developer decides and no model can: the vault, the chain, the operator's credentials, the mode. Sent with every call. */
  call?: Omit<CallBody, "arguments">;
  /** Tools by name. Left out: all that read, and with `writes` the others too. Tools of chains that are not served are left out always. */
  only?: readonly string[];
  /** true: also what builds transactions and changes settings or orders. */
  writes?: boolean;
};

/** A tool as generateText and streamText of the AI SDK take it. */
export type SextantTool<S> = {
  description: string;
  inputSchema: S;
  execute(input: unknown): Promise<ToolResult | Refused>;
};

/**
 * The service's tools for an agent of the AI SDK, from its catalog. A refusal is what a tool returns, so that the model can mend its
 * call; what is no refusal (a broken connection, an outage) is thrown.
 * @throws SextantError where the catalog cannot be had
 * @example
 * import { generateText, jsonSchema } from "ai";
 * const tools = await sextantTools(createSextantClient({ baseUrl, fetch: payingFetch }), { jsonSchema, call: { vaultAddress } });
 * const { text } = await generateText({ model, tools, prompt: "What is 1 ETH worth in USDC?" });
 */
export async function sextantTools<S>(
  client: Pick<SextantClient, "listTools" | "callTool">,
  { jsonSchema, call = {}, only, writes = false }: Options<S>,
): Promise<Record<string, SextantTool<S>>> {
  const { tools } = await client.listTools();
  const wanted = tools.filter(
    ({ name, readOnly, served }) => served && (only === undefined ? writes || readOnly : only.includes(name)),
  );
  return Object.fromEntries(
    wanted.map(({ name, description, parameters }) => [
      name,
      {
        description,
        inputSchema: jsonSchema(parameters),
        execute: (input: unknown) =>
          answered(() => client.callTool({ query: { toolName: name }, body: { ...call, arguments: objectOf(input) } })),
      },
    ]),
  );
}

async function answered(run: () => Promise<ToolResult>): Promise<ToolResult | Refused> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof SextantError) || error.status >= 500 || error.status === 402) throw error;
    const { code, message, details } = error;
    return { error: code, message, ...(details !== undefined && { details }) };
  }
}

/** A model may send nothing where a tool takes no arguments. */
const objectOf = (input: unknown): Record<string, unknown> =>
  typeof input === "object" && input !== null ? { ...input } : {};
