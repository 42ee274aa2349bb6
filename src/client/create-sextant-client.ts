import {
  CLIENT_ROUTES,
  type ClientInput,
  type ClientOutput,
  type OperationId,
} from "./client-routes.ts";
import { SextantError } from "./sextant-error.ts";
import type { ToolFunction } from "./tool-function.ts";

type Options = {
  baseUrl: string;
  /** `fetch`, or one that pays: `wrapFetchWithPayment` of either generation of x402 clients. */
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  headers?: Record<string, string>;
};
type NoInput = Record<string, never>;
export type SextantClient = {
  [Id in OperationId]: NoInput extends ClientInput<Id>
    ? (input?: ClientInput<Id>) => Promise<ClientOutput<Id>>
    : (input: ClientInput<Id>) => Promise<ClientOutput<Id>>;
} & { tool: ToolFunction };

/**
 * Typed functions for all operations of the OpenAPI document, and `tool` for each tool.
 * @throws SextantError from every function for an answer other than 2xx
 * @example
 * const client = createSextantClient({ baseUrl: "http://127.0.0.1:8787", fetch: payingFetch });
 * const quote = await client.getQuote({ query: { sell: "ETH", buy: "USDC", amount: "1" } });
 * const swap = { tokenIn: "USDC", tokenOut: "ETH", amountIn: "100" };
 * const { transaction } = await client.tool("build_vault_swap", swap, { vaultAddress });
 */
export function createSextantClient({ baseUrl, fetch, headers = {} }: Options): SextantClient {
  const call = async (
    [method, path]: readonly [string, string],
    input: AnyInput = {},
  ): Promise<unknown> => {
    const query = new URLSearchParams(entriesOf(input.query)).toString();
    const init: RequestInit = {
      method,
      headers: {
        ...(method === "POST" && { "content-type": "application/json" }),
        ...headers,
        ...input.headers,
      },
      ...(method === "POST" && { body: JSON.stringify(input.body ?? {}) }),
    };
    return read(await fetch(new URL(path, baseUrl).href + (query === "" ? "" : `?${query}`), init));
  };
  const functions = Object.entries(CLIENT_ROUTES).map(([id, route]) => [
    id,
    (input?: AnyInput) => call(route, input),
  ]);
  const tool = (name: string, args: object, { headers, ...body }: AnyCall = {}) =>
    call(CLIENT_ROUTES.callTool, {
      query: { toolName: name },
      body: { ...body, arguments: args },
      ...(headers !== undefined && { headers }),
    });
  // The table has exactly the operations of the type, and each answer is what its route, or its
  // tool, declares.
  return { ...Object.fromEntries(functions), tool } as SextantClient;
}

type AnyInput = { query?: object; body?: unknown; headers?: Record<string, string> };
type AnyCall = { headers?: Record<string, string> };

const entriesOf = (query: object = {}): [string, string][] =>
  Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, String(value)]);

async function read(response: Response): Promise<unknown> {
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
  if (response.ok) return isJson ? JSON.parse(text) : text;
  const requestId = response.headers.get("x-request-id") ?? undefined;
  const refusal = isJson ? parseObject(text) : undefined;
  if (typeof refusal?.error !== "string" || typeof refusal.message !== "string") {
    const message = `The service answered ${response.status} with something that is not its own.`;
    throw new SextantError(response.status, "unreadable_answer", message, { requestId });
  }
  const details = refusal.details as Record<string, unknown> | undefined;
  throw new SextantError(response.status, refusal.error, refusal.message, { details, requestId });
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
