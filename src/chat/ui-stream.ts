import type { ChatResponse } from "../../schemas/chat.ts";
import { jsonObject } from "../lib/is-object.ts";
import type { RawRequest, StreamEvents, StreamForm } from "../route.ts";

/**
 * POST /api/chat as server-sent events of the AI SDK's UI message stream (version 1), which
 * `useChat` reads: the reply as one text part, everything else of the answer as the part
 * `data-answer`, an operation that waits as a tool's approval request, and with `finish` the
 * payment's receipt as metadata. Source: ai 7.0.173, uiMessageChunkSchema and
 * UI_MESSAGE_STREAM_HEADERS.
 */
export const uiStream: StreamForm = {
  isAsked: ({ bodyText, headers }: RawRequest) => {
    const { stream } = jsonObject(bodyText);
    return typeof stream === "boolean" ? stream : isAccepted(headers.get("accept") ?? "");
  },
  headers: {
    "Content-Type": "text/event-stream; charset=utf-8",
    "Cache-Control": "no-cache",
    "X-Vercel-AI-UI-Message-Stream": "v1",
    "X-Accel-Buffering": "no",
  },
  open: createEvents,
};

/** A caller that takes JSON, too, gets JSON: it did not ask for a stream. */
const isAccepted = (accept: string): boolean =>
  accept.includes("text/event-stream") &&
  !accept.includes("application/json") &&
  !accept.includes("*/*");

const TEXT_ID = "reply";

type Chunk = { type: string; [field: string]: unknown };

/**
 * An operation that waits, as a call of a tool that wants an approval: the client's answer comes
 * back in the last message's parts. What the answer led to ends that call, which stands in the
 * message that the client goes on with. `providerExecuted`: no client runs it.
 */
function approvalChunks({
  operationId,
  toolCalls = [],
  decided,
}: Omit<ChatResponse, "reply">): Chunk[] {
  if (decided !== undefined) {
    const toolCallId = decided.operationId;
    return decided.approved
      ? [{ type: "tool-output-available", toolCallId, output: toolCalls[0]?.result }]
      : [{ type: "tool-output-denied", toolCallId }];
  }
  const call = toolCalls.find(({ result }) => result?.operationId === operationId);
  if (operationId === undefined || call === undefined) return [];
  // What its person decides by is the card, which every other door shows; the arguments are what a
  // model wrote.
  const input = { ...call.arguments, card: call.result?.message?.split("\n") };
  const of = { toolCallId: operationId, toolName: call.name, input };
  return [
    { type: "tool-input-available", ...of, dynamic: true, providerExecuted: true },
    { type: "tool-approval-request", approvalId: operationId, toolCallId: operationId },
  ];
}

function createEvents(write: (event: string) => void): StreamEvents {
  let hasText = false;
  const send = (chunk: Chunk) => write(`data: ${JSON.stringify(chunk)}\n\n`);
  const say = (delta: string) => {
    if (!hasText) {
      hasText = true;
      send({ type: "start" });
      send({ type: "text-start", id: TEXT_ID });
    }
    send({ type: "text-delta", id: TEXT_ID, delta });
  };
  return {
    say,
    answer: (body) => {
      // Safe: the body is the route's output, as its schema encoded it.
      const { reply, ...rest } = JSON.parse(body) as ChatResponse;
      if (!hasText) say(reply);
      send({ type: "text-end", id: TEXT_ID });
      send({ type: "data-answer", data: rest });
      for (const chunk of approvalChunks(rest)) send(chunk);
    },
    finish: (receipt) => {
      send({ type: "finish", ...(receipt !== undefined && { messageMetadata: { receipt } }) });
      write("data: [DONE]\n\n");
    },
    fail: (error) => {
      send({ type: "data-error", data: error });
      send({ type: "error", errorText: error.message });
      write("data: [DONE]\n\n");
    },
  };
}
