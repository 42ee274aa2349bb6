import type { Address } from "viem";
import type { ChatButtons } from "../../schemas/chat-buttons.ts";
import { chainOf } from "../chain-of.ts";
import { sanitize } from "../lib/sanitize.ts";
import type { PairedVault } from "../store/pairing/paired-vault.ts";
import type { Pairing } from "./pairing-of.ts";
import { sayButton } from "./say-button.ts";

/** Names that owners chose, by `chainId:vault`, as far as they are known. */
export type VaultNames = ReadonlyMap<string, string>;

/** Where there are several: it names the vault, not its place in a list. */
export const vaultButtons = ({ vaults, current }: Pairing, names: VaultNames = new Map()): ChatButtons =>
  vaults.length <= 1
    ? []
    : vaults.map((paired) => {
        const mark = isSame(paired, current) ? "▶ " : "";
        const name = names.get(`${paired.chainId}:${paired.vault}`) ?? short(paired.vault);
        const text = `${mark}${sanitize(name, 40)} · ${chainOf(paired.chainId).name}`;
        return [sayButton(text, `/vault ${paired.chainId}:${paired.vault}`)];
      });

const isSame = (one: PairedVault, other: PairedVault | null): boolean =>
  one.vault === other?.vault && one.chainId === other.chainId && one.operator === other.operator;

const short = (address: Address): string => `${address.slice(0, 6)}…${address.slice(-4)}`;
