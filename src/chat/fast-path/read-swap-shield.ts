import { disableSwapShield } from "../../tools/disable-swap-shield.ts";
import { enableSwapShield } from "../../tools/enable-swap-shield.ts";
import type { Cursor } from "./cursor.ts";
import type { Reader } from "./reader.ts";

/**
 * `enable|disable [the|my] swap shield`, `turn on|off [the|my] swap shield`, `turn [the|my] swap shield on|off`. No chain:
 * the setting is the operator's, for all of them. "The shield" alone could be the NAV Shield.
 */
export const readSwapShield: Reader = (cursor, verb) => {
  const before = verb === "turn" ? cursor.word("on", "off") : verb;
  if (!isNamed(cursor)) return "words";
  const said = before ?? cursor.word("on", "off");
  if (said === undefined) return "incomplete";
  const isOn = said === "enable" || said === "on";
  return { kind: "call", tool: (isOn ? enableSwapShield : disableSwapShield).name, args: {} };
};

function isNamed(cursor: Cursor): boolean {
  cursor.word("the", "my");
  return cursor.phrase("swap", "shield");
}
