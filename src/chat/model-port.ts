import type { ModelCall } from "./model-call.ts";
import type { ModelTool } from "./model-tool.ts";

export type ModelUsage = { inputTokens: number; outputTokens: number; costUsd?: string };

/**
 * What decides which tools run. It gets the operator's own words and no other text: no tool output,
 * no assistant text, no quoted part. `text` is used only where it calls no tool.
 */
export type DecideInput = {
  words: string;
  earlier: readonly string[];
  tools: readonly ModelTool[];
};
export type Decision = { calls: readonly ModelCall[]; text: string; usage: ModelUsage };

/** One piece of text that must not be taken for an instruction, and where it comes from. */
export type QuotedText = { source: "tool" | "conversation" | "message"; text: string };

/** What words an answer. It has no tools, so whatever it reads can only change what is said. */
export type TellInput = { words: string; quoted: readonly QuotedText[] };
export type ModelReply = { text: string; usage: ModelUsage };

/**
 * A language model. Adapters bound steps, tokens and time, and refuse with an AppError when it
 * cannot be reached.
 */
export type ModelPort = {
  decide(input: DecideInput): Promise<Decision>;
  /** `say` gets the text piece by piece, if it is given; together they are the answer's `text`. */
  tell(input: TellInput, say?: (delta: string) => void): Promise<ModelReply>;
};
