import type { Route } from "../route.ts";
import { bazaarExtension } from "./bazaar-extension.ts";
import { offeredIdentifier } from "./offered-identifier.ts";

/** What every 402 of a route says beside its terms: what catalogues are told, and what a payment may carry. */
export const routeExtensions = (route: Route): Record<string, unknown> => ({
  ...bazaarExtension(route),
  ...offeredIdentifier(route),
});
