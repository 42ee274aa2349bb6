import { larger } from "../lib/larger.ts";
import { smaller } from "../lib/smaller.ts";
import type { CoreMargin } from "./core-reads.ts";

/** In each figure, less what is on its way out. */
export const riskierMargin = (chain: CoreMargin, venue: CoreMargin = chain, takenBase = 0n): CoreMargin => ({
  accountValueBase: smaller(chain.accountValueBase, venue.accountValueBase) - takenBase,
  marginUsedBase: larger(chain.marginUsedBase, venue.marginUsedBase),
  notionalBase: larger(chain.notionalBase, venue.notionalBase),
});
