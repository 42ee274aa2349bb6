import { sealAudits } from "../audit/seal-audit.ts";
import { deliverAndPublish } from "../notifications/deliver-and-publish.ts";
import { raiseMissedTicks } from "../notifications/raise-missed-ticks.ts";

/** What a tick and its shards leave for behind their answer. */
export const AFTER_TICK = { sealAudits, deliverAndPublish, raiseMissedTicks };
