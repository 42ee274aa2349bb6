import type { Deps } from "../deps.ts";
import { backoffMs } from "../lib/in-parallel.ts";
import { sanitize } from "../lib/sanitize.ts";
import { settleWebhook } from "../store/webhooks/settle-webhook.ts";
import {
  type TakenWebhook,
  takeWebhook,
  type WebhookLane,
} from "../store/webhooks/take-webhook.ts";
import { secretContext, WEBHOOK_DELIVERY } from "./webhook-delivery.ts";

type WebhookDeps = Pick<Deps, "redis" | "keys" | "clock" | "newId" | "log" | "webhooks" | "sealer">;
type WebhookSummary = { delivered: number; failed: number; switchedOff: number };

/**
 * Delivers at least once, each endpoint's in order, several endpoints at once. Failed endpoints
 * have their own places, so a dead one takes another's only once.
 */
export async function deliverWebhooks(deps: WebhookDeps): Promise<WebhookSummary> {
  const { places, turnSubrequests, forMs } = WEBHOOK_DELIVERY;
  const summary: WebhookSummary = { delivered: 0, failed: 0, switchedOff: 0 };
  const endMs = deps.clock.nowMs() + forMs;
  let left: number = WEBHOOK_DELIVERY.subrequests;
  const work = async (lane: WebhookLane) => {
    while (deps.clock.nowMs() < endMs && left >= turnSubrequests) {
      left -= turnSubrequests;
      const turn = await takeTurn(deps, lane);
      if (turn === undefined) return;
      left += turnSubrequests - turn.requests;
      summary.delivered += turn.delivered;
      if (turn.failed) summary.failed += 1;
      if (turn.switchedOff) summary.switchedOff += 1;
    }
  };
  const lanes: WebhookLane[] = [
    ...Array<WebhookLane>(places.due).fill("due"),
    ...Array<WebhookLane>(places.retry).fill("retry"),
  ];
  const ends = await Promise.allSettled(lanes.map(work));
  for (const end of ends)
    if (end.status === "rejected")
      deps.log("webhooks_error", { cause: sanitize(String(end.reason), 300) });
  if (summary.delivered + summary.failed > 0) deps.log("webhooks", { ...summary });
  return summary;
}

async function takeTurn(deps: WebhookDeps, lane: WebhookLane) {
  const { redis, keys, clock, newId } = deps;
  const { leaseMs, inARow } = WEBHOOK_DELIVERY;
  const of = { requestId: newId(), nowMs: clock.nowMs(), lane, leaseMs, limit: inARow };
  const { webhook, leaseUntilMs } = await takeWebhook.run(redis, keys, of);
  if (webhook === null) return undefined;
  const { delivered, failed } = await sendInOrder(deps, webhook);
  const { id, operator, failures } = webhook;
  if (failed !== undefined) deps.log("webhook_failed", { id, reason: failed.reason });
  const nowMs = clock.nowMs();
  const { switchedOff } = await settleWebhook.run(redis, keys, {
    requestId: newId(),
    nowMs,
    ...{ operator, id, lane, leaseUntilMs, delivered },
    failed: failed && {
      ...failed,
      nextMs: nowMs + backoffMs(delivered.length > 0 ? 1 : failures + 1),
    },
  });
  const sent = delivered.length + (failed === undefined ? 0 : 1);
  return {
    delivered: delivered.length,
    failed: failed !== undefined,
    switchedOff,
    requests: 2 + 3 * sent,
  };
}

type Sent = { delivered: string[]; failed?: { id: string; reason: string } };

async function sendInOrder(
  { clock, webhooks, sealer }: WebhookDeps,
  webhook: TakenWebhook,
): Promise<Sent> {
  const { url, operator, items } = webhook;
  const secret = await sealer.open(webhook.secret, secretContext(operator, url));
  const delivered: string[] = [];
  const untilMs = clock.nowMs() + WEBHOOK_DELIVERY.inARowMs;
  for (const { id, payload } of items) {
    if (delivered.length > 0 && clock.nowMs() >= untilMs) break;
    if (secret === undefined)
      return { delivered, failed: { id, reason: "its secret is lost: register it again" } };
    const headers = await signWebhook(secret, { id, body: payload, nowMs: clock.nowMs() });
    const outcome = await webhooks.send(url, headers, payload);
    if (!outcome.ok) return { delivered, failed: { id, reason: outcome.reason } };
    delivered.push(id);
  }
  return { delivered };
}

/**
 * `X-Webhook-Signature: t=<Unix seconds>,v1=<hex>`: HMAC-SHA256 (RFC 2104) by the endpoint's
 * secret, as UTF-8, over `<t>.<body>`. The id stands in the body too.
 */
export async function signWebhook(
  secret: string,
  { id, body, nowMs }: { id: string; body: string; nowMs: number },
): Promise<Record<string, string>> {
  const seconds = Math.floor(nowMs / 1_000);
  const utf8 = new TextEncoder();
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", utf8.encode(secret), hmac, false, ["sign"]);
  const mac = new Uint8Array(
    await crypto.subtle.sign(hmac, key, utf8.encode(`${seconds}.${body}`)),
  );
  const hex = [...mac].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return {
    "content-type": "application/json",
    "user-agent": "webhooks/1",
    "x-webhook-id": id,
    "x-webhook-signature": `t=${seconds},v1=${hex}`,
  };
}
