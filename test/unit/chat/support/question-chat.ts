import type { ChatResponse } from "../../../../schemas/chat.ts";
import type { TwapOrder } from "../../../../schemas/twap-order.ts";
import type { ChatTurn } from "../../../../src/chat/chat-turn.ts";
import { saidBriefly } from "../../../../src/chat/questions/said-briefly.ts";
import { runChat } from "../../../../src/chat/run-chat.ts";
import { AppError } from "../../../../src/errors.ts";
import { listTwapOrders } from "../../../../src/twap/tools/list-twap-orders.ts";
import { storeDeps } from "../../../support/store-deps.ts";
import { newAddress } from "../../store/support/records.ts";
import type { TestStore } from "../../store/support/start-store.ts";

const START = 1_790_000_000_000;

export type Sent = {
  response?: ChatResponse | undefined;
  code?: string | undefined;
  approves?: string | undefined;
  rejects?: string | undefined;
};
export type Ran = [tool: string, args: Record<string, unknown>];

/**
 * A paired chat on Base without a model, over the real scripts; what a tool would run is written
 * down.
 */
export function questionChat(store: TestStore) {
  let nowMs = START;
  let dies: boolean | AppError = false;
  let isCard = false;
  const ran: Ran[] = [];
  const dry: unknown[] = [];
  const base = storeDeps({ redis: store.redis, keys: store.keys, nowMs: () => nowMs });
  const vaults = { own: newAddress(), other: newAddress() };
  const caller = {
    kind: "paired",
    channel: "telegram",
    operator: newAddress(),
    chatId: newAddress(),
  } as const;
  let orders: readonly TwapOrder[] | undefined;
  const byPast: Ran[] = [];
  const run: Parameters<typeof runChat>[3] = async (
    _deps,
    _id,
    { tool, args, dryRun, card = [] },
  ) => {
    if (dies !== false) throw dies === true ? new Error("died") : dies;
    // Read for a question's buttons; without any the caller may not see them.
    if (tool.name === listTwapOrders.name) {
      if (orders === undefined) throw new AppError("not_vault_owner", "not the owner");
      return {
        result: { tool: tool.name, message: "orders", data: { orders } },
        outcome: null,
      } as never;
    }
    dry.push(dryRun);
    ran.push([tool.name, args as Record<string, unknown>]);
    if (card.some((line) => line.startsWith("By what was said before:")))
      byPast.push([tool.name, args as Record<string, unknown>]);
    const operationId = isCard ? "ab".repeat(16) : undefined;
    return {
      result: { tool: tool.name, message: `${tool.name} ran.`, operationId },
      outcome: null,
    } as never;
  };
  // What stands in the newest message, which a bare yes is to unless a test says otherwise.
  let shown: string | null = null;
  const send = async (
    text: string,
    more: Partial<ChatTurn> | { yesTo: undefined } = {},
  ): Promise<Sent> => {
    ran.length = 0;
    byPast.length = 0;
    dry.length = 0;
    const isYes = !("yesTo" in more) && saidBriefly(text) === "yes";
    try {
      const turn: ChatTurn = {
        messages: [{ role: "user", text }],
        chainId: 8453,
        vaultAddress: vaults.own,
        executionMode: "manual",
        caller,
        ...(isYes && { yesTo: shown }),
        ...(more as Partial<ChatTurn>),
      };
      shown = null;
      const { response, approves, rejects } = await runChat(base, "request-1", turn, run);
      shown = response.operationId ?? response.question?.id ?? null;
      return { response, approves, rejects };
    } catch (error) {
      return { code: error instanceof AppError ? error.code : (error as Error).message };
    }
  };
  return {
    /** Of what ran: cards of words that meant something by what was said before them. */
    byPast,
    ...{ send, ran, dry, vaults, caller, startMs: START, nowMs: () => nowMs },
    pass: (ms: number) => {
      nowMs += ms;
    },
    cards: (is: boolean) => {
      isCard = is;
    },
    has: (all: readonly TwapOrder[]) => {
      orders = all;
    },
    dying: (is: boolean | AppError) => {
      dies = is;
    },
  };
}
