import { expect, test } from "vitest";
import type { Channel } from "../../../src/kinds/channel.ts";
import { checkChannels } from "../../../src/notifications/check-channels.ts";
import { TABLES } from "../../../src/tables.ts";

const { telegram } = TABLES.channels;
const refused = (changes: Partial<Channel>) =>
  checkChannels({ ...TABLES.channels, telegram: { ...telegram, ...changes } });

test("default: the service's own table is right", () => {
  expect(checkChannels(TABLES.channels)).toEqual([]);
});

test.each<[string, Partial<Channel>]>([
  ["env", { env: { needs: [], takes: [] } }],
  ["env", { env: { needs: ["a name that no shell takes"], takes: [] } }],
  ["queue", { queue: { ...telegram.queue, atOnce: 0 } }],
  ["queue", { queue: { ...telegram.queue, paceMs: { all: 0, address: 1, talk: 1 } } }],
  ["queue", { queue: { ...telegram.queue, most: { first: Number.NaN, later: 1 } } }],
  ["queue", { queue: { ...telegram.queue, backoff: { afterMs: () => 0, tries: 1 } } }],
  [
    "card and edit",
    { card: async () => ({ message: { ids: [], text: "" }, last: "" }), connect: () => ({ send }) },
  ],
  ["card and edit", { connect: () => ({ send }) }],
  ["door", { door: [] }],
])("error: %s is refused by its name", (part, changes) => {
  expect(refused(changes)).toEqual([`telegram: ${part}`]);
});

test("error: a line under another channel's name, and one that no list has", () => {
  expect(checkChannels({ ...TABLES.channels, other: telegram })).toEqual(["other: id"]);
});

async function send() {
  return { status: "delivered" } as const;
}
