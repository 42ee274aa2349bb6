import type { FlowChat } from "./flow-chat.ts";
import { type Door, withoutTimes } from "./through-doors.ts";

const ENTITIES: Record<string, string> = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&amp;": "&" };
const SHOWN =
  /\nto: <code>(0x[0-9a-f]{40})<\/code>\nvalue: <code>(0x[0-9a-f]+)<\/code>\ndata: <code>(0x[0-9a-f]+)<\/code>/;

/**
 * A paired chat as a door of `throughDoors`. It shows no error codes: what is no transaction is the
 * refusal's message.
 */
export function telegramDoor(chat: FlowChat): Door {
  return async ({ words }) => {
    const html = await chat.ask(words);
    const [, to, value, data] = SHOWN.exec(html) ?? [];
    if (data !== undefined) return { transaction: { to, value, data: withoutTimes(data) } };
    const message = html
      .replace(/\n*<code>#[0-9a-f]{8}<\/code>\s*$/, "")
      .replace(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES[entity] ?? entity);
    return { refused: { error: "", message } };
  };
}
