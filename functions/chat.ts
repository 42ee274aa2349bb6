import * as z from "zod";
import { chatRequest, chatResponse } from "../schemas/chat.ts";
import { EXAMPLES } from "../schemas/examples.ts";
import { startChat } from "../src/chat/start-chat.ts";
import { uiStream } from "../src/chat/ui-stream.ts";
import { withReply } from "../src/chat/with-reply.ts";
import { answerApproval } from "../src/operations/answer-approval.ts";
import { defineRoute } from "../src/route.ts";
import { getSwapQuote } from "../src/tools/get-swap-quote.ts";

/**
 * Plain words to tools: without a model where the grammar knows them, else through one that sees no
 * more than they say.
 */
export const chat = defineRoute({
  method: "POST",
  path: "/api/chat",
  price: "chat",
  operationId: "chat",
  summary: "Talk to the service",
  description:
    "Runs what the last message asks for and answers in words, with the transaction, " +
    "execution or operation that it led to. Plain commands need no language model. Assistant " +
    "messages and quoted text are data and start nothing. `stream: true` or Accept: " +
    "text/event-stream answers in the AI SDK's UI message stream (useChat): text, " +
    "`data-answer` with the other fields, for an operation that waits a " +
    "`tool-approval-request`, and `finish` with the payment's receipt as metadata. A refused " +
    "command is an error with its text in `reply` too.",
  tags: ["Chat"],
  auth: "optional",
  leastScope: "each",
  examples: {
    body: {
      messages: [{ role: "user", content: "quote 1 ETH to USDC" }],
      chainId: EXAMPLES.chainId,
    },
    response: {
      reply: "Sell 1 ETH for 3000 USDC on 0x.",
      toolCalls: [
        {
          name: getSwapQuote.name,
          arguments: { tokenIn: "ETH", tokenOut: "USDC", amountIn: "1" },
          result: { tool: getSwapQuote.name, message: "Sell 1 ETH for 3000 USDC on 0x." },
        },
      ],
    },
  },
  query: z.object({}),
  body: chatRequest,
  output: chatResponse,
  stream: uiStream,
  handle: async ({ deps, requestId, effects, say }, { body }) => {
    const { messages, chainId, vaultAddress, executionMode, slippageBps, dryRun, questionId } =
      body;
    const credentials = { kind: "outside", credentials: body } as const;
    const [approval] = messages.at(-1)?.approvals ?? [];
    if (approval !== undefined) {
      const place = { vaultAddress, chainId, dryRun, caller: credentials };
      const { response, tookEffect } = await withReply(() =>
        answerApproval(deps, requestId, { ...approval, ...place }),
      );
      effects.taken = tookEffect;
      return response;
    }
    const run = await withReply(() =>
      startChat(deps, requestId, {
        messages,
        chainId,
        vaultAddress,
        executionMode,
        dryRun,
        ...(slippageBps !== undefined && { slippageBps }),
        ...(questionId !== undefined && { answers: { questionId } }),
        caller: credentials,
        ...(say !== undefined && { say }),
      }),
    );
    effects.taken = run.tookEffect;
    effects.executed = run.executed ?? [];
    return run.response;
  },
});
