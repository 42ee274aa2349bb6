import type { Pairing } from "./pairing-of.ts";
import { vaultTitle } from "./vault-title.ts";

/** Where a chat speaks for several: "sold 1 ETH" says nothing of whose. */
export const withVaultTitle = ({ vaults, current }: Pairing, html: string): string =>
  vaults.length > 1 && current !== null ? `${vaultTitle(current)}\n${html}` : html;
