import type { ToolContext } from "../../../../src/tools/tool.ts";
import type { Together, WordRange } from "./mutations.ts";

/** One call of a transaction tool, and what a change of its calldata has to be refused by. */
export type ToolRow = {
  tool: string;
  what: string;
  args: object;
  context?: Partial<ToolContext>;
  /**
   * Fields that refusals name at least once: accounts, tokens, amounts, bounds, chain and
   * tolerance, as far as the call has them.
   */
  names: readonly string[];
  /** Of a swap: a vector's calldata, as its venue answers with, and what it quoted. */
  venue?: { id: "uniswap" | "0x"; vector: string; limitBase: bigint; amountOutBase: bigint };
  /** Where the words are, for calldata inside of calldata. */
  words?: readonly WordRange[];
  /** Words that only mean something else when they change alike. */
  together?: readonly Together[];
  /**
   * Changes that come through, by the reason: `place: kind`, or `place: any` for a word that is
   * free. Each is held to enforce the same bounds or tighter ones, and an entry that lets nothing
   * through any more fails.
   */
  harmless?: Readonly<Record<string, readonly string[]>>;
};
