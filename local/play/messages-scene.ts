import { waitFor } from "../lib/wait-for.ts";
import { operatorChat } from "../messaging/operator-chat.ts";
import { indented } from "./indented.ts";
import type { Scene } from "./scene.ts";

const ABOUT_ORDERS = /TWAP #|\d\/\d, |Trigger order #/;

/** Both orders, as the operator reads of them in Telegram. */
export const messagesScene: Scene = {
  title: "What the operator's chat was told of it",
  play: async ({ manifest, print }) => {
    const chat = await operatorChat(manifest);
    // A tick answers first and delivers notifications then.
    const notified = await waitFor(
      async () => {
        const lines = (await chat.texts())
          .flatMap((text) => text.split("\n"))
          .filter((line) => ABOUT_ORDERS.test(line));
        // The order's card, which is edited as its slices run, and the message of its own that it
        // is done.
        return lines.some((line) => line.includes(", completed")) &&
          lines.some((line) => line.includes(" completed ("))
          ? lines
          : undefined;
      },
      { what: "the message that the order is completed", timeoutMs: 30_000 },
    );
    print(`${indented(notified.join("\n"))}\n`);
  },
};
