import type { ListedCall, Route } from "../route.ts";
import { bazaarExtension } from "./bazaar-extension.ts";
import { EXTENSION_NAMES } from "./extension-names.ts";
import { toolExtension } from "./tool-extension.ts";

/** What every 402 of a route, or of one tool that it calls, says beside its terms: what catalogues are told, and what a payment may carry. */
export const routeExtensions = (route: Route, call?: ListedCall): Record<string, unknown> => ({
  ...(call === undefined ? bazaarExtension(route) : toolExtension(call)),
  ...offeredIdentifier(route),
});

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
const offeredIdentifier = ({
  method,
  noStore,
}: Pick<Route, "method" | "noStore">): { [EXTENSION_NAMES.identifier]?: typeof OFFERED } =>
  method === "POST" && noStore !== true ? { [EXTENSION_NAMES.identifier]: OFFERED } : {};
