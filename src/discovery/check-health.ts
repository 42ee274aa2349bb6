import { EVERY_CHAIN_ID } from "../../schemas/chains.ts";
import type {
  HealthDependencies,
  SchedulerState,
  WebhookCounts,
} from "../../schemas/documents/health-report.ts";
import { TICK_RULES } from "../../schemas/orders/tick-rules.ts";
import type { BazaarListings } from "../../schemas/payment/bazaar-listings.ts";
import { blockReads } from "../chain/transaction-reads.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { DELIVERY_LIMITS } from "../notifications/delivery-limits.ts";
import { raiseMissedTicks } from "../notifications/raise-missed-ticks.ts";
import { readLastTick } from "../store/orders/tell-missed-ticks.ts";

type Status = HealthDependencies[string];

const LIMIT_MS = 2_000;
const REMEMBERED_MS = 5_000;
/** Served while another request checks. */
const STALE_MS = 60_000;
const WAIT_MS = 50;

type Health = {
  dependencies: HealthDependencies;
  scheduler: SchedulerState;
  webhooks: WebhookCounts;
  bazaar: BazaarListings;
};
type Seen = Omit<Health, "scheduler"> & { lastTickMs: number | null };

/**
 * Checks for two seconds at most and remembers for five. Answers status words only; addresses and
 * reasons go to the log. The request that finds ticks missing has operators told
 * (raiseMissedTicks).
 */
export async function checkHealth(deps: Deps): Promise<Health> {
  const nowMs = deps.clock.nowMs();
  const known = await seenByOther(deps, nowMs);
  if (known !== undefined) return { ...known, scheduler: schedulerState(known.lastTickMs, nowMs) };
  const seen = await look(deps, nowMs);
  deps.caches.health.set("", { ...seen, seenAtMs: nowMs }, nowMs + STALE_MS);
  const { lastTickMs } = seen;
  const scheduler = schedulerState(lastTickMs, nowMs);
  if (scheduler.status === "late" && lastTickMs !== null)
    deps.defer("missed_ticks", raiseMissedTicks(deps, lastTickMs, DELIVERY_LIMITS.afterwards));
  return { ...seen, scheduler };
}

/** One of many requests at once checks. */
async function seenByOther({ caches, sleep }: Deps, nowMs: number) {
  for (let waitedMs = 0; waitedMs <= LIMIT_MS; waitedMs += WAIT_MS) {
    const known = caches.health.get("", nowMs);
    if (known !== undefined && nowMs - known.seenAtMs < REMEMBERED_MS) return known;
    // No turn comes between this question and its answer.
    if (caches.healthLook.get("", nowMs) !== true) break;
    if (known !== undefined) return known;
    // Workers cannot await another request's promise, but its own timer.
    await sleep(WAIT_MS);
  }
  caches.healthLook.set("", true, nowMs + LIMIT_MS);
  return undefined;
}

async function look(deps: Deps, nowMs: number): Promise<Seen> {
  const { env } = deps;
  let lastTickMs: number | null = null;
  let webhooks: WebhookCounts = { failing: 0, off: 0 };
  let bazaar: BazaarListings = { success: null, processing: null, rejected: null };
  const checks: Record<string, () => Promise<Status>> = {
    store: async () => {
      const read = await readLastTick.run(deps.redis, deps.keys, { nowMs });
      const { success, processing, rejected } = read.bazaar;
      ({ lastTickMs, webhooks } = read);
      bazaar = { success, processing, rejected };
      return "ok";
    },
    facilitator: async () => okIf(await deps.facilitator.answers()),
    schedule: async () =>
      configured(env.QSTASH_CURRENT_SIGNING_KEY, env.QSTASH_NEXT_SIGNING_KEY, env.PUBLIC_BASE_URL),
    ...Object.fromEntries(
      EVERY_CHAIN_ID.filter((id) => env.rpcUrls[id] !== undefined).map((id) => [
        `chain_${id}`,
        async () => {
          const [head] = await deps.chain(id).rpc.send([blockReads.latest()]);
          return okIf(head.ok);
        },
      ]),
    ),
    ...Object.fromEntries(
      Object.values(deps.tables.venues).map(({ id }) => [
        `venue_${id}`,
        async () => {
          deps.venue(id);
          return okIf(true);
        },
      ]),
    ),
  };
  const seen = Object.fromEntries(
    await Promise.all(
      Object.entries(checks).map(
        async ([name, check]) => [name, await within(deps, check)] as const,
      ),
    ),
  );
  return { dependencies: seen, lastTickMs, webhooks, bazaar };
}

const okIf = (works: boolean): Status => (works ? "ok" : "down");
const configured = (...values: unknown[]): Status =>
  values.includes(undefined) ? "not_configured" : "ok";

/** A dependency that fails or takes too long is down. */
function within(deps: Deps, check: () => Promise<Status>): Promise<Status> {
  const late = deps.sleep(LIMIT_MS).then((): Status => "down");
  const found = check().catch(
    (error: unknown): Status =>
      error instanceof AppError && error.code === "not_configured" ? "not_configured" : "down",
  );
  return Promise.race([found, late]);
}

/** State of the ticks: late after two intervals. */
export function schedulerState(lastTickMs: number | null, nowMs: number): SchedulerState {
  if (lastTickMs === null) return { status: "never", lastTickAt: null };
  return {
    status: nowMs - lastTickMs > TICK_RULES.lateAfterMs ? "late" : "ok",
    lastTickAt: lastTickMs,
  };
}
