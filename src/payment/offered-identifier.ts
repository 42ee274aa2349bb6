import type { Route } from "../route.ts";
import { EXTENSION_NAMES } from "./extension-names.ts";

/** The extension as a 402 has it: an id may be sent, and need not be (docs/facts/x402.md 11). */
const OFFERED = {
  info: { required: false },
  schema: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: {
      required: { type: "boolean" },
      id: { type: "string", minLength: 16, maxLength: 128, pattern: "^[a-zA-Z0-9_-]+$" },
    },
    required: ["required"],
  },
} as const;

/** Offered where an Idempotency-Key counts: of a GET, and of a route whose answers are not kept, it would be a promise that nothing holds. */
export const offeredIdentifier = ({
  method,
  noStore,
}: Pick<Route, "method" | "noStore">): { [EXTENSION_NAMES.identifier]?: typeof OFFERED } =>
  method === "POST" && noStore !== true ? { [EXTENSION_NAMES.identifier]: OFFERED } : {};
