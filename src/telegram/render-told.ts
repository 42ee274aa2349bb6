import { CHAINS } from "../../schemas/chains.ts";
import { renderText } from "./render-text.ts";

const EXPLORERS = Object.values(CHAINS).map(({ explorer }) => `${explorer}/`);
/** With a scheme, or a name that Telegram would make a link of by itself: "evil.example/claim". Not "0.2" nor "USDC.e". */
const LINK = /[a-z][a-z0-9+.-]*:\/\/\S+|(?<![\w@.])@\w{4,32}|(?:[\p{L}\p{N}_-]+\.)+\p{L}{2,}(?:[/?#:]\S*)?/giu;

/**
 * Words that a model chose after it read what others wrote (token names, revert reasons), as Telegram's HTML: it cannot
 * send the reader anywhere but to a chain's explorer.
 */
export const renderTold = (text: string): string =>
  renderText(text.replace(LINK, (link) => (EXPLORERS.some((known) => link.startsWith(known)) ? link : "[link]")));
