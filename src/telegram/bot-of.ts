import type { Deps } from "../deps.ts";
import type { ConnectedChannel } from "../kinds/channel.ts";
import { connectedOf } from "../notifications/deliver-channel.ts";
import { TELEGRAM_ID } from "./telegram-id.ts";

/** Telegram as this request has it; undefined where it is not configured. */
export const botOf = (deps: Pick<Deps, "channels">): ConnectedChannel | undefined =>
  connectedOf(deps).find(({ id }) => id === TELEGRAM_ID);
