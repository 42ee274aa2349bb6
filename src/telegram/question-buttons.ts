import type { ChatButtons } from "../../schemas/chat-buttons.ts";
import type { ChatQuestion } from "../../schemas/chat-question.ts";
import { sayButton } from "./say-button.ts";

/** Of a button, in UTF-16 units (schemas/chat-buttons.ts). */
const MOST_ON_A_BUTTON = 64;

/** One under the other. pressed-reading.ts reads what they say. */
export function questionButtons({ id, options }: ChatQuestion): ChatButtons {
  const shown = (label: string) =>
    label.length > MOST_ON_A_BUTTON ? `${label.slice(0, MOST_ON_A_BUTTON - 1)}…` : label;
  return options.map(({ label }, at) => [sayButton(shown(label), `ask:${id}:${at}`)]);
}
