/** The bot's menu (core.telegram.org/bots/api#setmycommands). read-command.ts reads them, render-help.ts explains them. */
export const BOT_COMMANDS = [
  { command: "orders", description: "TWAP orders and their progress" },
  { command: "positions", description: "What your vaults hold" },
  { command: "mode", description: "Whether transactions wait for you" },
  { command: "settings", description: "Slippage and shields" },
  { command: "cancel", description: "Cancel an order: /cancel 3" },
  { command: "freeze", description: "Stop everything at once" },
  { command: "vault", description: "Which vault you mean" },
  { command: "help", description: "What you can do here" },
] as const;
