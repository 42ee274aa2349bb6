import { expect } from "vitest";
import { createChatUser } from "../../local/messaging/chat-user.ts";
import { actionMessage, signOperator } from "./sign-operator.ts";
import type { Flow } from "./start-flow.ts";
import type { TestVault } from "./test-stack.ts";

export type FlowChat = ReturnType<typeof flowChat>;

/** A person in Telegram on a flow's stack, started with `messaging: "delivered"`. */
export function flowChat({ stack }: Pick<Flow, "stack">, userId: number) {
  const sinkUrl = stack.stack.messaging.url;
  const user = createChatUser({ sinkUrl, userId, nowMs: () => stack.stack.nowMs() });
  const texts = async (): Promise<string[]> => (await user.messages()).map(({ text }) => text);
  const waitFor = async (wanted: string | RegExp): Promise<string> => {
    let found: string | undefined;
    const matches = (text: string) =>
      typeof wanted === "string" ? text.includes(wanted) : wanted.test(text);
    const look = async () => {
      found = (await texts()).findLast(matches);
      return found !== undefined;
    };
    await expect
      .poll(look, { timeout: 30_000, message: `the chat is told ${String(wanted)}` })
      .toBe(true);
    return found ?? "";
  };
  return {
    ...user,
    texts,
    /** The newest message to this chat that matches, once it is there. */
    told: waitFor,
    /** Says it, and gives the next message to this chat. */
    ask: async (text: string, more: object = {}): Promise<string> => {
      const before = (await texts()).length;
      const answer = await user.say(text, more);
      expect(answer.status).toBe(200);
      await expect
        .poll(async () => (await texts()).length, { timeout: 30_000 })
        .toBeGreaterThan(before);
      return (await texts())[before] ?? "";
    },
    /** A code for the vault's owner, by the route. */
    code: async (vault: TestVault): Promise<string> => {
      const at = Math.floor(stack.stack.nowMs());
      const signed = await signOperator(
        vault.ownerKey,
        actionMessage(at, "pair", 8453, vault.address),
        at,
      );
      const body = { vaultAddress: vault.address, chainId: 8453, ...signed };
      const answer = await stack.call("POST", "/api/telegram/pair", body);
      if (answer.status !== 200)
        throw new Error(`answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      return answer.body.code;
    },
    /**
     * Everything queued for this chat was delivered to the Worker, and what it deferred was told or
     * kept.
     */
    settled: async (vault: TestVault): Promise<void> => {
      await expect
        .poll(
          () => {
            const queues = ["outbox-of", "outbox-later-of"].map(
              (queue) => `sx:local:${queue}:telegram:${vault.owner.toLowerCase()}`,
            );
            return stack.stack.redis.command(["EXISTS", ...queues]);
          },
          { timeout: 30_000 },
        )
        .toBe(0);
    },
  };
}
