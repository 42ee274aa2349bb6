import type { Route } from "../route.ts";
import { bazaarExtension } from "./bazaar-extension.ts";
import { offeredIdentifier } from "./offered-identifier.ts";

/** The `extensions` of a route's 402: what catalogues are told of it, and what a payment may carry beside the money. */
export const offeredExtensions = (route: Route): Record<string, unknown> => ({
  ...bazaarExtension(route),
  ...offeredIdentifier(route),
});
