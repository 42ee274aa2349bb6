import type { Notice } from "../kinds/channel.ts";
import { chunksOf } from "../lib/chunks-of.ts";
import type { ChatText } from "./plan-messages.ts";
import { renderItem } from "./render-item.ts";
import { type NotifiedSlice, renderSlices } from "./render-slices.ts";
import { sliceKeyboard } from "./slice-keyboard.ts";
import { visibleIdLine } from "./visible-id-line.ts";

/** With their visible ids they leave room for others in a message. */
const MAX_SLICES = 30;

/** In their order. Slices of an order that follow each other are one text, which has all their visible ids. */
export async function textsOf(notices: readonly Notice[]): Promise<ChatText[]> {
  const runs: Notice[][] = [];
  for (const notice of notices) {
    const run = runs.at(-1);
    if (run?.[0] !== undefined && goesOn(run[0], notice)) run.push(notice);
    else runs.push([notice]);
  }
  return (await Promise.all(runs.flatMap((run) => chunksOf(MAX_SLICES, run).map(runTexts)))).flat();
}

const goesOn = (first: Notice, next: Notice): boolean =>
  first.later && next.later && first.about === next.about && first.shown?.kind === next.shown?.kind;

async function runTexts(run: readonly Notice[]): Promise<ChatText[]> {
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
