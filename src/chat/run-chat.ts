import type { ChatMessage, ChatResponse } from "../../schemas/calls/chat.ts";
import { QUESTION_LIMITS } from "../../schemas/calls/question-limits.ts";
import type { ToolResult } from "../../schemas/calls/tool-call.ts";
import type { ChainId } from "../../schemas/chains.ts";
import { carriesProof } from "../auth/parse-credentials.ts";
import { runTool } from "../calls/run-tool.ts";
import { executedCall, type ToolRun, tookEffect } from "../calls/took-effect.ts";
import type { ToolRequest } from "../calls/tool-request.ts";
import { chainAddresses } from "../chain/addresses.ts";
import type { ExecutedCall } from "../context.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { noteSaid } from "../store/questions/note-said.ts";
import { MOST_BEFORE, type StoredSaid } from "../store/questions/stored-said.ts";
import { listTwapOrders } from "../twap/tools/list-twap-orders.ts";
import { pauseTwapOrder } from "../twap/tools/pause-twap-order.ts";
import { tellAnswer } from "./answers/tell-answer.ts";
import type { Ask } from "./ask.ts";
import type { ChatTurn } from "./chat-turn.ts";
import { meantBy } from "./context/meant-by.ts";
import { notUnderstood } from "./context/not-understood.ts";
import { pastOf } from "./context/past-of.ts";
import { answerOpen } from "./questions/answer-open.ts";
import { askerOf } from "./questions/asker-of.ts";
import { cardAsk } from "./questions/card-ask.ts";
import { keepQuestion } from "./questions/keep-question.ts";
import { plainLine } from "./questions/plain-line.ts";
import { withOrders } from "./questions/with-orders.ts";
import { readConversation } from "./read-conversation.ts";
import { readByRules, readMessage } from "./read-message.ts";
import { coinsOf } from "./reader/coins-of.ts";
import { type FastPathReading, runTurn, type TurnCall, type TurnPorts } from "./run-turn.ts";
import { withoutDryWords } from "./without-dry-words.ts";

/**
 * `tookEffect`: something happened that its caller could not undo by not paying. `approves`: the
 * words were a yes to this operation, `rejects`: they put another command in its place; the chat
 * that heard them decides it.
 */
export type ChatRun = {
  response: ChatResponse;
  tookEffect: boolean;
  executed?: readonly ExecutedCall[];
  approves?: string;
  rejects?: string;
};

/**
 * The chat engine behind every door that takes words: one turn over the pipeline that every tool
 * call takes, with the request's own credentials, vault and mode. Delegated execution needs a
 * verified operator; where no delegation is active the same transaction is given unsigned.
 * @throws auth_required for delegated without credentials, question_not_open, and whatever runTurn
 * throws
 */
export async function runChat(
  deps: Deps,
  requestId: string,
  asked: ChatTurn,
  run: typeof runTool = runTool,
): Promise<ChatRun> {
  const { chainId, caller, executionMode } = asked;
  if (
    executionMode === "delegated" &&
    caller.kind === "outside" &&
    !carriesProof(deps, caller.credentials)
  )
    throw new AppError(
      "auth_required",
      "Delegated execution needs operator authentication: operatorAddress, authSignature and " +
        "authTimestamp.",
    );
  let hasEffect = false;
  let hasRun = false;
  const executed: ExecutedCall[] = [];
  const tokens = (id: ChainId) => chainAddresses(id, deps.env.addressOverrides[id]).tokens;
  const context = () => ({ chainId, tokens, nowMs: deps.clock.nowMs() });
  // What was said before and what a card shows is read by the rules alone.
  const fastPath = (own: string) => readByRules(own, context());
  const reader = { read: fastPath, coins: coinsOf({ chainId, tokens }) };
  const mean = (own: string, before: readonly ChatMessage[], which?: "refers" | "changes") =>
    // Words that quote a message, or reply to one, may be about that one.
    readConversation(asked.messages).words.quoted.length > 0
      ? undefined
      : meantBy(own, pastOf([...before, ...asked.messages], reader), reader, which);
  const opened = await answerOpen(deps, requestId, asked, { ...reader, mean });
  if (opened.kind === "answered") {
    const { response, rejects, of } = opened;
    deps.defer("note_said", remember(deps, asked, response.reply, opened.said, of));
    return { response, tookEffect: false, ...(rejects !== undefined && { rejects }) };
  }
  if (opened.kind === "approved")
    return { response: { reply: "Approved." }, tookEffect: false, approves: opened.operationId };
  const dryMessages = withoutDryWords(
    opened.turn.messages,
    (words) => fastPath(words).kind === "call",
  );
  const turn: ChatTurn =
    dryMessages === undefined
      ? opened.turn
      : { ...opened.turn, messages: dryMessages, dryRun: true };
  let next = opened.next;
  const ports: TurnPorts = {
    read: fastPath,
    fastPath: (own) => {
      const reading = inContext(readMessage(own, context()), opened.as);
      const left = reading.kind === "call" ? reading.next : undefined;
      next =
        left === undefined || opened.next === undefined
          ? (left ?? opened.next)
          : `${left}; ${opened.next}`;
      return reading;
    },
    ask: async (ask) => {
      const list = () => ports.runTool({ tool: listTwapOrders, args: {}, chainId });
      const asks = await withOrders(ask, list);
      return typeof asks === "string" ? { reply: asks } : keepQuestion(deps, turn, asks);
    },
    tell: (answer) =>
      tellAnswer(
        deps,
        { chainId, vaultAddress: turn.vaultAddress, runTool: ports.runTool },
        answer,
      ),
    model: deps.model,
    say: turn.say,
    runTool: async (call) => {
      hasRun = true;
      const request = requestOf(turn, call);
      const done = await run(deps, requestId, request);
      if (tookEffect(request, done)) hasEffect = true;
      executed.push(...executedCall(request, done));
      return resultOf(done, request);
    },
  };
  const { rejects } = opened;
  const replaces = rejects === undefined ? {} : { rejects };
  const response = await runTurn(ports, { messages: turn.messages, chainId }).catch(
    async (error: unknown) => {
      // What a tool lacks was understood; and of what has run nobody says that nothing was done.
      if (
        !(error instanceof AppError) ||
        !NOT_READ.has(error.code) ||
        hasRun ||
        caller.kind !== "paired"
      )
        throw next === undefined ? error : withoutNext(error, next);
      const { own } = readConversation(asked.messages).words;
      const past = pastOf([...(opened.earlier ?? []), ...asked.messages], reader);
      return keepQuestion(
        deps,
        turn,
        notUnderstood(own, past, reader, error.code === "message_unclear" ? error.message : ""),
      );
    },
  );
  deps.defer("note_said", remember(deps, turn, response.reply, opened.said));
  const { operationId } = response;
  const card =
    caller.kind === "paired" && operationId !== undefined
      ? cardAsk(turn.messages, operationId)
      : undefined;
  if (card !== undefined) await keepQuestion(deps, turn, card).catch(notKept(deps));
  if (next === undefined || response.question !== undefined)
    return { response, tookEffect: hasEffect, executed, ...replaces };
  const asks = await keepQuestion(deps, turn, nextAsk(next)).catch(notKept(deps));
  if (asks === undefined) return { response, tookEffect: hasEffect, executed, ...replaces };
  const { reply, question } = asks;
  return {
    response: { ...response, reply: `${response.reply}\n\n${reply}`, question },
    tookEffect: hasEffect,
    executed,
    ...replaces,
  };
}

/** What no command was read from: in a chat what is understood of it is asked back. */
const NOT_READ: ReadonlySet<string> = new Set(["message_unclear", "not_configured"]);

/**
 * In a chat: what it said last, for what refers to it. A caller over HTTP has the conversation
 * himself.
 */
async function remember(
  deps: Deps,
  turn: ChatTurn,
  reply: string,
  last: StoredSaid | undefined,
  of?: string,
): Promise<void> {
  const words = of ?? plainLine(readConversation(turn.messages).words.own);
  if (turn.caller.kind !== "paired" || words === undefined) return;
  const { chatId, ...whose } = await askerOf(deps, turn);
  const before =
    last === undefined
      ? []
      : [{ words: last.words, reply: last.reply }, ...last.before].slice(0, MOST_BEFORE);
  const said = { ...whose, words, reply: reply.slice(0, QUESTION_LIMITS.text), before };
  const call = { requestId: deps.newId(), nowMs: deps.clock.nowMs(), chatId: chatId ?? "", said };
  await noteSaid.run(deps.redis, deps.keys, call).catch(notKept(deps));
}

/** What words mean by what was said before is shown before it acts, but for a look and a pause. */
function inContext(reading: FastPathReading, as: string | undefined): FastPathReading {
  if (as === undefined || reading.kind !== "call") return reading;
  return reading.tool === pauseTwapOrder.name && reading.waits !== true
    ? reading
    : { ...reading, as, waits: true };
}

/** A refusal of the first of several says that the others were not begun. */
function withoutNext(error: unknown, next: string): unknown {
  if (!(error instanceof AppError) || error.status >= 500) return error;
  const { code, message, details, retryAfterSec, reply, cause } = error;
  const behind = `The rest of the message was not begun: ${next}.`;
  return new AppError(code, `${message} ${behind}`, {
    details,
    ...(cause !== undefined && { cause }),
    ...(retryAfterSec !== undefined && { retryAfterSec }),
    ...(reply !== undefined && { reply: `${reply} ${behind}` }),
  });
}

/** What was done is answered all the same. */
const notKept =
  ({ log }: Deps) =>
  (error: unknown): undefined =>
    log("question_not_kept", {
      cause: error instanceof Error ? error.name : "unknown",
    }) as undefined;

/**
 * Of what is left of a message with several commands: the first of it, and the rest behind that.
 */
function nextAsk(left: string): Ask {
  const [words = "", ...rest] = left.split("; ");
  const option = { label: "Do it", words, ...(rest.length > 0 && { next: rest.join("; ") }) };
  return { text: `Once that has ended: ${words}?`, options: [option], completes: [], of: words };
}

function requestOf(
  { vaultAddress, executionMode, slippageBps, caller, dryRun }: ChatTurn,
  call: TurnCall,
): ToolRequest {
  return {
    ...call,
    vaultAddress,
    executionMode: isOwnersOwn(call) ? "manual" : executionMode,
    withoutDelegation: "unsigned",
    ...(slippageBps !== undefined && { slippageBps }),
    ...(dryRun && { dryRun }),
    caller,
    purpose: { kind: "call" },
  };
}

/**
 * Calls that only the vault's owner can send: the owner signs them, whatever mode was requested.
 */
const isOwnersOwn = ({ tool }: TurnCall): boolean =>
  tool.effect === "transaction" && tool.ownerOnly === true;

/** A caller that requested execution and gets a transaction to sign learns why. */
function resultOf({ result, outcome }: ToolRun, { executionMode }: ToolRequest): ToolResult {
  if (executionMode !== "delegated" || outcome?.status !== "unsigned") return result;
  return { ...result, message: `${result.message ?? ""}\n${NOT_DELEGATED}`.trim() };
}

const NOT_DELEGATED =
  "It was not executed for you: no delegation is active for this vault on this chain. Set " +
  "one up with: set up delegation";
