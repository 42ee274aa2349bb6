import type { World } from "../world/create-world.ts";

/** `takenAt`: when the delivery took it from the outbox, in the ledger's sequence. */
export type ToldText = { chatId: string; text: string; takenAt: number };

/**
 * What the channel was given, one text for each thing told: a message may hold several, with an empty line between them. Here
 * stand the few words by which a judge knows them again; whoever changes what is told changes these.
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
  ledger.messages.flatMap(({ chatId, html, takenAt }) => html.split("\n\n").map((text) => ({ chatId, text, takenAt })));
