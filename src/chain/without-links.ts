import type { ChainId } from "../../schemas/chains.ts";
import { chainOf, knownChains } from "../chain-of.ts";

/**
 * URLs, and what Telegram links by itself: "evil.example/claim", "@evil_bot". Not "0.2" nor
 * "USDC.e".
 */
const LINK =
  /[a-z][a-z0-9+.-]{0,30}:\/\/[^\s"'<>]+|(?<![\w@.])@\w{4,32}|(?<![\p{L}\p{N}_-])(?:[\p{L}\p{N}_-]+\.)+\p{L}{2,}(?:[/?#:][^\s"'<>]*)?/giu;

/**
 * Removes links from others' text but for those to a chain's explorer. Remove invisible characters
 * first: they can hide a link.
 */
export const withoutLinks = (visible: string): string =>
  visible.replace(LINK, (link) => (isExplorers(link) ? link : "[link]"));

const isExplorers = (link: string): boolean =>
  knownChains().some(({ explorer }) => link.startsWith(`${explorer}/`));

/** The transaction at its chain's explorer. */
export const explorerTxUrl = (chainId: ChainId, hash: string): string =>
  `${chainOf(chainId).explorer}/tx/${hash}`;
