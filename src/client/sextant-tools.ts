import type { SextantClient } from "./create-sextant-client.ts";
import { SextantError } from "./sextant-error.ts";

type CallBody = Parameters<SextantClient["callTool"]>[0]["body"];
type ToolResult = Awaited<ReturnType<SextantClient["callTool"]>>;
/** A refusal as the model reads it. */
type Refused = { error: string; message: string; details?: Record<string, unknown> };

type Options<S> = {
  /** `jsonSchema` of the AI SDK. */
  jsonSchema: (schema: Record<string, unknown>) => S;
  /** Set by the developer and no model: vault, chain, credentials, mode. */
  call?: Omit<CallBody, "arguments">;
  /**
   * Tools by name; by default all that read, and with `writes` the others. Never tools of chains
   * that are not served.
   */
  only?: readonly string[];
  /** Also offers tools that build transactions or change settings and orders. */
  writes?: boolean;
};

/** A tool for generateText and streamText of the AI SDK. */
export type SextantTool<S> = {
  description: string;
  inputSchema: S;
  execute(input: unknown): Promise<ToolResult | Refused>;
};

/**
 * The catalog's tools for an agent of the AI SDK. A tool returns refusals, so that the model can
 * mend its call, and throws the rest.
 * @throws SextantError where the catalog cannot be had
 * @example
 * import { generateText, jsonSchema } from "ai";
 * const client = createSextantClient({ baseUrl, fetch: payingFetch });
 * const tools = await sextantTools(client, { jsonSchema, call: { vaultAddress } });
 * const { text } = await generateText({ model, tools, prompt: "What is 1 ETH worth in USDC?" });
 */
export async function sextantTools<S>(
  client: Pick<SextantClient, "listTools" | "callTool">,
  { jsonSchema, call = {}, only, writes = false }: Options<S>,
): Promise<Record<string, SextantTool<S>>> {
  const { tools } = await client.listTools();
  const wanted = tools.filter(
    ({ name, readOnly, served }) =>
      served && (only === undefined ? writes || readOnly : only.includes(name)),
  );
  return Object.fromEntries(
    wanted.map(({ name, description, parameters }) => [
      name,
      {
        description,
        inputSchema: jsonSchema(parameters),
        execute: (input: unknown) =>
          answered(() =>
            client.callTool({
              query: { toolName: name },
              body: { ...call, arguments: objectOf(input) },
            }),
          ),
      },
    ]),
  );
}

async function answered(run: () => Promise<ToolResult>): Promise<ToolResult | Refused> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof SextantError) || error.status >= 500 || error.status === 402)
      throw error;
    const { code, message, details } = error;
    return { error: code, message, ...(details !== undefined && { details }) };
  }
}

/** A model may send nothing for no arguments. */
const objectOf = (input: unknown): Record<string, unknown> =>
  typeof input === "object" && input !== null ? { ...input } : {};
