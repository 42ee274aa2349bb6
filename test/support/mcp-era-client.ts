import {
  Client as NewClient,
  StreamableHTTPClientTransport as NewTransport,
} from "@modelcontextprotocol/client";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

export type McpExchange = { sent: any; headers: Headers; status: number; body: any };
type Given = {
  url: string;
  fetch(url: string, init: RequestInit): Promise<Response>;
  headers?: Record<string, string>;
  capabilities?: Record<string, unknown>;
};

/**
 * The official clients of both generations, as their packages have them, on one address. The new
 * one looks for the newest revision first ("auto"); `exchanges` has every HTTP request, oldest
 * first.
 */
export function eraClient(given: Given) {
  const exchanges: McpExchange[] = [];
  const recorded = async (url: string | URL, init: RequestInit = {}) => {
    const response = await given.fetch(String(url), init);
    const text = await response.clone().text();
    exchanges.push({
      sent: typeof init.body === "string" ? JSON.parse(init.body) : undefined,
      headers: new Headers(init.headers),
      status: response.status,
      body: text.startsWith("{") ? JSON.parse(text) : undefined,
    });
    return response;
  };
  const transport = {
    fetch: recorded as typeof fetch,
    requestInit: { headers: given.headers ?? {} },
  };
  const info = { name: "sextant-tests", version: "1.0.0" };
  return {
    exchanges,
    connectNew: async (): Promise<NewClient> => {
      const client = new NewClient(info, {
        capabilities: given.capabilities ?? {},
        versionNegotiation: { mode: "auto" },
      });
      await client.connect(new NewTransport(new URL(given.url), transport));
      return client;
    },
    connectOld: async (): Promise<OldClient> => {
      const client = new OldClient(info, { capabilities: given.capabilities ?? {} });
      await client.connect(
        new OldTransport(new URL(given.url), transport) as Parameters<OldClient["connect"]>[0],
      );
      return client;
    },
  };
}
