import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseTelegramHtml } from "../../../local/messaging/parse-telegram-html.ts";
import { fitHtml } from "../../../src/telegram/escape-html.ts";
import { type ChatText, planMessages } from "../../../src/telegram/texts-of.ts";

const MAX = 4_096;
const text = (id: string, length: number): ChatText => ({
  ids: [id],
  html: id.repeat(length).slice(0, length),
});

test("default: no texts, no messages; one text, as it is", () => {
  expect(planMessages([])).toEqual([]);
  expect(planMessages([{ ids: ["a"], html: "<b>A</b>" }])).toEqual([
    { ids: ["a"], html: "<b>A</b>" },
  ]);
});

test("default: several texts are one message, in their order", () => {
  const texts = [
    { ids: ["a"], html: "1" },
    { ids: ["b"], html: "2" },
    { ids: ["c"], html: "3" },
  ];
  expect(planMessages(texts)).toEqual([{ ids: ["a", "b", "c"], html: "1\n\n2\n\n3" }]);
});

test("behavior: a text with buttons stands alone, and the order is kept", () => {
  const keyboard = { inline_keyboard: [[{ text: "Approve", callback_data: "approve:1" }]] };
  expect(
    planMessages([
      { ids: ["a"], html: "1" },
      { ids: ["b"], html: "2", keyboard },
      { ids: ["c"], html: "3" },
      { ids: ["d"], html: "4" },
    ]),
  ).toEqual([
    { ids: ["a"], html: "1" },
    { ids: ["b"], html: "2", keyboard },
    { ids: ["c", "d"], html: "3\n\n4" },
  ]);
});

test.each([
  [2_047, 1],
  [2_048, 2],
])(
  "boundary: 2,047 characters, the line between and %s more are %s message(s)",
  (length, count) => {
    expect(planMessages([text("a", 2_047), text("b", length)])).toHaveLength(count);
  },
);

test.each([
  [4_096, 4_096],
  [4_097, 4_096],
])("boundary: a text of %s characters is told with %s", (length, told) => {
  expect(planMessages([text("a", length)])[0]?.html).toHaveLength(told);
});

/** Markup as the service writes it: text with entities between closed tags, the visible id last. */
const markup = fc
  .array(
    fc.tuple(
      fc.constantFrom("b", "code", "i"),
      fc.string({
        unit: fc.constantFrom("&amp;", "&lt;", "&gt;", "x", "😀", "\n", " "),
        maxLength: 900,
      }),
    ),
    { maxLength: 5 },
  )
  .map((parts) => parts.map(([tag, inner]) => `<${tag}>${inner}</${tag}>`).join(""));
const texts = fc
  .array(markup, { maxLength: 30 })
  .map((all) =>
    all.map((html, i): ChatText => ({ ids: [`n${i}`], html: `${html}\n<code>#id${i}</code>` })),
  );

const shown = (html: string): string => {
  const parsed = parseTelegramHtml(html);
  expect(parsed).toMatchObject({ ok: true });
  return parsed.ok ? parsed.text : "";
};

test("property: nothing lost or twice, in order, up to 4,096 characters of Telegram markup", () => {
  fc.assert(
    fc.property(texts, (given) => {
      const messages = planMessages(given);
      expect(messages.flatMap(({ ids }) => ids)).toEqual(given.flatMap(({ ids }) => ids));
      for (const { ids, html } of messages) {
        expect(html.length).toBeGreaterThan(0);
        expect(html.length).toBeLessThanOrEqual(MAX);
        const seen = shown(html);
        expect(seen).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
        const places = ids.map((id) => seen.search(new RegExp(`#id${id.slice(1)}(\\n|$)`)));
        expect(places.every((place) => place >= 0)).toBe(true);
        expect(places).toEqual([...places].sort((a, b) => a - b));
      }
    }),
  );
});

test("property: a text that fits is delivered whole", () => {
  fc.assert(
    fc.property(texts, (given) => {
      const all = planMessages(given).map(({ html }) => html);
      for (const { html } of given) {
        if (html.length <= MAX) expect(all.some((message) => message.includes(html))).toBe(true);
      }
    }),
  );
});

test("property: no message could have taken the first text of the next one", () => {
  fc.assert(
    fc.property(texts, (given) => {
      const fits = given.filter(({ html }) => html.length <= MAX);
      const messages = planMessages(fits);
      messages.slice(1).forEach(({ ids }, i) => {
        const first = fits.find((one) => one.ids[0] === ids[0])?.html ?? "";
        expect((messages[i]?.html.length ?? 0) + 2 + first.length).toBeGreaterThan(MAX);
      });
    }),
  );
});

describe("fitHtml", () => {
  test.each([
    ["what fits stays", "<b>abc</b>", 10, "<b>abc</b>"],
    ["tags go first", "<b>abc</b>", 9, "abc"],
    [
      "then the middle, the last line stays",
      `${"x".repeat(50)}\n#id`,
      20,
      `${"x".repeat(15)}…\n#id`,
    ],
    ["a last line that is long itself is cut", "x".repeat(50), 20, `${"x".repeat(19)}…`],
    ["no half entity", `${"x".repeat(17)}&amp;${"x".repeat(50)}`, 20, `${"x".repeat(17)}…`],
    ["no half character", `${"x".repeat(18)}😀${"x".repeat(50)}`, 20, `${"x".repeat(18)}…`],
    ["a lone ampersand's entity is whole or gone", `&amp;${"&amp;".repeat(9)}`, 12, "&amp;&amp;…"],
  ])("behavior: %s", (_, html, max, expected) => {
    expect(fitHtml(html, max)).toBe(expected);
  });
});
