import type { NotificationOf } from "../../schemas/notification.ts";
import { venueNameOf } from "../../schemas/venue-order.ts";
import { factsText } from "../lib/sanitize.ts";
import { cut, escapeHtml } from "./escape-html.ts";

type VenueOrderNotification = NotificationOf<"venue_order_executed" | "venue_order_ended" | "venue_order_late">;

export function renderVenueOrder(notification: VenueOrderNotification): string[] {
  const transaction = `Placed by: ${escapeHtml(notification.explorerUrl)}`;
  switch (notification.kind) {
    case "venue_order_executed":
      return [title("✅", notification, "executed"), ...figures(notification.amounts), transaction];
    case "venue_order_late":
      return [
        title("⏳", notification, "is not done yet"),
        "Its transaction is mined, and the venue has not acted on it so far. It is followed on: look at it at the venue, cancel or change it there, and count neither on it nor on its absence.",
        transaction,
      ];
    case "venue_order_ended":
      return [
        title("⚠️", notification, SAID[notification.status]),
        ...figures(notification.amounts),
        cut(notification.reason, 300),
        ...(notification.status === "unknown"
          ? ["Look at the vault's positions and orders at the venue before you order it again."]
          : []),
        transaction,
      ];
  }
}

const SAID = {
  partly_executed: "executed in part",
  cancelled: "cancelled",
  dropped: "not taken by the venue",
  unknown: "lost sight of: nobody knows what became of it",
} as const satisfies Record<NotificationOf<"venue_order_ended">["status"], string>;

const figures = (amounts: Readonly<Record<string, string>>) =>
  Object.keys(amounts).length === 0 ? [] : [`By the venue's records: ${cut(factsText(amounts), 250)}`];

const title = (icon: string, { family, ordered }: VenueOrderNotification, what: string) =>
  `${icon} <b>${venueNameOf(family)} order</b> ${what}: ${cut(ordered, 150)}`;
