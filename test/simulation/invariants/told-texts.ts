import type { World } from "../world/create-world.ts";
import type { ToldFailure } from "../world/ledger.ts";

/**
 * `calls`: of a failed slice, what Details has behind such a text. `takenAt`: when the delivery
 * took it from the outbox, in the ledger's sequence.
 */
export type ToldText = { chatId: string; text: string; calls: readonly string[]; takenAt: number };

/**
 * What the channel was given, one text for each thing told: a message may hold several, with an
 * empty line between them. Here stand the few words by which a judge knows them again; whoever
 * changes what is told changes these.
 */
export const TOLD = {
  of: ({ vault, id }: { vault: string; id: number }) => [`TWAP #${id}<`, vault],
  executed: /slice executed|slices [0-9-]+ of [0-9]+ executed/,
  completed: "completed (",
  failed: "failed (",
  autoPaused: "paused (",
  short: "runs short before its end",
  manual: /slice notified|slices [0-9-]+ of [0-9]+ notified/,
} as const;

/** In the order in which they were told, also those that the channel refused. */
export const toldTexts = ({ ledger }: World): ToldText[] =>
  ledger.messages.flatMap(({ chatId, html, takenAt, failures }) =>
    html
      .split("\n\n")
      .map((text) => ({ chatId, text, takenAt, calls: callsBehind(text, failures) })),
  );

const callsBehind = (text: string, failures: readonly ToldFailure[]): string[] =>
  failures
    .filter(({ vault, orderId, sliceNumber, consecutiveFailures }) =>
      [
        ...TOLD.of({ vault, id: orderId }),
        `slice ${sliceNumber} ${TOLD.failed}${consecutiveFailures}/`,
      ].every((word) => text.includes(word)),
    )
    .flatMap(({ debugCall }) => debugCall.data ?? []);
