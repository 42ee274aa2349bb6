import * as z from "zod";
import { chatQuestion } from "./chat-question.ts";
import { dryRunField } from "./dry-run-field.ts";
import { operatorCredentials } from "./operator-auth.ts";
import { questionId } from "./question-id.ts";
import { execution, toolCallRequest, toolResult } from "./tool-call.ts";
import { unsignedTransaction } from "./unsigned-transaction.ts";
import { unsignedTransactions } from "./unsigned-transactions.ts";

/**
 * In UTF-16 units, as JavaScript counts. A turn needs its last message and a little of what was
 * said before.
 */
export const CHAT_LIMITS = {
  messages: 50,
  parts: 200,
  messageChars: 8_000,
  allChars: 64_000,
} as const;

const text = z.string().max(CHAT_LIMITS.messageChars);

/**
 * One part of a UI message (AI SDK). Of all kinds only `text` is words; of tool calls an answered
 * approval counts, files and reasoning are passed over.
 */
const part = z
  .looseObject({ type: z.string().max(100), text: z.unknown().optional() })
  .refine(
    ({ type, text: words }) => type !== "text" || typeof words === "string",
    "a text part needs its text",
  );

const isGivenOnce = ({
  content,
  parts,
}: {
  content?: string | undefined;
  parts?: unknown[] | undefined;
}) => (content === undefined) !== (parts === undefined);

/**
 * One message of a conversation, as plain `content` or as the `parts` of a UI message, never both:
 * two texts would leave open which of them the operator wrote. A system or tool role is no caller's
 * to send.
 */
export const chatMessage = z
  .object({
    role: z.enum(["user", "assistant"]),
    content: text.optional(),
    parts: z
      .array(part)
      .max(CHAT_LIMITS.parts)
      .optional()
      .describe(
        "Parts of type text count, and of the last message an answered approval; others are " +
          "ignored.",
      ),
  })
  .refine(isGivenOnce, "give exactly one of content and parts")
  .transform(({ role, content, parts = [] }) => {
    const approvals = role === "assistant" ? approvalsIn(parts) : [];
    return { role, text: content ?? textOf(parts), ...(approvals.length > 0 && { approvals }) };
  })
  .refine(
    ({ text: words }) => words.length <= CHAT_LIMITS.messageChars,
    tooLong("a message", "messageChars"),
  );
export type ChatMessage = z.infer<typeof chatMessage>;

/**
 * Judged only where each message is sound: a check of the whole also runs on what failed for its
 * parts.
 */
const conversation = z
  .array(z.custom<ChatMessage>())
  .refine(
    (all) => all.at(-1)?.role === "user" || all.at(-1)?.approvals !== undefined,
    "the last message must be the user's",
  )
  .refine(
    (all) => (all.at(-1)?.approvals ?? []).length < 2,
    "one approval can be answered at a time",
  )
  .refine(
    (all) => all.at(-1)?.role !== "user" || (all.at(-1)?.text ?? "").trim() !== "",
    "the last message has no text",
  )
  .refine(
    (all) => all.reduce((sum, message) => sum + message.text.length, 0) <= CHAT_LIMITS.allChars,
    tooLong("all messages together", "allChars"),
  );

/** Body of POST /api/chat (spec, "Chat"; decision D57). */
export const chatRequest = operatorCredentials.extend({
  messages: z
    .array(chatMessage)
    .min(1)
    .max(CHAT_LIMITS.messages)
    .pipe(conversation)
    .describe(
      "The conversation, oldest first. Only the last message can start anything: the user's, " +
        "or the assistant's with an answered approval part of the AI SDK.",
    ),
  chainId: toolCallRequest.shape.chainId,
  vaultAddress: toolCallRequest.shape.vaultAddress,
  executionMode: toolCallRequest.shape.executionMode,
  slippageBps: z
    .int()
    .overwrite((bps) => Math.min(500, Math.max(10, bps)))
    .optional()
    .describe("Slippage of this call in basis points, brought into 10..500."),
  dryRun: dryRunField,
  questionId: questionId
    .optional()
    .describe(
      "The open question that the last message answers. Only who asked it, about the same " +
        "vault and chain, can answer it.",
    ),
  stream: z.boolean().default(false).describe("true: server-sent events in the AI SDK's protocol."),
});
export type ChatRequest = z.infer<typeof chatRequest>;

/**
 * One tool of a turn: what it answered, or why it was refused, in the words of every error body
 * (decision D11).
 */
export const chatToolCall = z.object({
  name: z.string(),
  arguments: z.record(z.string(), z.unknown()),
  result: toolResult.optional(),
  error: z
    .object({
      error: z.string(),
      message: z.string(),
      details: z.record(z.string(), z.unknown()).optional(),
    })
    .optional(),
});
export type ChatToolCall = z.infer<typeof chatToolCall>;

/**
 * Answer of POST /api/chat. Everything beside `reply` and `usage` is a tool's own, never a model's.
 */
export const chatResponse = z.object({
  reply: z.string(),
  transaction: unsignedTransaction.optional(),
  transactions: unsignedTransactions.optional(),
  toolCalls: z.array(chatToolCall).optional(),
  suggestions: z.array(z.string()).optional(),
  chainSwitch: z.int().optional(),
  execution: execution.optional(),
  operationId: z.string().optional(),
  decided: z
    .object({ operationId: z.string(), approved: z.boolean() })
    .optional()
    .describe("The operation that the request's approval part decided."),
  question: chatQuestion
    .optional()
    .describe(
      "What the message leaves open, or what is next of several commands. Nothing of it was done.",
    ),
  usage: z
    .object({ inputTokens: z.int(), outputTokens: z.int(), costUsd: z.string().optional() })
    .optional()
    .describe("What the model cost; absent where none was asked."),
});
export type ChatResponse = z.infer<typeof chatResponse>;

/**
 * A tool's part that its reader has approved or denied (AI SDK: ai 7.0.173,
 * addToolApprovalResponse).
 */
const answeredPart = z.object({
  type: z.string().regex(/^(?:dynamic-tool$|tool-)/),
  state: z.literal("approval-responded"),
  approval: z.object({ id: z.string().max(100), approved: z.boolean() }),
});

function approvalsIn(parts: readonly unknown[]): { operationId: string; approved: boolean }[] {
  return parts.flatMap((each) => {
    const { data } = answeredPart.safeParse(each);
    return data === undefined
      ? []
      : [{ operationId: data.approval.id, approved: data.approval.approved }];
  });
}

function textOf(parts: readonly { type: string; text?: unknown }[]): string {
  const texts = parts.filter(({ type }) => type === "text").map(({ text: words }) => words);
  // A line break between parts: words of two parts must not grow together into one.
  return texts.join("\n");
}

function tooLong(what: string, limit: "messageChars" | "allChars"): string {
  return `${what} may have ${CHAT_LIMITS[limit]} characters at most`;
}
