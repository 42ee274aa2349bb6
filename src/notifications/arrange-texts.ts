import type { Notification } from "../../schemas/notification.ts";
import { NOTIFIED_LATER } from "../../schemas/notified-later.ts";
import { chunksOf } from "../lib/chunks-of.ts";
import type { ChatText } from "../telegram/plan-messages.ts";
import { renderItem } from "../telegram/render-item.ts";
import { type NotifiedSlice, renderSlices } from "../telegram/render-slices.ts";
import { sliceKeyboard } from "../telegram/slice-keyboard.ts";
import { visibleIdLine } from "../telegram/visible-id-line.ts";
import { readPayload } from "./read-payload.ts";

type Item = { id: string; payload: string };
type Read = Item & { shown: Notification | undefined };

/** Of one text: with their visible ids they leave room for others in a message. */
const MAX_SLICES = 30;

/**
 * A chat's notifications as texts, in the order of their delivery: alarms and answers first, each behind what
 * its order did before it; then the course of each order. Slices of an order that follow each other are one text, which
 * has all their visible ids.
 */
export async function arrangeTexts(items: readonly Item[]): Promise<ChatText[]> {
  const read = items.map((item): Read => ({ ...item, shown: readPayload(item.payload) }));
  const groups: Promise<ChatText[]>[] = [];
  let later = read.filter(isLater);
  for (const alarm of read.filter((one) => !isLater(one))) {
    const before = later.filter((one) => isBefore(one, alarm));
    later = later.filter((one) => !before.includes(one));
    groups.push(
      orderTexts(before),
      renderItem(alarm).then((text) => [text]),
    );
  }
  for (const order of Map.groupBy(later, orderOf).values()) groups.push(orderTexts(order));
  return (await Promise.all(groups)).flat();
}

const isLater = ({ shown }: Read): boolean => shown !== undefined && NOTIFIED_LATER.includes(shown.kind);

const orderOf = ({ id, shown }: Read): string =>
  shown !== undefined && "orderId" in shown ? `${shown.chainId}:${shown.vault}:${shown.orderId}` : id;

const isBefore = (one: Read, alarm: Read): boolean =>
  orderOf(one) === orderOf(alarm) && (one.shown?.createdAt ?? 0) <= (alarm.shown?.createdAt ?? 0);

/** What one order did, in its order. */
async function orderTexts(items: readonly Read[]): Promise<ChatText[]> {
  const runs: Read[][] = [];
  for (const item of items) {
    const run = runs.at(-1);
    if (run?.[0]?.shown?.kind === item.shown?.kind) run?.push(item);
    else runs.push([item]);
  }
  const texts = runs.flatMap((run) => chunksOf(MAX_SLICES, run).map(runTexts));
  return (await Promise.all(texts)).flat();
}

async function runTexts(run: readonly Read[]): Promise<ChatText[]> {
  const slices = run.flatMap(({ shown }): NotifiedSlice[] =>
    shown?.kind === "slice_executed" || shown?.kind === "manual_slice" ? [shown] : [],
  );
  const text = run.length > 1 && slices.length === run.length ? renderSlices(slices) : undefined;
  if (text === undefined) return Promise.all(run.map(renderItem));
  const ids = run.map(({ id }) => id);
  const visible = await Promise.all(ids.map(visibleIdLine));
  const latest = slices.at(-1);
  const keyboard = latest?.kind === "manual_slice" ? { keyboard: sliceKeyboard(latest) } : {};
  return [{ ids, html: `${text}\n${visible.join(" ")}`, ...keyboard }];
}
