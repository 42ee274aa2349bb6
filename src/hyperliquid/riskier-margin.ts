import { larger } from "../lib/larger.ts";
import { smaller } from "../lib/smaller.ts";
import type { CoreMargin } from "./core-reads.ts";

/** Of the chain's and the venue's view of an account the one that is riskier in each figure, less what is on its way out of it. */
export const riskierMargin = (chain: CoreMargin, venue: CoreMargin = chain, takenBase = 0n): CoreMargin => ({
  accountValueBase: smaller(chain.accountValueBase, venue.accountValueBase) - takenBase,
  marginUsedBase: larger(chain.marginUsedBase, venue.marginUsedBase),
  notionalBase: larger(chain.notionalBase, venue.notionalBase),
});
