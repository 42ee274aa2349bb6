import type { ListedCall, Route } from "../route.ts";
import { bazaarExtension } from "./bazaar-extension.ts";
import { EXTENSION_NAMES } from "./extension-names.ts";
import { toolExtension } from "./tool-extension.ts";

/** Of a route, or of one tool that it calls. */
export const routeExtensions = (route: Route, call?: ListedCall): Record<string, unknown> => ({
  ...(call === undefined ? bazaarExtension(route) : toolExtension(call)),
  ...offeredIdentifier(route),
});

/** An id may be sent (docs/facts/x402.md 11). */
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

/** Where an Idempotency-Key counts: elsewhere nothing would hold the promise. */
const offeredIdentifier = ({
  method,
  noStore,
}: Pick<Route, "method" | "noStore">): { [EXTENSION_NAMES.identifier]?: typeof OFFERED } =>
  method === "POST" && noStore !== true ? { [EXTENSION_NAMES.identifier]: OFFERED } : {};
