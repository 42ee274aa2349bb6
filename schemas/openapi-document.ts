import type { JsonSchema } from "./json-schema-of.ts";
import { openapiComponents } from "./openapi-components.ts";
import { type OpenapiOperation, openapiOperation } from "./openapi-operation.ts";
import type { OpenapiPrices, OpenapiRoute } from "./openapi-route.ts";
import { shareSchemas } from "./share-schemas.ts";
import { VERSION } from "./version.ts";

export type OpenapiDocument = {
  openapi: "3.1.0";
  info: { title: string; version: typeof VERSION; summary: string; description: string };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Partial<Record<"get" | "post", OpenapiOperation>>>;
  components: Record<
    "schemas" | "responses" | "headers" | "parameters",
    Record<string, JsonSchema>
  >;
};

const TAGS: Record<string, string> = {
  Quotes: "Swap quotes, with the on-chain oracle's view of them.",
  Tools: "Every operation as a direct, structured call. No language model is involved.",
  Chat: "Plain words, with or without a language model.",
  Settings: "An operator's safety settings. Free; the vault's owner signs.",
  Delegation: "Letting the service's agent wallet trade for a vault.",
  Vault: "The emergency brake of a vault's automation.",
  Messaging: "Pairing a Telegram chat that notifies, and that an operator can talk to.",
  Events: "What the TWAP schedule did.",
  Audit:
    "What was signed, what became of it and what was refused, for the vault's owner: " +
    "tamper-evident.",
  Discovery: "How to find and understand the rest.",
};

const description = (product: string) => `${product} trades and manages on-chain asset vaults.

**Paying.** Paid operations (\`x-price-usdc\` above 0) cost USDC on Base through x402. Call one without payment: the 402 says how to pay. Send the signed payload as \`X-Payment\` (version 1 or 2) or \`PAYMENT-SIGNATURE\` (version 2). Only a 2xx is charged.

**Operators.** Operations with \`x-auth: operator\` need the vault owner's EIP-191 signature over this message, its last line naming \`authTimestamp\` (Unix milliseconds, valid 24 hours):

    Welcome to ${product} Operator

    Sign this message to verify your wallet and access your smart pool assistant.

    Timestamp: <authTimestamp>

**Errors.** Every error is \`{error, message, details?}\`, \`error\` a stable code. Amounts are strings.`;

/**
 * The service as an OpenAPI 3.1.0 document, made from its routes (spec, "Versioning"). Internal
 * routes are left out. `prices`: USDC by price id. `baseUrl`: where callers reach it. `choices`:
 * what a query parameter may be, by its name or, of one operation, by "operationId.name", where its
 * own schema leaves that open.
 */
export function openapiDocument(options: {
  routes: readonly OpenapiRoute[];
  prices: OpenapiPrices;
  baseUrl: string;
  productName?: string;
  choices: Readonly<Record<string, readonly string[]>>;
}): OpenapiDocument {
  const { routes, prices, baseUrl, productName = "Sextant", choices } = options;
  const { shared, share } = shareSchemas();
  const { names: responseNames, schemas, ...components } = openapiComponents();
  const paths: OpenapiDocument["paths"] = {};
  for (const route of routes.filter(({ isInternal }) => isInternal !== true)) {
    const method = route.method === "GET" ? "get" : "post";
    paths[route.path] = {
      ...paths[route.path],
      [method]: openapiOperation(route, prices, { share, responseNames, choices }),
    };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: productName,
      version: VERSION,
      summary: "Vault trading for agents, dApps and people.",
      description: description(productName),
    },
    servers: [{ url: baseUrl }],
    tags: Object.entries(TAGS).map(([name, text]) => ({ name, description: text })),
    paths,
    components: { schemas: { ...shared, ...schemas }, ...components },
  };
}
