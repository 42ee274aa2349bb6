import type { ListedCall, Route } from "../route.ts";
import { bazaarExtension } from "./bazaar-extension.ts";
import { offeredIdentifier } from "./offered-identifier.ts";
import { toolExtension } from "./tool-extension.ts";

/** What every 402 of a route, or of one tool that it calls, says beside its terms: what catalogues are told, and what a payment may carry. */
export const routeExtensions = (route: Route, call?: ListedCall): Record<string, unknown> => ({
  ...(call === undefined ? bazaarExtension(route) : toolExtension(call)),
  ...offeredIdentifier(route),
});
