import * as z from "zod";
import type { BotApi, BotApiAnswer } from "./telegram-messenger.ts";

type Options = { api: BotApi; url: string; secret: string; botName: string };
type Change = "created" | "updated" | "unchanged";

const ALLOWED_UPDATES = ["message", "callback_query"];

/**
 * core.telegram.org/bots/api#setmycommands; read-command.ts reads them, render-help.ts explains
 * them.
 */
const BOT_COMMANDS = Object.entries({
  status: "Your vaults and what runs",
  orders: "TWAP orders and their progress",
  balance: "What your vault holds: /balance USDC",
  quote: "A price now: /quote 1 ETH USDC",
  history: "The last trades",
  pnl: "What your trades made, at average cost",
  order: "One order, slice by slice: /order 3",
  skip: "Leave the next slice of an order out: /skip 3",
  triggers: "What waits for a price",
  limits: "What your calls may move",
  positions: "What your vaults hold",
  mode: "Whether transactions wait for you",
  settings: "Slippage and shields",
  pause: "Pause an order: /pause 3",
  resume: "Resume an order: /resume 3",
  cancel: "Cancel an order: /cancel 3, /cancel all",
  freeze: "Stop everything at once",
  grants: "Your agents' grants, and their end",
  vault: "Which vault you mean",
  help: "What you can do here",
}).map(([command, description]) => ({ command, description }));

const webhookInfo = z.object({ url: z.string(), allowed_updates: z.array(z.string()).default([]) });
const commandList = z.array(z.object({ command: z.string(), description: z.string() }));
const me = z.object({ username: z.string() });

/**
 * Registers webhook and commands. The secret cannot be read back, so it is always set; waiting
 * updates stay. Refuses a bot of another name. @throws Error without the bot's token
 */
export async function setUpBot({
  api,
  url,
  secret,
  botName,
}: Options): Promise<{ webhook: Change; commands: Change }> {
  const ask = async (method: string, parameters: object = {}) =>
    resultOf(method, await api(method, parameters));
  const { username } = me.parse(await ask("getMe"));
  if (username.toLowerCase() !== botName.toLowerCase())
    throw new Error(`TELEGRAM_BOT_NAME is ${botName}, and the token is that of ${username}`);
  const before = webhookInfo.parse(await ask("getWebhookInfo"));
  await ask("setWebhook", {
    url,
    secret_token: secret,
    allowed_updates: ALLOWED_UPDATES,
    drop_pending_updates: false,
  });
  const isSame =
    before.url === url && sameJson([...before.allowed_updates].sort(), [...ALLOWED_UPDATES].sort());
  const known = commandList.parse(await ask("getMyCommands"));
  const hasCommands = sameJson(known, BOT_COMMANDS);
  if (!hasCommands) await ask("setMyCommands", { commands: BOT_COMMANDS });
  return {
    webhook: before.url === "" ? "created" : isSame ? "unchanged" : "updated",
    commands: known.length === 0 ? "created" : hasCommands ? "unchanged" : "updated",
  };
}

const sameJson = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

function resultOf(method: string, answer: BotApiAnswer): unknown {
  if (answer.ok === true) return answer.result;
  throw new Error(
    `Telegram's ${method} failed: ` +
      `${answer.ok === "none" ? answer.reason : `${answer.error_code} ${answer.description}`}`,
  );
}
