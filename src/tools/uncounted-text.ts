import type { Stake } from "./read-stake.ts";

/** Where GRG in the vault is no part of its NAV, though stake is; else empty. */
export const uncountedText = ({ grg, isGrgCounted }: Pick<Stake, "grg" | "isGrgCounted">): string =>
  isGrgCounted
    ? ""
    : ` The vault does not track ${grg.symbol}: its NAV counts what arrives only after the vault has bought some, so the NAV falls by it.`;
