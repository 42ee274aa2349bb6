import type { ErrorCode } from "../../schemas/error-codes.ts";
import { toolOf } from "../calls/tool-of.ts";
import { offerCard } from "../chat/offer-card.ts";
import { AppError, unwrap } from "../errors.ts";
import { loadOperation } from "../store/operations/load-operation.ts";
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
 * it would be worse than what was shown by more than its bounds; undefined where it is anything else. It waits as the first did, in every
 * mode. The slice of an order is its schedule's to ask for again: within the order's bounds, which no card holds.
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
  const { operator } = paired;
  const { tool: name, arguments: args, vault, chainId } = found.operation;
  const slippageBps = "quote" in found.operation ? found.operation.quote?.slippageBps : undefined;
  const tool = unwrap(await toolOf(deps, name));
  if (tool.effect === "read") return undefined;
  try {
    const { result } = await actions.runTool(deps, requestId, {
      ...{ tool, args, chainId, vaultAddress: vault, executionMode: "delegated" },
      ...(slippageBps !== undefined && { slippageBps }),
      card: offerCard(tool, args, chainId),
      caller: { kind: "paired", channel: TELEGRAM_ID, operator, chatId },
      purpose: { kind: "call" },
    });
    const { message = "", operationId: fresh } = result;
    const why = refused.code === "operation_expired" ? TOO_LATE : CHANGED;
    return { html: renderUntrusted(`${why}\n\n${message}`), ...(fresh !== undefined && { operationId: fresh }) };
  } catch (error) {
    if (!(error instanceof AppError) || error.retry || error.status >= 500) throw error;
    return { html: renderRefusal(error, requestId) };
  }
}

const TOO_LATE = "That card was too old, and nothing was done by it. This is how it stands now:";
const CHANGED = "It has become worse than that card allowed, and nothing was done by it. This is how it stands now:";
