import type { ChatAnswer } from "./chat-scene.ts";
import { renderHelp } from "./render-help.ts";
import { sayButton } from "./say-button.ts";

/** Buttons for what only shows: a finger that slips moves nothing. */
export const helpAnswer = (before?: string): ChatAnswer => ({
  html: before === undefined ? renderHelp() : `${before}\n\n${renderHelp()}`,
  buttons: [
    [sayButton("Status", "/status"), sayButton("Orders", "/orders"), sayButton("Balance", "/balance")],
    [sayButton("Quote 1 ETH", "/quote 1 ETH USDC"), sayButton("History", "/history"), sayButton("PnL", "/pnl")],
  ],
});
