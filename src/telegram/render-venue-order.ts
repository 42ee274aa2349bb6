import type { NotificationOf } from "../../schemas/notification.ts";
import { venueNameOf } from "../../schemas/venue-order.ts";
import { factsText } from "../lib/sanitize.ts";
import { cut, escapeHtml } from "./escape-html.ts";

type VenueOrderNotification = NotificationOf<
  "venue_order_executed" | "venue_order_ended" | "venue_order_late"
>;

export function renderVenueOrder(told: VenueOrderNotification): string[] {
  const transaction = `Placed by: ${escapeHtml(told.explorerUrl)}`;
  switch (told.kind) {
    case "venue_order_executed":
      return [title("✅", told, "executed"), ...figures(told.amounts), transaction];
    case "venue_order_late":
      return [
        title("⏳", told, "is not done yet"),
        "Its transaction is mined, and the venue has not acted on it so far. It is followed " +
          "on: look at it at the venue, cancel or change it there, and count neither on it nor " +
          "on its absence.",
        transaction,
      ];
    case "venue_order_ended":
      return [
        title("⚠️", told, SAID[told.status]),
        ...figures(told.amounts),
        cut(told.reason, 300),
        ...(told.status === "unknown"
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
  Object.keys(amounts).length === 0
    ? []
    : [`By the venue's records: ${cut(factsText(amounts), 250)}`];

const title = (icon: string, { family, ordered }: VenueOrderNotification, what: string) =>
  `${icon} <b>${venueNameOf(family)} order</b> ${what}: ${cut(ordered, 150)}`;
