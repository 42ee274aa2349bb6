import type { PromptEntry } from "../kinds/prompt-entry.ts";
import { RPC_CODES, RpcError } from "./rpc-error.ts";

const MOST_CHARS = 100;

/** The prompts as MCP lists and gives them. */
export const prompts = {
  list: (table: readonly PromptEntry[]) => table.map(({ text: _, ...shown }) => shown),
  /**
   * @throws RpcError for a name that is none, and arguments that are missing or no short text of
   * one line
   */
  get: (
    table: readonly PromptEntry[],
    { name, arguments: given = {} }: Record<string, unknown> = {},
  ): Record<string, unknown> => {
    const prompt = table.find((one) => one.name === name);
    if (prompt === undefined) throw invalid("There is no such prompt: prompts/list names them.");
    const values: Record<string, string> = {};
    for (const { name: argument, required } of prompt.arguments) {
      const value = Object(given)[argument];
      if (value === undefined && !required) continue;
      if (
        typeof value !== "string" ||
        !/^[^\p{Cc}]*\S[^\p{Cc}]*$/u.test(value) ||
        value.length > MOST_CHARS
      )
        throw invalid(
          `The argument ${argument} has to be one line of at most ${MOST_CHARS} characters.`,
        );
      values[argument] = value.trim();
    }
    const content = { type: "text", text: prompt.text(values) };
    return { description: prompt.description, messages: [{ role: "user", content }] };
  },
};

const invalid = (message: string) => new RpcError(RPC_CODES.invalidParams, message);
