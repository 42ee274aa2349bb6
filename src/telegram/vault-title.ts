import type { ChainId } from "../../schemas/chains.ts";
import { withoutLinks } from "../chain/without-links.ts";
import { chainOf } from "../chain-of.ts";
import { sanitize } from "../lib/sanitize.ts";
import { escapeHtml } from "./escape-html.ts";

/** `name`, which its owner chose, only where it is known. */
export function vaultTitle({ vault, chainId, name }: { vault: string; chainId: ChainId; name?: string }): string {
  const shown = name === undefined ? "Vault" : escapeHtml(withoutLinks(sanitize(name, 64)));
  return `<b>${shown}</b> <code>${escapeHtml(sanitize(vault, 42))}</code> on ${chainOf(chainId).name}`;
}
