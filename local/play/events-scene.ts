import * as z from "zod";
import type { Scene } from "./scene.ts";
import { table } from "./table.ts";

const answer = z.object({
  events: z.array(z.object({ timestamp: z.number(), summary: z.string() })),
});

export const eventsScene: Scene = {
  title: "Events of the vault (times are UTC)",
  play: async ({ manifest, api, print }) => {
    const { events } = answer.parse(
      await api.get("/api/strategy-events", { vault: manifest.vault, since: "0" }),
    );
    const rows = events
      .sort((a, b) => a.timestamp - b.timestamp)
      .map(({ timestamp, summary }) => [new Date(timestamp).toISOString().slice(11, 19), summary]);
    print(rows.length === 0 ? "     none" : table(rows));
    print("");
  },
};
