import type { PaymentRequirements } from "@x402/core/types";
import type { Deps } from "../deps.ts";
import type { ListedCall, Route } from "../route.ts";
import { offeredSignIn } from "./offered-sign-in.ts";
import { routeExtensions } from "./route-extensions.ts";
import { signedOffer } from "./signed-offer.ts";

export const offeredExtensions = async (
  deps: Deps,
  route: Route,
  resourceUrl: string,
  terms: PaymentRequirements,
  call: ListedCall | undefined,
): Promise<Record<string, unknown>> => ({
  ...routeExtensions(route, call),
  ...offeredSignIn(deps, route, resourceUrl),
  ...(await signedOffer(deps, resourceUrl, terms)),
});
