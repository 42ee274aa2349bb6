import type { ChainId } from "../../schemas/chains.ts";
import type { Notification, NotificationOf } from "../../schemas/notification.ts";
import type { Notice, Rendered } from "../kinds/channel.ts";
import { chunksOf } from "../lib/in-parallel.ts";
import { sumDecimals } from "../lib/parse-units.ts";
import { cut, fitHtml, MAX_MESSAGE_CHARS, visibleIdLine } from "./escape-html.ts";
import {
  cardKeyboard,
  type InlineKeyboard,
  operationKeyboard,
  orderButton,
} from "./order-button.ts";
import { renderNotification } from "./render-notification.ts";

const MAX_SLICES = 30;

/** Texts in order; consecutive slices of an order share one, with all visible ids. */
export async function textsOf(notices: readonly Notice[]): Promise<ChatText[]> {
  const runs: Notice[][] = [];
  for (const notice of notices) {
    const run = runs.at(-1);
    if (run?.[0] !== undefined && goesOn(run[0], notice)) run.push(notice);
    else runs.push([notice]);
  }
  return (await Promise.all(runs.flatMap((run) => chunksOf(MAX_SLICES, run).map(runTexts)))).flat();
}

const goesOn = (first: Notice, next: Notice) =>
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

/**
 * A notice with its visible id. An unreadable one is told by its id: it must neither be lost nor
 * hold others back.
 */
export async function renderItem({ id, shown }: Pick<Notice, "id" | "shown">): Promise<ChatText> {
  const text =
    shown === undefined ? "A notification could not be shown." : renderNotification(shown);
  return {
    ids: [id],
    html: `${text}\n${await visibleIdLine(id)}`,
    ...(shown !== undefined && keyboardOf(shown)),
  };
}

function keyboardOf(shown: Notification): Pick<ChatText, "keyboard"> {
  if (shown.kind === "manual_slice") return { keyboard: sliceKeyboard(shown) };
  if ("operationId" in shown && shown.operationId !== undefined)
    return {
      keyboard: (shown.kind === "chat_reply" ? cardKeyboard : operationKeyboard)(shown.operationId),
    };
  return "buttons" in shown && shown.buttons !== undefined
    ? { keyboard: { inline_keyboard: shown.buttons } }
    : {};
}

type NotifiedSlice = NotificationOf<"slice_executed" | "manual_slice">;

/**
 * Slices of one order and kind: their numbers, sums, and the latest as it would stand alone.
 * undefined: they cannot be added.
 */
function renderSlices(slices: readonly NotifiedSlice[]): string | undefined {
  const latest = slices.at(-1);
  const sold = sumDecimals(slices.map(({ sellAmount }) => sellAmount));
  const bought = sumDecimals(slices.map(({ buyAmount }) => buyAmount));
  if (latest === undefined || sold === undefined || bought === undefined) return undefined;
  const { sellSymbol, buySymbol } = latest;
  const isSame = (slice: NotifiedSlice) =>
    slice.sellSymbol === sellSymbol && slice.buySymbol === buySymbol;
  if (!slices.every(isSame)) return undefined;
  const about = slices.some((slice) => slice.kind === "slice_executed" && slice.estimated)
    ? "about "
    : "";
  const sell = `${about}${cut(sold, 100)} ${cut(sellSymbol, 42)}`;
  const buy = `${about}${cut(bought, 100)} ${cut(buySymbol, 42)}`;
  const what =
    `<b>TWAP #${latest.orderId}</b> ${numbersOf(slices)} of ` +
    `${cut(latest.progress.split("/")[1] ?? "", 20)}`;
  const [, ...ofLatest] = renderNotification(latest).split("\n");
  const lines =
    latest.kind === "slice_executed"
      ? [`✅ ${what} executed`, `Sold ${sell}, bought ${buy}. The last one:`]
      : [`📝 ${what} notified`, `Quoted together: sell ${sell} for ${buy}. The last one:`];
  return [...lines, ...ofLatest].join("\n");
}

/** @example "slices 4-9", or "4 slices up to 9" with gaps. */
function numbersOf(slices: readonly NotifiedSlice[]): string {
  const numbers = slices.map(({ sliceNumber }) => sliceNumber);
  const first = numbers[0] ?? 0;
  const isRun = numbers.every((number, index) => number === first + index);
  return isRun
    ? `slices ${first}-${numbers.at(-1)}`
    : `${slices.length} slices up to ${Math.max(...numbers)}`;
}

const sliceKeyboard = ({
  chainId,
  vault,
  orderId,
  sliceNumber,
}: NotificationOf<"manual_slice">): InlineKeyboard => ({
  // Safe: orders' chains are traded on.
  inline_keyboard: [
    [
      orderButton({
        action: "trade",
        chainId: chainId as ChainId,
        vault,
        orderId,
        slice: sliceNumber,
      }),
    ],
  ],
});

export type ChatText = { ids: string[]; html: string; keyboard?: InlineKeyboard };

const BETWEEN = "\n\n";

/**
 * As few messages as the order allows. A text is never split; too long, it is cut as plain text.
 * One with buttons stands alone.
 */
export function planMessages(texts: readonly ChatText[]): ChatText[] {
  const messages: ChatText[] = [];
  for (const { ids, html, keyboard } of texts) {
    const whole = fitHtml(html, MAX_MESSAGE_CHARS);
    const last = messages.at(-1);
    const isAlone = keyboard !== undefined || last?.keyboard !== undefined;
    if (
      last !== undefined &&
      !isAlone &&
      last.html.length + BETWEEN.length + whole.length <= MAX_MESSAGE_CHARS
    ) {
      last.ids.push(...ids);
      last.html += BETWEEN + whole;
    } else
      messages.push({ ids: [...ids], html: whole, ...(keyboard !== undefined && { keyboard }) });
  }
  return messages;
}

/** Notices as messages. */
export async function showNotices(notices: readonly Notice[]): Promise<Rendered[]> {
  return planMessages(await textsOf(notices)).map(({ ids, html, keyboard }) => ({
    ...{ ids, text: html },
    ...(keyboard !== undefined && { buttons: keyboard.inline_keyboard }),
  }));
}
