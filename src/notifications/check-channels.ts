import { CHANNEL_IDS } from "../../schemas/channel-ids.ts";
import type { Channel, Connection } from "../kinds/channel.ts";

const ID = /^[a-z][a-z0-9-]{0,31}$/;
const VARIABLE = /^[A-Z][A-Z0-9_]*$/;
const NOBODY = () => Promise.reject(new Error("nothing is sent while a table is checked"));

/**
 * Faults of a table of channels, by id and part. Sends nothing: a channel that does so on
 * connecting throws.
 */
export function checkChannels(channels: Readonly<Record<string, Channel>>): string[] {
  const missing = CHANNEL_IDS.filter((id) => channels[id] === undefined).map(
    (id) => `${id} has no channel`,
  );
  return [...missing, ...Object.entries(channels).flatMap(([id, channel]) => wrongOf(id, channel))];
}

function wrongOf(id: string, channel: Channel): string[] {
  const { env, pair, queue, show, card, connect, door } = channel;
  const isKnown = (CHANNEL_IDS as readonly string[]).includes(id);
  const names = [...(env?.needs ?? []), ...(env?.takes ?? []), ...(pair?.needs ?? [])];
  const connection =
    typeof connect === "function" ? connect({ settings: {}, fetch: NOBODY }) : undefined;
  const parts: Record<string, boolean> = {
    id: channel.id === id && isKnown && ID.test(id),
    env: env !== undefined && env.needs.length > 0 && names.every((name) => VARIABLE.test(name)),
    pair: typeof pair?.link === "function" && Array.isArray(pair.needs),
    queue: isQueue(queue),
    show: typeof show === "function",
    connect: isConnection(connection),
    "card and edit": (card === undefined) === (connection?.edit === undefined),
    door:
      Array.isArray(door) && door.length > 0 && door.every(({ path }) => path.startsWith("/api/")),
  };
  return Object.entries(parts).flatMap(([part, isRight]) => (isRight ? [] : [`${id}: ${part}`]));
}

function isQueue(queue: Channel["queue"] | undefined): boolean {
  if (queue === undefined) return false;
  const { most, paceMs, atOnce, backoff } = queue;
  const figures = [
    most?.first,
    most?.later,
    paceMs?.all,
    paceMs?.address,
    paceMs?.talk,
    atOnce,
    backoff?.tries,
  ];
  const waits = typeof backoff?.afterMs === "function" ? [1, 2, 50].map(backoff.afterMs) : [0];
  return [...figures, ...waits].every(
    (figure) => Number.isSafeInteger(figure) && Number(figure) > 0,
  );
}

const isConnection = (connection: Connection | undefined) =>
  typeof connection?.send === "function" &&
  (connection.edit === undefined || typeof connection.edit === "function") &&
  (connection.talk === undefined || typeof connection.talk.answerButton === "function");
