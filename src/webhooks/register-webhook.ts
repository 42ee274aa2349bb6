import type { Address } from "viem";
import type { WebhookView } from "../../schemas/webhook.ts";
import { WEBHOOK_LIMITS } from "../../schemas/webhook-limits.ts";
import type { Deps } from "../deps.ts";
import { AppError, unwrap } from "../errors.ts";
import { countLookup, saveWebhook } from "../store/webhooks/save-webhook.ts";
import { requestWebhooks, secretContext } from "./webhook-delivery.ts";

const SECRET_BYTES = 32;

/**
 * Registers a URL of a verified operator. The secret is in this answer alone; a ping signed with it
 * follows. @throws webhook_url_refused, webhook_limit, rate_limited, not_configured,
 * store_unavailable
 */
export async function registerWebhook(
  deps: Deps,
  operator: Address,
  text: string,
): Promise<{ webhook: WebhookView; secret: string }> {
  const url = unwrap(await deps.webhooks.admit(text, () => countName(deps, operator)));
  const secret = `whsec_${hexOf(deps.randomBytes(SECRET_BYTES))}`;
  const saved = await saveWebhook.run(deps.redis, deps.keys, {
    requestId: deps.newId(),
    nowMs: deps.clock.nowMs(),
    operator,
    id: `wh_${hexOf(deps.randomBytes(16))}`,
    url,
    secret: await deps.sealer.seal(secret, secretContext(operator, url)),
  });
  if (!saved.ok) throw refusalOf(saved);
  deps.defer("webhook_ping", requestWebhooks(deps));
  return { webhook: saved.webhook, secret };
}

/**
 * Counted before the look-up, so that refused registrations cost the resolver no more than good
 * ones.
 */
async function countName({ redis, keys, newId, clock }: Deps, operator: Address): Promise<void> {
  const counted = await countLookup.run(redis, keys, {
    requestId: newId(),
    nowMs: clock.nowMs(),
    operator,
  });
  if (!counted.ok) throw refusalOf({ code: "rate_limited", retryAfterSec: counted.retryAfterSec });
}

const hexOf = (bytes: Uint8Array) =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

function refusalOf(
  saved: { code: "webhook_limit" } | { code: "rate_limited"; retryAfterSec: number },
): AppError {
  const { perOperator, registrationsPerHour } = WEBHOOK_LIMITS;
  return saved.code === "webhook_limit"
    ? new AppError(
        "webhook_limit",
        `You have ${perOperator} webhooks, which is the most. Remove one first.`,
        {
          details: { limit: perOperator },
        },
      )
    : new AppError(
        "rate_limited",
        `At most ${registrationsPerHour} webhooks can be registered in an hour.`,
        {
          retryAfterSec: saved.retryAfterSec,
        },
      );
}
