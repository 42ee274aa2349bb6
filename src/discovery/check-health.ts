import { CHAIN_IDS } from "../../schemas/chains.ts";
import type { HealthDependencies } from "../../schemas/health-report.ts";
import { blockReads } from "../chain/block-reads.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { ping } from "../store/scripts/ping.ts";

type Status = HealthDependencies[string];

const LIMIT_MS = 2_000;
const REMEMBERED_MS = 5_000;

/**
 * Looks at every dependency at once, for at most two seconds, and remembers what it saw for five: status words only, no
 * address and no reason, which are for the log.
 */
export async function checkHealth(deps: Deps): Promise<HealthDependencies> {
  const nowMs = deps.clock.nowMs();
  const known = deps.caches.health.get("", nowMs);
  if (known !== undefined) return known;
  const { env } = deps;
  const checks: Record<string, () => Promise<Status>> = {
    store: async () => okIf((await ping.run(deps.redis, deps.keys, { nowMs })).ok),
    facilitator: async () => okIf(await deps.facilitator.answers()),
    schedule: async () => configured(env.QSTASH_CURRENT_SIGNING_KEY, env.QSTASH_NEXT_SIGNING_KEY, env.PUBLIC_BASE_URL),
    ...Object.fromEntries(
      CHAIN_IDS.filter((id) => env.rpcUrls[id] !== undefined).map((id) => [
        `chain_${id}`,
        async () => {
          const [head] = await deps.chain(id).rpc.send([blockReads.latest()]);
          return okIf(head.ok);
        },
      ]),
    ),
    venue_0x: async () => configured(env.ZEROX_API_KEY),
    venue_uniswap: async () => configured(env.UNISWAP_API_KEY),
  };
  const seen = Object.fromEntries(
    await Promise.all(Object.entries(checks).map(async ([name, check]) => [name, await within(deps, check)] as const)),
  );
  deps.caches.health.set("", seen, nowMs + REMEMBERED_MS);
  return seen;
}

const okIf = (works: boolean): Status => (works ? "ok" : "down");
const configured = (...values: (string | undefined)[]): Status =>
  values.includes(undefined) ? "not_configured" : "ok";

/** Whatever goes wrong with a dependency, or takes too long, is that it is down. */
function within(deps: Deps, check: () => Promise<Status>): Promise<Status> {
  const late = deps.sleep(LIMIT_MS).then((): Status => "down");
  const found = check().catch(
    (error: unknown): Status =>
      error instanceof AppError && error.code === "not_configured" ? "not_configured" : "down",
  );
  return Promise.race([found, late]);
}
