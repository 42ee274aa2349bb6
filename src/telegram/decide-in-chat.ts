import type { ToolResult } from "../../schemas/calls/tool-call.ts";
import type { ChainId } from "../../schemas/chains.ts";
import type { ErrorCode } from "../../schemas/error-codes.ts";
import { toolOf } from "../calls/load-tools.ts";
import { chainAddresses } from "../chain/addresses.ts";
import type { ChatTurn } from "../chat/chat-turn.ts";
import { offerCard } from "../chat/offer-card.ts";
import { askOfCard } from "../chat/questions/card-ask.ts";
import { keepQuestion } from "../chat/questions/keep-question.ts";
import { readByRules } from "../chat/read-message.ts";
import type { Deps } from "../deps.ts";
import { AppError, unwrap } from "../errors.ts";
import { loadOperation, renewOperation } from "../store/operations/load-operation.ts";
import { loadQuestions } from "../store/questions/load-questions.ts";
import { isSameVault } from "./pairing-of.ts";
import { renderUntrusted } from "./render/escape-html.ts";
import { renderRefusal } from "./render/render-chat.ts";
import { TELEGRAM_ID } from "./telegram-connection.ts";
import type { ChatAnswer, ChatScene } from "./telegram-request.ts";

type Decision = { operationId: string; decision: "approve" | "reject" };

/**
 * Decides an operation; its record lets its own operator alone decide. A late or worse approval
 * gets a new card. `isOver`: false while the outcome is unknown. A refusal is the answer.
 */
export async function decideInChat(
  scene: ChatScene,
  of: Decision,
): Promise<ChatAnswer & { isOver: boolean }> {
  try {
    const { message, execution } = await decide(scene, of);
    const html = renderUntrusted(
      message ?? (of.decision === "approve" ? "Approved." : "Rejected."),
    );
    if (execution?.status !== "pending") return { html, isOver: true };
    return { html: `${html}\nPress Approve again to see what became of it.`, isOver: false };
  } catch (error) {
    if (!(error instanceof AppError) || error.retry || error.status >= 500) throw error;
    const renewed =
      of.decision === "approve" ? await renewCard(scene, of.operationId, error) : undefined;
    return { ...(renewed ?? { html: renderRefusal(error, scene.requestId) }), isOver: true };
  }
}

async function decide(scene: ChatScene, { operationId, decision }: Decision): Promise<ToolResult> {
  const { actions, deps, requestId, chatId, pairing } = scene;
  let refusal: unknown;
  for (const operator of pairing.operators) {
    try {
      const caller = { kind: "paired", channel: TELEGRAM_ID, operator, chatId } as const;
      return await actions.decideOperation(deps, requestId, { operationId, decision, caller });
    } catch (error) {
      // Another operator's operation is always refused so.
      if (!(error instanceof AppError) || error.code !== "operation_not_found") throw error;
      refusal = error;
    }
  }
  throw refusal ?? new AppError("operation_not_found", "There is no such operation.");
}

/** Refusals of an outdated card: the operation is over, and nothing was sent. */
const OF_ANOTHER_MOMENT: ReadonlySet<ErrorCode> = new Set([
  ...([
    "operation_expired",
    "deadline_passed",
    "simulation_reverted",
    "simulation_differs_from_quote",
  ] as const),
  ...(["swap_shield_blocked", "perp_price_stale", "perp_price_off"] as const),
]);

/**
 * Offers the same call with current figures, once, after a late or worse approval; undefined for
 * anything else. An order's slice is the schedule's. @throws store_unavailable
 */
async function renewCard(
  { actions, deps, requestId, chatId, pairing }: ChatScene,
  operationId: string,
  refused: AppError,
): Promise<ChatAnswer | undefined> {
  if (!OF_ANOTHER_MOMENT.has(refused.code)) return undefined;
  const { found } = await loadOperation.run(deps.redis, deps.keys, {
    nowMs: deps.clock.nowMs(),
    operationId,
  });
  const paired = pairing.vaults.find((one) => isSameVault(one, found?.operation));
  if (found === null || paired === undefined || "ofSlice" in found.operation) return undefined;
  // Anything of an attempt may be out unless it is known as never sent.
  if (found.attemptId !== null && found.attempt?.status !== "never_sent") return undefined;
  const { operator } = paired;
  const { tool: name, arguments: args, vault, chainId } = found.operation;
  const slippageBps = "quote" in found.operation ? found.operation.quote?.slippageBps : undefined;
  const tool = unwrap(await toolOf(deps, name));
  if (tool.effect === "read") return undefined;
  const tokens = (id: ChainId) => chainAddresses(id, deps.env.addressOverrides[id]).tokens;
  const read = (words: string) =>
    readByRules(words, { chainId, tokens, nowMs: deps.clock.nowMs() });
  const once = { requestId: deps.newId(), nowMs: deps.clock.nowMs(), operationId };
  if (!(await renewOperation.run(deps.redis, deps.keys, once)).ok) return undefined;
  const caller = { kind: "paired", channel: TELEGRAM_ID, operator, chatId } as const;
  try {
    const { result } = await actions.runTool(deps, requestId, {
      ...{ tool, args, chainId, vaultAddress: vault, executionMode: "delegated" },
      ...(slippageBps !== undefined && { slippageBps }),
      card: offerCard(tool, args, { chainId, read }),
      caller,
      purpose: { kind: "call" },
    });
    const { message = "", operationId: fresh } = result;
    const turn = {
      messages: [],
      chainId,
      vaultAddress: vault,
      executionMode: "delegated",
      caller,
    } as const;
    if (fresh !== undefined)
      await keepCard(deps, turn, chatId, operationId, fresh).catch((cause: unknown) =>
        deps.log("question_not_kept", { cause: cause instanceof Error ? cause.name : "unknown" }),
      );
    const why = refused.code === "operation_expired" ? TOO_LATE : CHANGED;
    return {
      html: renderUntrusted(`${why}\n\n${message}`),
      ...(fresh !== undefined && { operationId: fresh }),
    };
  } catch (error) {
    if (!(error instanceof AppError) || error.retry || error.status >= 500) throw error;
    return { html: renderRefusal(error, requestId) };
  }
}

async function keepCard(
  deps: Deps,
  turn: ChatTurn,
  chatId: string,
  old: string,
  fresh: string,
): Promise<void> {
  const { found } = await loadQuestions.run(deps.redis, deps.keys, {
    nowMs: deps.clock.nowMs(),
    chatId,
  });
  const of = found.find(({ operationId }) => operationId === old)?.of ?? "";
  await keepQuestion(deps, turn, askOfCard(of, fresh));
}

const TOO_LATE = "That card was too old, and nothing was done by it. This is how it stands now:";
const CHANGED =
  "It has become worse than that card allowed, and nothing was done by it. This is how it " +
  "stands now:";
