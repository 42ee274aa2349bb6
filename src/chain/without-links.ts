import type { ChainId } from "../../schemas/chains.ts";
import { chainOf, knownChains } from "../chain-of.ts";

/** With a scheme, or what Telegram links by itself: "evil.example/claim", "@evil_bot". Not "0.2" nor "USDC.e". */
const LINK =
  /[a-z][a-z0-9+.-]{0,30}:\/\/[^\s"'<>]+|(?<![\w@.])@\w{4,32}|(?<![\p{L}\p{N}_-])(?:[\p{L}\p{N}_-]+\.)+\p{L}{2,}(?:[/?#:][^\s"'<>]*)?/giu;

/**
 * Others' text (token names, revert reasons) in a chat: it leads only to a chain's explorer. What is invisible has to be gone before, or it
 * hides a link until it goes.
 */
export const withoutLinks = (visible: string): string =>
  visible.replace(LINK, (link) => (isExplorers(link) ? link : "[link]"));

const isExplorers = (link: string): boolean => knownChains().some(({ explorer }) => link.startsWith(`${explorer}/`));

/** Link to a transaction on its chain's explorer. */
export const explorerTxUrl = (chainId: ChainId, hash: string): string => `${chainOf(chainId).explorer}/tx/${hash}`;
