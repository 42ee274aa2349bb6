import type { ToolResult } from "../../../../schemas/tool-call.ts";
import { tokenTable } from "../../../../src/chain/addresses.ts";
import { parseChain } from "../../../../src/chain/parse-chain.ts";
import { knownChains } from "../../../../src/chain-of.ts";
import { saidBriefly } from "../../../../src/chat/questions/said-briefly.ts";
import { readMessage } from "../../../../src/chat/read-message.ts";
import { runChat } from "../../../../src/chat/run-chat.ts";
import { AppError, unwrap } from "../../../../src/errors.ts";
import { createKeys } from "../../../../src/store/kernel/keys.ts";
import { openOperation } from "../../../../src/store/operations/open-operation.ts";
import { TOOLS } from "../../../../src/tables/registry.ts";
import { createSimRedis } from "../../../simulation/redis/create-sim-redis.ts";
import { storeDeps } from "../../../support/store-deps.ts";
import { orderOf } from "../../store/support/records.ts";
import { everywhere, figuresOf, isSame, type Judged, NOW } from "./judge-message.ts";

type Args = Readonly<Record<string, unknown>>;
type Wanted = { afterTurn: number; call: { tool: string; args: Args } | null; note?: string };
export type Conversation = {
  turns: readonly { who: "operator" | "service"; text: string }[];
  wants: readonly Wanted[];
};
type Called = { tool: string; args: Args; chainId: number; operationId?: string };
type Heard = {
  reply?: string;
  called?: Called;
  approved?: Called;
  rejects?: boolean;
  options?: string[];
  question?: string;
  code?: string;
};
type Tapped = { questionId: string; option: number };

const OPERATOR = `0x${"0b".repeat(20)}` as const;
const VAULT = `0x${"0a".repeat(20)}` as const;
/** What the world of the README has open. */
const ORDERS = [
  orderOf(VAULT, OPERATOR, {
    id: 7,
    sellSymbol: "USDC",
    totalAmount: "3000",
    sliceCount: 30,
    slicesExecuted: 12,
  }),
  orderOf(VAULT, OPERATOR, {
    id: 9,
    side: "buy",
    sellSymbol: "USDC",
    totalAmount: "2",
    sliceCount: 8,
  }),
];

/** Every token of the messages' world on each chain, as a deployment names its own. */
const EVERYWHERE = Object.fromEntries(
  knownChains().map(({ id }) => {
    const own = new Set(tokenTable(id).map(({ symbol }) => symbol));
    const others = everywhere().filter(({ symbol }) => !own.has(symbol));
    return [
      id,
      JSON.stringify({
        tokens: Object.fromEntries(others.map(({ symbol, address }) => [symbol, address])),
      }),
    ];
  }),
);

/**
 * Each wanted turn of a conversation, said in a paired chat without a model: what the service says
 * in it is what the chat was shown, and a tool that runs earlier answers so. A yes that approves
 * the right card is an act; a question counts for what its only button would do.
 */
export async function judgeConversation({ turns, wants }: Conversation): Promise<Judged[]> {
  const chat = startChat();
  const judged: Judged[] = [];
  for (const [at, { who, text }] of turns.entries()) {
    if (who === "service") continue;
    const answer = turns[at + 1]?.text;
    const last = turns[at - 1];
    if (last?.who === "service") chat.shows(last.text);
    let heard = await chat.say(text, answer);
    // Where the conversation goes on as if nothing had been asked: as the first button says.
    const isTaken = answer !== undefined && !/\?$/.test(answer.replace(/Confirm\?$/, ""));
    for (let taps = 0; taps < 2 && heard.question !== undefined && isTaken; taps += 1)
      heard = await chat.say(text, answer, { questionId: heard.question, option: 0 });
    judged.push(
      ...wants
        .filter(({ afterTurn }) => afterTurn === at + 1)
        .map((want) => judge(want, heard, text)),
    );
  }
  return judged;
}

function startChat() {
  const sim = createSimRedis({ nowMs: () => nowMs });
  let nowMs = NOW;
  const redis = {
    run: async ({ text }: { text: string }, keys: string[], args: string[]) =>
      sim.command("EVAL", text, String(keys.length), ...keys, ...args),
  };
  const keys = createKeys("sx:");
  const base = storeDeps({ redis, keys, nowMs: () => nowMs });
  const deps = { ...base, env: { ...base.env, addressOverrides: EVERYWHERE } };
  const cards = new Map<string, Called>();
  let shown: string | null = null;
  let chain = 8453;
  const openCard = (id: string, tool: string) =>
    openOperation.run(redis, keys, {
      ...{ requestId: `card-${id}`, nowMs },
      operation: {
        ...{
          id,
          vault: VAULT,
          chainId: 8453,
          operator: OPERATOR,
          tool,
          arguments: {},
          data: "0x2213bc0b00",
        },
        ...{ dataHash: "cd".repeat(32), description: "Card", message: "Waits", createdAtMs: nowMs },
        ...{ expiresAtMs: nowMs + 180_000, quote: null, swap: null },
      },
    });
  const shows = (text: string) =>
    sim.command(
      "SET",
      keys.chatShown("telegram", "77"),
      JSON.stringify({ atSec: Math.floor(nowMs / 1_000), text }),
    );
  const say = async (own: string, answer: string | undefined, answers?: Tapped): Promise<Heard> => {
    nowMs += 20_000;
    let called: Called | undefined;
    const run: Parameters<typeof runChat>[3] = async (
      _deps,
      _id,
      { tool, args: given, chainId, card },
    ) => {
      // Safe: a call's arguments are an object.
      const args = given as Args;
      const call: Called = { tool: tool.name, args, chainId };
      called = call;
      if (tool.name === "switch_chain") chain = Number(unwrap(parseChain(String(args.chain))));
      const isCard =
        tool.effect !== "read" && (card !== undefined || /^Card|\?$/.test(answer ?? ""));
      const operationId =
        isCard && !/^(?:Done|Created|Sent)/.test(answer ?? "") ? newId(cards.size) : undefined;
      if (operationId !== undefined) {
        call.operationId = operationId;
        cards.set(operationId, call);
        await openCard(operationId, tool.name);
      }
      return { result: resultOf(call, answer, operationId), outcome: null } as never;
    };
    try {
      const { response, approves, rejects } = await runChat(
        deps,
        `request-${nowMs}`,
        {
          messages: [{ role: "user", text: own }],
          chainId: chain as 8453,
          vaultAddress: VAULT,
          executionMode: "delegated",
          caller: { kind: "paired", channel: "telegram", operator: OPERATOR, chatId: "77" },
          ...(answers !== undefined && { answers }),
          ...(saidBriefly(own) === "yes" && { yesTo: shown }),
        },
        run,
      );
      shown = response.operationId ?? response.question?.id ?? null;
      const approved = approves === undefined ? undefined : cards.get(approves);
      const options = response.question?.options.map(({ words }) => words);
      return {
        reply: response.reply,
        ...(response.question === undefined && called !== undefined && { called }),
        ...(approved !== undefined && { approved }),
        ...(rejects !== undefined && { rejects: true }),
        ...(options !== undefined && { options }),
        ...(response.question !== undefined && { question: response.question.id }),
      };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // No node is there for the figures of an answer: it was looked for.
      if (error.code === "rpc_unavailable" && called !== undefined) return { called };
      return { code: error.code, reply: error.message };
    }
  };
  return { say, shows };
}

const newId = (count: number) => (count + 1).toString(16).padStart(32, "0");

const VAULT_INFO = {
  name: "Vault",
  baseToken: VAULT,
  baseSymbol: "USDC",
  netTotalValue: "1",
  unitaryValue: "1",
};

function resultOf(
  { tool, args }: Called,
  answer: string | undefined,
  operationId: string | undefined,
): ToolResult {
  if (tool === "get_vault_info") return { tool, message: answer ?? "A vault.", data: VAULT_INFO };
  if (tool === "list_twap_orders")
    return { tool, message: answer ?? "Two orders.", data: { orders: ORDERS } };
  return {
    tool,
    message: answer ?? "done",
    ...figuresOf(tool, args),
    ...(operationId !== undefined && { operationId }),
  };
}

function judge({ call, note }: Wanted, heard: Heard, said: string): Judged {
  const { called, approved, options, code, reply = "" } = heard;
  const wanted = call === null ? String(note) : `${call.tool} ${JSON.stringify(call.args)}`;
  const got = (what: string) => `${said} -> ${what} / wanted ${wanted}`;
  const did = approved ?? called;
  // That nothing is open says that nothing is done.
  if (code === "question_not_open" && note === "answer:nothing")
    return { kind: "told", isMiss: false, got: got(reply) };
  if (code !== undefined)
    return { kind: "useless", isMiss: true, got: got(`${code} ${reply.slice(0, 60)}`) };
  if (call === null) {
    const isRead =
      did !== undefined && TOOLS.find(({ name }) => name === did.tool)?.effect === "read";
    const isNothing = did === undefined;
    const isRight =
      note === "answer:ask"
        ? isNothing && options !== undefined
        : note === "answer:nothing"
          ? isNothing
          : isNothing || isRead;
    const kind = isNothing ? (options === undefined ? "told" : "ask") : isRead ? "read" : "act";
    return {
      kind: isRight ? kind : isNothing ? "useless" : "wrong",
      isMiss: !isRight,
      got: got(did?.tool ?? reply),
    };
  }
  if (did !== undefined) {
    const isRead = TOOLS.find(({ name }) => name === did.tool)?.effect === "read";
    const shown = `${did.tool} ${JSON.stringify(did.args)}`;
    if (!isSame(call, did))
      return { kind: isRead ? "useless" : "wrong", isMiss: true, got: got(shown) };
    return {
      kind: isRead ? "read" : approved === undefined && did.operationId ? "card" : "act",
      isMiss: false,
      got: got(shown),
    };
  }
  const meant = (options ?? []).filter((words) => isMeant(words, call));
  const kind = meant.length === 0 ? "useless" : options?.length === 1 ? "card" : "ask";
  return {
    kind,
    isMiss: meant.length === 0,
    got: got(`${reply} [${(options ?? []).join(" | ")}]`),
  };
}

function isMeant(words: string, call: { tool: string; args: Args }): boolean {
  const reading = readMessage(words, { chainId: 8453, tokens: everywhere, nowMs: NOW });
  if (reading.kind !== "call") return false;
  const { share } = reading;
  const args =
    share === undefined
      ? reading.args
      : { ...reading.args, [share.argument]: { share: `${share.percent}%` } };
  return isSame(call, { tool: reading.tool, args, chainId: reading.chainId ?? 8453 });
}
