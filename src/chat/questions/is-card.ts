import type { Ask } from "../ask.ts";

/**
 * Whether what is remembered is no question but a card, which its own buttons decide: words can
 * only change it, as another command.
 */
export const isCard = ({ options, completes }: Pick<Ask, "options" | "completes">): boolean =>
  options.length === 0 && completes.length === 0;
