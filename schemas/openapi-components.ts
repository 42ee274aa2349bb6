import { ERROR_CODES, type ErrorCode } from "./error-codes.ts";
import type { JsonSchema } from "./json-schema-of.ts";

/** Meaning of each status (spec, "Errors"; decision D11) and its response's name. */
const STATUSES: Record<number, { name: string; description: string; headers?: readonly string[] }> =
  {
    400: {
      name: "BadRequest",
      description: "The request is not valid, or it was refused for a reason you can act on.",
    },
    401: {
      name: "Unauthorized",
      description: "Operator credentials are missing, malformed, expired or do not match.",
    },
    402: {
      name: "PaymentRequired",
      description:
        "Pay and try again: PAYMENT-REQUIRED holds the x402 version 2 object (base64 JSON), " +
        "the body its version 1 form.",
      headers: ["PAYMENT-REQUIRED"],
    },
    403: {
      name: "Forbidden",
      description: "The signature is good, but its signer does not own the named vault.",
    },
    404: { name: "NotFound", description: "There is nothing at this path." },
    405: {
      name: "MethodNotAllowed",
      description: "This path has no such method; Allow names those it has.",
    },
    409: {
      name: "Conflict",
      description: "The payment or the Idempotency-Key is in use, or was used for something else.",
      headers: ["Retry-After"],
    },
    413: { name: "BodyTooLarge", description: "The body is larger than 256 KiB." },
    429: {
      name: "TooManyRequests",
      description: "A rate limit; wait and try again.",
      headers: ["Retry-After"],
    },
    500: { name: "InternalError", description: "A fault on our side. Nothing is charged." },
    502: {
      name: "BadGateway",
      description:
        "A venue, chain node, language model or the facilitator failed or did not answer in time.",
    },
    503: {
      name: "ServiceUnavailable",
      description: "This part of the service is not configured, or its storage is down.",
      headers: ["Retry-After"],
    },
  };

const CODES = Object.keys(ERROR_CODES) as ErrorCode[];
const text = (description: string): JsonSchema => ({ type: "string", description });

const error: JsonSchema = {
  type: "object",
  description: "Every error has this shape.",
  properties: {
    error: { type: "string", enum: CODES, description: "A stable code from a closed table." },
    message: text("A sentence for people: what is wrong and what to do."),
    details: { type: "object", additionalProperties: {}, description: "The numbers that decided." },
    reply: text("Of a chat: the message again, as its reply."),
  },
  required: ["error", "message"],
};

const requirement: JsonSchema = {
  type: "object",
  description: "One way to pay, in the words of x402 version 1.",
  properties: {
    scheme: text("exact"),
    network: text("base (eip155:8453)"),
    maxAmountRequired: text("Price in base units of the asset (6 decimals)."),
    resource: text("The URL that is paid for."),
    description: text("What it is."),
    mimeType: text("Type of the answer."),
    payTo: text("Recipient."),
    maxTimeoutSeconds: {
      type: "integer",
      description: "How long the signed authorization may stay valid.",
    },
    asset: text("The token's contract: USDC."),
    extra: {
      type: "object",
      additionalProperties: {},
      description: "The token's EIP-712 name and version.",
    },
  },
  required: [
    "scheme",
    "network",
    "maxAmountRequired",
    "resource",
    "payTo",
    "maxTimeoutSeconds",
    "asset",
  ],
};

const header = (description: string, schema: JsonSchema = { type: "string" }) => ({
  description,
  schema,
});
const parameter = (name: string, description: string, schema: JsonSchema = { type: "string" }) => ({
  name,
  in: "header",
  required: false,
  description,
  schema,
});

/** The parts of the document that no single route owns: errors and headers. */
export function openapiComponents() {
  return {
    schemas: { Error: error, PaymentRequirement: requirement },
    responses: Object.fromEntries(
      Object.entries(STATUSES).map(([status, one]) => [
        one.name,
        errorResponse(Number(status), one),
      ]),
    ),
    headers: {
      "X-Request-Id": header("Names this request; quote it when you report a fault."),
      "Retry-After": header("Seconds to wait.", { type: "integer" }),
      "PAYMENT-REQUIRED": header("x402 version 2: base64 of the JSON object that says how to pay."),
      "PAYMENT-RESPONSE": header("The settlement receipt: base64 of a JSON object."),
      "X-PAYMENT-RESPONSE": header("The same receipt, for clients of x402 version 1."),
    },
    parameters: {
      "X-Payment": parameter(
        "X-Payment",
        "An x402 payment payload of version 1 or 2, base64 JSON.",
      ),
      "PAYMENT-SIGNATURE": parameter(
        "PAYMENT-SIGNATURE",
        "The same, under the header name of x402 version 2.",
      ),
      "Idempotency-Key": parameter(
        "Idempotency-Key",
        "For 24 hours the same key with the same body gets the first answer again, and is " +
          "not charged.",
      ),
      "X-Operator-Address": parameter("X-Operator-Address", "The vault's owner: its address."),
      "X-Auth-Signature": parameter(
        "X-Auth-Signature",
        "Its signature over the operator message with the Timestamp line.",
      ),
      "X-Auth-Timestamp": parameter("X-Auth-Timestamp", "That timestamp, Unix milliseconds.", {
        type: "integer",
      }),
    },
    names: Object.fromEntries(Object.entries(STATUSES).map(([status, { name }]) => [status, name])),
  };
}

function errorResponse(status: number, { description, headers = [] }: (typeof STATUSES)[number]) {
  const codes = CODES.filter((code) => ERROR_CODES[code].status === status);
  const narrowed: JsonSchema = {
    type: "object",
    properties: {
      ...(codes.length > 0 && { error: { enum: codes } }),
      ...(status === 402 && {
        x402Version: { const: 1 },
        accepts: { type: "array", items: { $ref: "#/components/schemas/PaymentRequirement" } },
      }),
    },
    ...(status === 402 && { required: ["x402Version", "accepts"] }),
  };
  const refs = ["X-Request-Id", ...headers].map((name) => [
    name,
    { $ref: `#/components/headers/${name}` },
  ]);
  return {
    description,
    headers: Object.fromEntries(refs),
    content: {
      "application/json": { schema: { allOf: [{ $ref: "#/components/schemas/Error" }, narrowed] } },
    },
  };
}
