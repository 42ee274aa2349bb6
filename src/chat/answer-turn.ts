import type { ChatResponse, ChatToolCall } from "../../schemas/chat.ts";
import type { ModelUsage } from "./model-port.ts";

/**
 * The answer of a turn. Transaction, execution, operation, chain and suggestions are the tools'
 * own; `reply` is a model's words only where they are given, else what the tools said, one under
 * the other, and a note of ours.
 */
export function answerTurn(
  calls: readonly ChatToolCall[],
  {
    reply,
    usage,
    note = "",
  }: { reply?: string; usage?: ModelUsage; note?: string | undefined } = {},
): ChatResponse {
  const results = calls.map(({ result }) => result);
  const first = <T>(values: readonly (T | undefined)[]): T | undefined =>
    values.find((value) => value !== undefined);
  const transaction = first(results.map((result) => result?.transaction));
  // Of the same call, so that they begin with it.
  const transactions = results.find((result) => result?.transaction !== undefined)?.transactions;
  const chainSwitch = first(results.map((result) => result?.chainSwitch));
  const execution = first(results.map((result) => result?.execution));
  const operationId = first(results.map((result) => result?.operationId));
  const suggestions = results.flatMap((result) => result?.suggestions ?? []);
  const said = calls.map(({ result, error }) => error?.message ?? result?.message ?? "");
  return {
    reply: reply ?? [...said, note].filter((text) => text !== "").join("\n\n"),
    ...(transaction !== undefined && { transaction }),
    ...(transactions !== undefined && { transactions }),
    ...(calls.length > 0 && { toolCalls: [...calls] }),
    ...(suggestions.length > 0 && { suggestions }),
    ...(chainSwitch !== undefined && { chainSwitch }),
    ...(execution !== undefined && { execution }),
    ...(operationId !== undefined && { operationId }),
    ...(usage !== undefined && { usage }),
  };
}
