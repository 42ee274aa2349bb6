import { sealAudits } from "../audit/seal-audit.ts";
import { sampleVaults } from "../history/sample-vaults.ts";
import { deliverAndPublish } from "../notifications/deliver-and-publish.ts";
import { raiseMissedTicks } from "../notifications/raise-missed-ticks.ts";

/** Work behind the answer of a tick or shard. */
export const AFTER_TICK = { sealAudits, deliverAndPublish, raiseMissedTicks, sampleVaults };
