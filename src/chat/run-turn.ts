import type { ChatMessage, ChatResponse, ChatToolCall } from "../../schemas/calls/chat.ts";
import type { ToolResult } from "../../schemas/calls/tool-call.ts";
import type { ChainId } from "../../schemas/chains.ts";
import { AppError, unwrap } from "../errors.ts";
import { refuse } from "../lib/verdict.ts";
import { findTool } from "../tables/find-tool.ts";
import { TOOLS } from "../tables/registry.ts";
import type { Tool } from "../tools/tool.ts";
import { addUsage } from "./add-usage.ts";
import { answerTurn } from "./answer-turn.ts";
import type { Answer } from "./answers/answer-of.ts";
import type { Ask } from "./ask.ts";
import { findDeception } from "./find-deception.ts";
import { judgeProposal } from "./judge-proposal.ts";
import { isKnowable, knownOf } from "./known-of.ts";
import type { ModelCall } from "./model-call.ts";
import type { ModelPort, ModelUsage, QuotedText } from "./model-port.ts";
import { modelTools } from "./model-tools.ts";
import { offerCard } from "./offer-card.ts";
import type { ReadWords } from "./plain-command.ts";
import { type Conversation, readConversation } from "./read-conversation.ts";
import type { Known } from "./reader/compare-arguments.ts";
import { unusedNote } from "./reader/compare-call.ts";
import type { PassReason } from "./reader/pass-reason.ts";
import type { ReadCall } from "./reader/read-call.ts";
import { withOrder } from "./with-order.ts";
import { withShare } from "./with-share.ts";
import { withoutModel } from "./without-model.ts";
import { withoutOwned } from "./without-owned.ts";

/**
 * What the grammar made of a message: a call, to run on `chainId` where the message names a chain,
 * with a note for its reply; a question about what it leaves open; what is answered in words; or
 * nothing, and why.
 */
export type FastPathReading =
  | CommandReading
  | { kind: "ask"; ask: Ask }
  | { kind: "answer"; answer: Answer; isGuess?: true };
/**
 * Without the questions. `next`: the other commands of the message, which this one's end asks
 * about.
 */
export type CommandReading =
  | (ReadCall & {
      next?: string;
      /**
       * It waits as a card in every mode: the operator's own words, which not the plain grammar has
       * read.
       */
      waits?: true;
      /** The command that the words mean by what was said before them: the card shows it. */
      as?: string;
      /** What it comes nearest to: of use where no model is there to read it. */
      isGuess?: true;
      /** Lines for its card of what stands beside it in the words. */
      notes?: readonly string[];
    })
  | { kind: "pass"; reason?: PassReason };

/**
 * What a turn stands on. `runTool` is the pipeline with the request's own credentials, vault and
 * mode in it: none of them is a parameter, so no word of a model can reach one. It throws a refusal
 * as an AppError.
 */
export type TurnPorts = {
  fastPath(own: string): FastPathReading;
  /** With it a card shows the plain command of its call, without it the arguments. */
  read?: ReadWords;
  /** Keeps a question for its answer, and gives it as the turn's. */
  ask(ask: Ask): Promise<ChatResponse>;
  /** What is answered from what is recorded and held. */
  tell(answer: Answer): Promise<string>;
  /** undefined: none is configured. */
  model: ModelPort | undefined;
  /** Where the answer is streamed: takes a model's words as they come. */
  say?: ((delta: string) => void) | undefined;
  runTool(call: TurnCall): Promise<ToolResult>;
};

/**
 * `card`: what its operator is shown beside it, and that it waits for the operator in every mode.
 */
export type TurnCall = {
  tool: Tool;
  args: Record<string, unknown>;
  chainId: ChainId;
  card?: readonly string[];
  /**
   * The card is for the operator's own words, not for a model's: what needs a signature has the
   * caller's.
   */
  isOwn?: true;
};
export type Turn = { messages: readonly ChatMessage[]; chainId: ChainId };

/**
 * What a model sees of the registry. Made once, when the chat is first loaded: three dozen JSON
 * schemas take some milliseconds.
 */
const REACHABLE_TOOLS = modelTools(TOOLS);
/** More calls than this in one turn do not come from one person's request. */
const MAX_CALLS = 6;
/** Of one quoted text. */
const MAX_QUOTED = 4_000;

/**
 * One turn of a conversation (decision D57). What runs is decided before any text of other authors
 * is read: by the grammar, which also asks back what is left open, else by a model that sees the
 * operator's words only. Its writes are grounded in the words of the last message, one a turn. A
 * turn with a write is answered in the tools' own words; else a model without tools words the
 * answer.
 * @throws the tool's own refusal for a call of the grammar; where no model is set, message_unclear
 * for a command that was understood but for one thing and not_configured for what needs one; what
 * the model's adapter throws
 */
export async function runTurn(
  ports: TurnPorts,
  { messages, chainId }: Turn,
): Promise<ChatResponse> {
  const conversation = readConversation(messages);
  const { own } = conversation.words;
  // What does not read as it looks is not read by the grammar either.
  const reading = own === "" || findDeception(own) !== undefined ? PASS : ports.fastPath(own);
  if (reading.kind === "call" && !(reading.isGuess && ports.model !== undefined)) {
    const { tool } = reading;
    const named = reading.chainId ?? chainId;
    const id =
      reading.order === undefined ? undefined : await withOrder(ports, reading.order, named);
    if (typeof id === "object") return ports.ask(id);
    const whole = id === undefined ? reading : { ...reading, args: { ...reading.args, id } };
    const { args, note } =
      whole.share === undefined ? whole : await withShare(ports, whole, whole.share, named);
    const found = unwrap(findTool(tool));
    const waiting =
      reading.waits === true && found.effect !== "read"
        ? {
            card: offerCard(found, args, {
              chainId: named,
              on: chainId,
              read: ports.read,
              notes: notesOf(reading),
            }),
            isOwn: true as const,
          }
        : undefined;
    const result = await ports.runTool({ tool: found, args, chainId: named, ...waiting });
    return answerTurn([{ name: tool, arguments: args, result }], { note });
  }
  if (reading.kind === "ask" && ports.model === undefined) return ports.ask(reading.ask);
  if (reading.kind === "answer" && !(reading.isGuess && ports.model !== undefined))
    return { reply: await ports.tell(reading.answer) };
  if (ports.model === undefined)
    throw withoutModel(reading.kind === "pass" ? reading.reason : undefined);
  const decision =
    own === ""
      ? { calls: [], text: "", usage: NO_USAGE }
      : await ports.model.decide({
          words: own,
          earlier: conversation.earlier,
          tools: REACHABLE_TOOLS,
        });
  const asked = decision.calls.slice(0, MAX_CALLS).map((call) => ({ call, tool: toolOf(call) }));
  const { calls, hasWrite } = await runCalls(ports, asked, own, chainId);
  // A model may know what a message leaves open; where the words do not bear it out, they are asked
  // about.
  if (
    reading.kind === "ask" &&
    !calls.some(({ name, result }) => result !== undefined && isWrite(name))
  )
    return { ...(await ports.ask(reading.ask)), usage: decision.usage };
  if (hasWrite) return answerTurn(calls, { usage: decision.usage });
  const quoted = quotedOf(conversation, calls);
  if (calls.length === 0 && quoted.length === 0 && decision.text !== "")
    return answerTurn([], { reply: decision.text, usage: decision.usage });
  const answer = await ports.model.tell({ words: own, quoted }, ports.say);
  return answerTurn(calls, { reply: answer.text, usage: addUsage(decision.usage, answer.usage) });
}

/** What was read instead of the words, and what nothing was read from, as it was written. */
const notesOf = ({
  as,
  unused = [],
  notes = [],
}: {
  as?: string;
  unused?: readonly string[];
  notes?: readonly string[];
}): string[] => [
  ...(as === undefined ? [] : [`By what was said before: "${as}".`]),
  ...unusedNote(unused),
  ...notes,
];

const isWrite = (name: string): boolean => {
  const tool = findTool(name);
  return tool.ok && tool.value.effect !== "read";
};

/** A call and the tool that it means; undefined for what a model does not see. */
type Asked = { call: ModelCall; tool: Tool | undefined };

function toolOf({ tool }: ModelCall): Tool | undefined {
  const found = REACHABLE_TOOLS.some(({ name }) => name === tool) ? findTool(tool) : undefined;
  return found?.ok ? found.value : undefined;
}

/**
 * The write first: a node that fails a read must not keep a freeze from holding, and its answer
 * cannot change the reads.
 */
async function runCalls(
  ports: TurnPorts,
  asked: readonly Asked[],
  own: string,
  chainId: ChainId,
): Promise<{ calls: ChatToolCall[]; hasWrite: boolean }> {
  const writes = asked.flatMap(({ call, tool }) =>
    tool?.effect === "read" ? [] : [{ call, tool }],
  );
  const reads = asked.flatMap(({ call, tool }) =>
    tool?.effect === "read" ? [{ call, tool }] : [],
  );
  const theWrite = writes.length === 1 ? writes[0] : undefined;
  const done: ChatToolCall[] = [];
  for (const write of writes) {
    done.push(
      await attempt(write.call, async () => {
        if (write.tool === undefined) throw AppError.fromRefusal(UNKNOWN);
        if (write !== theWrite) throw AppError.fromRefusal(ONE_WRITE);
        const { tool } = write;
        const judge = (known: Known) =>
          judgeProposal(tool, write.call.args, { own, chainId, read: ports.read, ...known });
        const first = judge({});
        const judged = unwrap(
          first.ok || !isKnowable(first)
            ? first
            : judge(await knownOf(ports, tool, write.call.args, { own, chainId })),
        );
        return ports.runTool({ tool: write.tool, chainId, ...judged });
      }),
    );
  }
  // Once a write has run, a read that fails after it, by a fault of ours too, must not hide it: the
  // answer reports the write.
  const hasDone = done.some(({ result }) => result !== undefined);
  const seen = await Promise.all(
    reads.map(({ call, tool }) =>
      attempt(
        call,
        () => ports.runTool({ tool, args: withoutOwned(tool, call.args), chainId }),
        hasDone,
      ),
    ),
  );
  return { calls: [...done, ...seen], hasWrite: writes.length > 0 };
}

/**
 * A refusal stands beside its call. What is no refusal (a node, the store, ourselves) ends the
 * turn, and is not charged; with `isKept` it stands there, too.
 */
async function attempt(
  { tool, args }: ModelCall,
  run: () => Promise<ToolResult>,
  isKept = false,
): Promise<ChatToolCall> {
  const call = { name: tool.slice(0, 64), arguments: args };
  try {
    return { ...call, result: await run() };
  } catch (error) {
    const isRefusal = error instanceof AppError && error.status < 500;
    if (!isRefusal && !isKept) throw error;
    const { code, message, details } = error instanceof AppError ? error : UNREAD;
    return { ...call, error: { error: code, message, ...(details !== undefined && { details }) } };
  }
}

function quotedOf({ words, quoted }: Conversation, calls: readonly ChatToolCall[]): QuotedText[] {
  const cut = (source: QuotedText["source"]) => (text: string) => ({
    source,
    text: text.slice(0, MAX_QUOTED),
  });
  const answers = calls.map(({ result, error }) => error?.message ?? result?.message ?? "");
  return [
    ...quoted.map(cut("conversation")),
    ...words.quoted.map(cut("message")),
    ...answers.map(cut("tool")),
  ];
}

const PASS: FastPathReading = { kind: "pass" };
const NO_USAGE: ModelUsage = { inputTokens: 0, outputTokens: 0 };
const UNREAD = { code: "internal_error", message: "This could not be read.", details: undefined };
const UNKNOWN = refuse(
  "unknown_tool",
  "There is no such tool in a conversation. Settings, shields and delegation are changed by " +
    "you, not by a model.",
);
const ONE_WRITE = refuse(
  "one_write_a_turn",
  "Nothing was done: more than one change was asked for at once. Ask for one at a time.",
);
