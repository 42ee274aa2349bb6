import type { BotApi } from "./create-bot-api.ts";

export type UpdateDelivery = { updateId: unknown; status: number; body: string };

const TIMEOUT_MS = 60_000;

/**
 * Posts one update to the registered webhook as Telegram does, with its secret header, and carries
 * out the method which the answer may name.
 *
 * @throws Error when the webhook does not answer
 * @see https://core.telegram.org/bots/api#making-requests-when-getting-updates
 */
export async function deliverUpdate(
  update: Record<string, unknown>,
  webhook: NonNullable<ReturnType<BotApi["webhook"]>>,
  api: BotApi,
  stopped: AbortSignal,
): Promise<UpdateDelivery> {
  const query = update.callback_query;
  if (query !== null && typeof query === "object" && "id" in query) api.openQuery(String(query.id));
  const response = await fetch(webhook.url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(webhook.secretToken === null
        ? {}
        : { "x-telegram-bot-api-secret-token": webhook.secretToken }),
    },
    body: JSON.stringify(update),
    redirect: "manual",
    signal: AbortSignal.any([stopped, AbortSignal.timeout(TIMEOUT_MS)]),
  });
  const body = await response.text();
  const reply = response.ok ? methodIn(body) : undefined;
  if (reply !== undefined) api.call(webhook.token, reply.method, reply);
  return { updateId: update.update_id, status: response.status, body };
}

function methodIn(body: string): ({ method: string } & Record<string, unknown>) | undefined {
  try {
    const json: unknown = JSON.parse(body);
    if (json === null || typeof json !== "object" || !("method" in json)) return undefined;
    return { ...json, method: String(json.method) };
  } catch {
    return undefined;
  }
}
