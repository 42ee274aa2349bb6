import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { signPayment } from "../../local/facilitator/sign-payment.ts";
import type { Payer } from "./create-payer.ts";
import { nextIp } from "./next-ip.ts";
import { readOffer } from "./read-offer.ts";
import type { Credentials, TestStack } from "./test-stack.ts";

export type Exchange = {
  method: string;
  sent: any;
  status: number;
  headers: Headers;
  payment: string | undefined;
};
export type McpConnection = { client: Client; exchanges: Exchange[]; close(): Promise<void> };
export type McpOptions = {
  /** Pays what is asked for; without one a 402 stays a 402. */
  payer?: Payer;
  vault?: string;
  credentials?: Credentials;
  /**
   * The plain address, where x402 is spoken inside MCP; else the one for clients that pay by
   * headers.
   */
  inBand?: true;
  /** In place of the paying fetch: a published x402 client. */
  fetch?: typeof fetch;
};

/** What a person writes into their MCP client's configuration. */
export const operatorHeaders = (
  vault?: string,
  credentials?: Credentials,
): Record<string, string> => ({
  ...(vault !== undefined && { "x-vault-address": vault }),
  ...(credentials !== undefined && {
    "x-operator-address": credentials.operatorAddress,
    "x-auth-signature": credentials.authSignature,
    "x-auth-timestamp": String(credentials.authTimestamp),
  }),
});

/**
 * The official MCP client on a stack's /mcp, connected; `exchanges` has every HTTP request it made,
 * oldest first.
 */
export async function connectMcp(
  { stack }: Pick<TestStack, "stack">,
  options: McpOptions = {},
): Promise<McpConnection> {
  const exchanges: Exchange[] = [];
  const ip = nextIp();
  const once = async (
    url: string | URL,
    init: RequestInit = {},
    payment?: string,
  ): Promise<Response> => {
    const headers = new Headers(init.headers);
    headers.set("cf-connecting-ip", ip);
    if (payment !== undefined) headers.set("x-payment", payment);
    const response = await fetch(url, { ...init, headers });
    const sent = typeof init.body === "string" ? JSON.parse(init.body) : undefined;
    exchanges.push({
      method: init.method ?? "GET",
      sent,
      status: response.status,
      headers: response.headers,
      payment,
    });
    return response;
  };
  const paying = async (url: string | URL, init?: RequestInit): Promise<Response> => {
    const first = await once(url, init);
    const offer =
      first.status === 402 && options.payer !== undefined ? readOffer(first.headers) : undefined;
    if (offer === undefined || options.payer === undefined) return first;
    const { privateKey } = options.payer;
    const { header } = await signPayment({ privateKey, requirement: offer, nowMs: stack.nowMs() });
    return once(url, init, header);
  };
  const transport = new StreamableHTTPClientTransport(
    new URL(`${stack.baseUrl}/mcp${options.inBand ? "" : "?pay=http"}`),
    {
      fetch: options.fetch ?? paying,
      requestInit: { headers: operatorHeaders(options.vault, options.credentials) },
    },
  );
  const client = new Client({ name: "sextant-tests", version: "1.0.0" });
  await client.connect(transport as Parameters<Client["connect"]>[0]);
  return { client, exchanges, close: () => client.close() };
}
