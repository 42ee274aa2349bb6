import * as z from "zod";
import { CHANNEL_IDS, type ChannelId } from "../../schemas/channel-ids.ts";
import { operatorAuth } from "../../schemas/operator-auth.ts";
import { requireAction } from "../../src/auth/require-operator.ts";
import { AppError } from "../../src/errors.ts";
import type { Channel, ChannelHost, Notice, Rendered, Sent } from "../../src/kinds/channel.ts";
import { orderAs } from "../../src/kinds/kind-of.ts";
import { chunksOf } from "../../src/lib/in-parallel.ts";
import { sha256Hex } from "../../src/lib/sha256-of.ts";
import { offerPairing } from "../../src/notifications/offer-pairing.ts";
import { defineRoute, type LazyRoute } from "../../src/route.ts";
import { finishPairing } from "../../src/store/pairing/finish-pairing.ts";

/*
 * A channel as somebody may add one some day: it says all of itself, and nothing in the service
 * knows it. Its pages are lines of plain text, posted to and replaced at an address of one's own.
 */

/** Lines of one page. */
export const PAGE_LINES = 3;
/** Ms between two pages to one pager. */
export const PAGER_PACE_MS = 1_500;

// Its ids, before anything reads the list. The beeper is the same channel under another name, which
// nobody configured.
(CHANNEL_IDS as unknown as string[]).push("pager", "beeper");
const idOf = (id: string): ChannelId => id as ChannelId;

const lineOf = ({ shown, id }: Notice): string => `${shown?.kind ?? "unreadable"} ${id}`;
const answer = z.object({ page: z.string() });

async function ask(
  { settings, fetch }: ChannelHost,
  method: string,
  path: string,
  page: object,
): Promise<Sent> {
  try {
    const headers = { "content-type": "application/json" };
    const response = await fetch(`${settings.PAGER_URL}${path}`, {
      method,
      headers,
      body: JSON.stringify(page),
    });
    if (response.status === 404)
      return { status: "refused", what: "message", reason: "no such page" };
    if (!response.ok) return { status: "unknown", reason: String(response.status) };
    return { status: "delivered", messageId: answer.parse(await response.json()).page };
  } catch {
    return { status: "unknown", reason: "no answer" };
  }
}

const pairBody = operatorAuth;
const pair = defineRoute({
  method: "POST",
  path: "/api/pager/pair",
  price: "free",
  operationId: "pairPager",
  summary: "Pair a pager",
  auth: "operator",
  leastScope: "owner",
  signedAction: "pair",
  query: z.object({}),
  body: pairBody,
  output: z.object({ code: z.string(), link: z.string(), expiresAt: z.int() }),
  handle: async ({ deps }, { body }) => {
    const signed = await requireAction(deps, body, "pair");
    const offer = await offerPairing(deps, idOf("pager"), { ...signed, chainId: body.chainId });
    if (offer === "signature_used")
      throw new AppError("auth_signature_used", "This signature was used already.");
    return offer;
  },
});
const showCode = defineRoute({
  method: "POST",
  path: "/api/pager/code",
  price: "free",
  operationId: "showPagerCode",
  summary: "Show a code",
  auth: "none",
  leastScope: "none",
  query: z.object({}),
  body: z.object({ code: z.string(), pager: z.string() }),
  output: z.object({ paired: z.boolean() }),
  handle: async ({ deps }, { body }) => {
    const { ok } = await finishPairing.run(deps.redis, deps.keys, {
      ...{ requestId: deps.newId(), nowMs: deps.clock.nowMs(), channel: "pager" },
      ...{ codeHash: await sha256Hex(body.code), chatId: body.pager },
    });
    return { paired: ok };
  },
});
const lazy = (route: typeof pair | typeof showCode): LazyRoute => ({
  ...{ method: route.method, path: route.path },
  load: async () => route as Awaited<ReturnType<LazyRoute["load"]>>,
});

export const PAGER: Channel = {
  id: idOf("pager"),
  env: { needs: ["PAGER_URL"], takes: [] },
  pair: { needs: [], link: (code) => `pager:${code}` },
  queue: {
    most: { first: 4, later: 10 },
    paceMs: { all: 100, address: PAGER_PACE_MS, talk: 200 },
    atOnce: 2,
    backoff: { afterMs: (failures) => failures * 10_000, tries: 3 },
  },
  show: async (notices) =>
    chunksOf(PAGE_LINES, notices).map(
      (page): Rendered => ({ ids: page.map(({ id }) => id), text: page.map(lineOf).join("\n") }),
    ),
  card: async ({ order: shown, notices, before }) => {
    const order = orderAs("twap", shown);
    const last = notices.length > 0 ? notices.map(lineOf).join("\n") : (before ?? "nothing yet");
    const text = `order ${order.id} ${order.status} ${order.slicesExecuted}/${order.sliceCount}\n${last}`;
    return { message: { ids: notices.map(({ id }) => id), text }, last };
  },
  connect: (host) => ({
    send: ({ text }, pager) => ask(host, "POST", "/pages", { pager, text }),
    edit: (page, { text }, pager) => ask(host, "PUT", `/pages/${page}`, { pager, text }),
  }),
  door: [lazy(pair), lazy(showCode)],
};

/** The same, which waits for a variable that no stack sets. */
export const BEEPER: Channel = {
  ...PAGER,
  id: idOf("beeper"),
  env: { needs: ["BEEPER_URL"], takes: [] },
};

/** Their lines in the table. */
export const PLANTED_CHANNELS: Readonly<Record<string, Channel>> = { pager: PAGER, beeper: BEEPER };
