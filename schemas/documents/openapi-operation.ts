import { CREDENTIAL_HEADERS } from "../auth/credential-headers.ts";
import { type JsonSchema, jsonSchemaOf } from "./json-schema-of.ts";
import type { OpenapiPrices, OpenapiRoute } from "./openapi-route.ts";
import { queryExample } from "./query-example.ts";

/** Writes an operation's schemas, and names shared error responses by status. */
export type OpenapiParts = {
  share(schema: JsonSchema): JsonSchema;
  responseNames: Record<string, string>;
  choices: Readonly<Record<string, readonly string[]>>;
};
export type OpenapiOperation = {
  operationId: string;
  summary: string;
  description?: string;
  tags: readonly string[];
  parameters: Record<string, unknown>[];
  requestBody?: {
    required: true;
    content: Record<string, { schema: JsonSchema; example?: unknown }>;
  };
  responses: Record<string, Record<string, unknown>>;
  "x-price-usdc": string;
  "x-auth": OpenapiRoute["auth"];
  "x-aliases"?: readonly string[];
};

const CREDENTIALS = ["operatorAddress", "authSignature", "authTimestamp"];

/** One route as an OpenAPI 3.1 operation. */
export function openapiOperation(
  route: OpenapiRoute,
  prices: OpenapiPrices,
  { share, responseNames, choices }: OpenapiParts,
): OpenapiOperation {
  const isPaid = route.price !== "free";
  const { description, aliases, examples } = route;
  return {
    operationId: route.operationId,
    summary: route.summary,
    ...(description !== undefined && { description }),
    tags: route.tags ?? [],
    parameters: [
      ...queryParameters(route, share, choices),
      ...headerNames(route).map(refTo("parameters")),
    ],
    ...(route.method === "POST" && {
      requestBody: {
        required: true as const,
        content: {
          "application/json": {
            schema: share(asked(route, jsonSchemaOf(route.body, "input"))),
            ...(examples?.body !== undefined && { example: examples.body }),
          },
        },
      },
    }),
    responses: {
      200: {
        description: "It worked.",
        headers: Object.fromEntries(
          ["X-Request-Id", ...(isPaid ? ["PAYMENT-RESPONSE", "X-PAYMENT-RESPONSE"] : [])].map(
            (name) => [name, refTo("headers")(name)],
          ),
        ),
        content: {
          [route.contentType ?? "application/json"]: {
            schema: share(jsonSchemaOf(route.output, "output")),
            ...(examples !== undefined && { example: examples.response }),
          },
          ...(route.csv !== undefined && { "text/csv": { schema: { type: "string" } } }),
        },
      },
      ...Object.fromEntries(
        errorStatuses(route).map((status) => [
          status,
          refTo("responses")(responseNames[status] ?? ""),
        ]),
      ),
    },
    "x-price-usdc": isPaid ? (prices[route.price] ?? "") : "0",
    "x-auth": route.auth,
    ...(aliases !== undefined && { "x-aliases": aliases }),
  };
}

const refTo = (kind: string) => (name: string) => ({ $ref: `#/components/${kind}/${name}` });

function queryParameters(
  route: OpenapiRoute,
  share: OpenapiParts["share"],
  choices: OpenapiParts["choices"],
): Record<string, unknown>[] {
  const schema = asked(route, jsonSchemaOf(route.query, "input"));
  const example = queryExample(schema, route.examples?.query);
  const required = (schema.required ?? []) as string[];
  return Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>).map(
    ([name, { description, ...one }]) => ({
      name,
      in: "query",
      required: required.includes(name),
      ...(description !== undefined && { description }),
      schema: share({ ...one, ...chosen(route, name, choices) }),
      ...(example[name] !== undefined && { example: example[name] }),
    }),
  );
}

/** The operation's own choice, else the general one. */
function chosen(
  { operationId }: OpenapiRoute,
  name: string,
  choices: OpenapiParts["choices"],
): JsonSchema {
  const names = choices[`${operationId}.${name}`] ?? choices[name];
  return names === undefined ? {} : { enum: names };
}

/**
 * Credentials are optional to zod, because a missing one is 401 and no 400; to a caller they are
 * needed, in a body. Of a GET they may be headers. The vault is named once, and its other name
 * said: a caller may write either.
 */
function asked({ method, auth }: OpenapiRoute, schema: JsonSchema): JsonSchema {
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
  const named = {
    ...schema,
    ...(schema.properties !== undefined && { properties: withOtherName(properties) }),
  };
  if (auth !== "operator" || method === "GET" || !Object.hasOwn(properties, "operatorAddress"))
    return named;
  return { ...named, required: [...((schema.required ?? []) as string[]), ...CREDENTIALS] };
}

function withOtherName(properties: Record<string, JsonSchema>): Record<string, JsonSchema> {
  const [own, ...more] = ["vaultAddress", "vault"].filter((name) =>
    Object.hasOwn(properties, name),
  );
  if (own === undefined || more.length > 0) return properties;
  const said =
    `${properties[own]?.description ?? "The vault's contract address."} May be written ` +
    `\`${own === "vault" ? "vaultAddress" : "vault"}\`.`;
  return { ...properties, [own]: { ...properties[own], description: said } };
}

const headerNames = ({
  method,
  price,
  auth,
  sessionVault,
  credentials,
}: OpenapiRoute): string[] => [
  ...(price === "free" ? [] : ["X-Payment", "PAYMENT-SIGNATURE"]),
  // Every operator's GET takes them in headers, also where its query has them too.
  ...(sessionVault === undefined &&
  credentials === undefined &&
  !(method === "GET" && auth === "operator")
    ? []
    : CREDENTIAL_HEADERS),
  ...(method === "POST" ? ["Idempotency-Key"] : []),
];

/**
 * A parameter given twice is 400 anywhere; limits and missing configuration can meet every route.
 */
function errorStatuses({
  method,
  price,
  auth,
  isUnlimited,
  statuses = [],
}: OpenapiRoute): number[] {
  const isPaid = price !== "free";
  const all = [
    ...[400, 413, 500, 503],
    ...(isUnlimited === true ? [] : [429]),
    ...(auth === "none" ? [] : [401, 403]),
    ...(isPaid ? [402] : []),
    ...(isPaid || method === "POST" ? [409] : []),
    ...(isPaid || auth !== "none" ? [502] : []),
    ...statuses,
  ];
  return [...new Set(all)].sort((a, b) => a - b);
}
