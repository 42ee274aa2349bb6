import type { ChainId } from "../../schemas/chains.ts";
import type { ChatMessage } from "../../schemas/chat.ts";
import type { ToolRequest } from "../calls/tool-request.ts";

/**
 * One turn as a door hands it over. Actor, vault and mode stand beside the words, never in them.
 */
export type ChatTurn = {
  messages: readonly ChatMessage[];
  chainId: ChainId;
  vaultAddress: string | undefined;
  executionMode: "manual" | "delegated";
  /** Every write of this turn is tried only. */
  dryRun?: boolean;
  /** The caller's own choice for this turn's swaps, already within 10..500. */
  slippageBps?: number;
  /**
   * Which open question the last message answers; in a paired chat none need be named. `option`: a
   * reading that was tapped.
   */
  answers?: { questionId: string; option?: number };
  /**
   * Of a bare yes in a chat: the card (by its operation) or question that it can be to. null, or
   * left out: it is to none.
   */
  yesTo?: string | null;
  /** Takes the words of a model's answer as they come. */
  say?: (delta: string) => void;
  caller: Extract<ToolRequest["caller"], { kind: "outside" | "paired" }>;
};
