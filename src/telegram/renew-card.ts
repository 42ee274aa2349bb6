import type { ErrorCode } from "../../schemas/error-codes.ts";
import { toolOf } from "../calls/tool-of.ts";
import type { ChatTurn } from "../chat/chat-turn.ts";
import { offerCard } from "../chat/offer-card.ts";
import { askOfCard } from "../chat/questions/card-ask.ts";
import { keepQuestion } from "../chat/questions/keep-question.ts";
import type { Deps } from "../deps.ts";
import { AppError, unwrap } from "../errors.ts";
import { loadOperation } from "../store/operations/load-operation.ts";
import { renewOperation } from "../store/operations/renew-operation.ts";
import { loadQuestions } from "../store/questions/load-questions.ts";
import type { ChatAnswer, ChatScene } from "./chat-scene.ts";
import { renderRefusal } from "./render-refusal.ts";
import { renderUntrusted } from "./render-untrusted.ts";
import { TELEGRAM_ID } from "./telegram-id.ts";

/** Of an approval: what only says that the card is of another moment. Its operation is over for good, and nothing was sent for it. */
const OF_ANOTHER_MOMENT: ReadonlySet<ErrorCode> = new Set([
  ...(["operation_expired", "deadline_passed", "simulation_reverted", "simulation_differs_from_quote"] as const),
  ...(["swap_shield_blocked", "perp_price_stale", "perp_price_off"] as const),
]);

/**
 * The same call as a new card, with the figures of now, where an approval of `operationId` was refused because it came too late or because
 * it would be worse than what was shown by more than its bounds; undefined where it is anything else, or was
 * made anew before. It waits as the first did, in every mode, and for the chat's words as every card. The slice of an order is its schedule's to ask for again: within the order's bounds, which no card holds.
 * @throws store_unavailable
 */
export async function renewCard(
  { actions, deps, requestId, chatId, pairing }: ChatScene,
  operationId: string,
  refused: AppError,
): Promise<ChatAnswer | undefined> {
  if (!OF_ANOTHER_MOMENT.has(refused.code)) return undefined;
  const { found } = await loadOperation.run(deps.redis, deps.keys, { nowMs: deps.clock.nowMs(), operationId });
  const paired = pairing.vaults.find(
    ({ operator, chainId, vault }) =>
      operator === found?.operation.operator && chainId === found.operation.chainId && vault === found.operation.vault,
  );
  if (found === null || paired === undefined || "ofSlice" in found.operation) return undefined;
  // Whatever the code says: of an attempt that is not known to have ended unsent something may be out.
  if (found.attemptId !== null && found.attempt?.status !== "never_sent") return undefined;
  const { operator } = paired;
  const { tool: name, arguments: args, vault, chainId } = found.operation;
  const slippageBps = "quote" in found.operation ? found.operation.quote?.slippageBps : undefined;
  const tool = unwrap(await toolOf(deps, name));
  if (tool.effect === "read") return undefined;
  const once = { requestId: deps.newId(), nowMs: deps.clock.nowMs(), operationId };
  if (!(await renewOperation.run(deps.redis, deps.keys, once)).ok) return undefined;
  const caller = { kind: "paired", channel: TELEGRAM_ID, operator, chatId } as const;
  try {
    const { result } = await actions.runTool(deps, requestId, {
      ...{ tool, args, chainId, vaultAddress: vault, executionMode: "delegated" },
      ...(slippageBps !== undefined && { slippageBps }),
      card: offerCard(tool, args, chainId),
      caller,
      purpose: { kind: "call" },
    });
    const { message = "", operationId: fresh } = result;
    const turn = { messages: [], chainId, vaultAddress: vault, executionMode: "delegated", caller } as const;
    // It waits under its buttons all the same.
    if (fresh !== undefined)
      await keepCard(deps, turn, chatId, operationId, fresh).catch((cause: unknown) =>
        deps.log("question_not_kept", { cause: cause instanceof Error ? cause.name : "unknown" }),
      );
    const why = refused.code === "operation_expired" ? TOO_LATE : CHANGED;
    return { html: renderUntrusted(`${why}\n\n${message}`), ...(fresh !== undefined && { operationId: fresh }) };
  } catch (error) {
    if (!(error instanceof AppError) || error.retry || error.status >= 500) throw error;
    return { html: renderRefusal(error, requestId) };
  }
}

async function keepCard(deps: Deps, turn: ChatTurn, chatId: string, old: string, fresh: string): Promise<void> {
  const { found } = await loadQuestions.run(deps.redis, deps.keys, { nowMs: deps.clock.nowMs(), chatId });
  const of = found.find(({ operationId }) => operationId === old)?.of ?? "";
  await keepQuestion(deps, turn, askOfCard(of, fresh));
}

const TOO_LATE = "That card was too old, and nothing was done by it. This is how it stands now:";
const CHANGED = "It has become worse than that card allowed, and nothing was done by it. This is how it stands now:";
