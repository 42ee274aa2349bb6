/** The route, and what `npm run setup` registers. */
export const WEBHOOK_PATH = "/api/telegram/webhook";
