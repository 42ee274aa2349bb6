import * as z from "zod";
import type { BotApi, BotApiAnswer } from "./telegram-messenger.ts";

type Options = { api: BotApi; url: string; secret: string; botName: string };
type Change = "created" | "updated" | "unchanged";

/** All that read-update.ts reads. */
const ALLOWED_UPDATES = ["message", "callback_query"];

/**
 * core.telegram.org/bots/api#setmycommands; read-command.ts reads them, render-help.ts explains
 * them.
 */
const BOT_COMMANDS = [
  { command: "status", description: "Your vaults and what runs" },
  { command: "orders", description: "TWAP orders and their progress" },
  { command: "balance", description: "What your vault holds: /balance USDC" },
  { command: "quote", description: "A price now: /quote 1 ETH USDC" },
  { command: "history", description: "The last trades" },
  { command: "pnl", description: "What your trades made, at average cost" },
  { command: "order", description: "One order, slice by slice: /order 3" },
  { command: "skip", description: "Leave the next slice of an order out: /skip 3" },
  { command: "triggers", description: "What waits for a price" },
  { command: "limits", description: "What your calls may move" },
  { command: "positions", description: "What your vaults hold" },
  { command: "mode", description: "Whether transactions wait for you" },
  { command: "settings", description: "Slippage and shields" },
  { command: "pause", description: "Pause an order: /pause 3" },
  { command: "resume", description: "Resume an order: /resume 3" },
  { command: "cancel", description: "Cancel an order: /cancel 3, /cancel all" },
  { command: "freeze", description: "Stop everything at once" },
  { command: "vault", description: "Which vault you mean" },
  { command: "help", description: "What you can do here" },
] as const;

const webhookInfo = z.object({ url: z.string(), allowed_updates: z.array(z.string()).default([]) });
const commandList = z.array(z.object({ command: z.string(), description: z.string() }));
const me = z.object({ username: z.string() });

/**
 * Registers webhook and commands, and reports changes. The webhook's secret cannot be read back, so
 * it is always set; waiting updates stay. Refuses a bot of another name, where deep links would
 * lead. @throws Error without the bot's token
 */
export async function setUpBot({ api, url, secret, botName }: Options): Promise<{ webhook: Change; commands: Change }> {
  const ask = async (method: string, parameters: object = {}) => resultOf(method, await api(method, parameters));
  const { username } = me.parse(await ask("getMe"));
  if (username.toLowerCase() !== botName.toLowerCase())
    throw new Error(`TELEGRAM_BOT_NAME is ${botName}, and the token is that of ${username}`);
  const before = webhookInfo.parse(await ask("getWebhookInfo"));
  await ask("setWebhook", { url, secret_token: secret, allowed_updates: ALLOWED_UPDATES, drop_pending_updates: false });
  const isSame = before.url === url && sameJson([...before.allowed_updates].sort(), [...ALLOWED_UPDATES].sort());
  const known = commandList.parse(await ask("getMyCommands"));
  const hasCommands = sameJson(known, BOT_COMMANDS);
  if (!hasCommands) await ask("setMyCommands", { commands: BOT_COMMANDS });
  return {
    webhook: before.url === "" ? "created" : isSame ? "unchanged" : "updated",
    commands: known.length === 0 ? "created" : hasCommands ? "unchanged" : "updated",
  };
}

const sameJson = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

function resultOf(method: string, answer: BotApiAnswer): unknown {
  if (answer.ok === true) return answer.result;
  throw new Error(
    `Telegram's ${method} failed: ${answer.ok === "none" ? answer.reason : `${answer.error_code} ${answer.description}`}`,
  );
}
