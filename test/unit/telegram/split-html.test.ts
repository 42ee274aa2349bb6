import fc from "fast-check";
import { expect, test } from "vitest";
import { parseTelegramHtml } from "../../../local/messaging/parse-telegram-html.ts";
import { escapeHtml } from "../../../src/telegram/escape-html.ts";
import { splitHtml } from "../../../src/telegram/send-reply.ts";

const MAX = 4_096;

/** What Telegram shows, or its refusal. */
const shown = (html: string): string => {
  const parsed = parseTelegramHtml(html);
  return parsed.ok ? parsed.text : `refused: ${parsed.error}`;
};
const withoutBreaks = (text: string): string => text.replace(/\s/g, "");

test.each([
  ["nothing", "", 20, []],
  ["nothing to see", "<b> \n</b>\n ", 20, []],
  ["what fits", "<b>a</b>\nb", 20, ["<b>a</b>\nb"]],
  ["exactly", "x".repeat(20), 20, ["x".repeat(20)]],
  ["at a line end, which is left out", "aaaaaaaaaa\nbbbbbbbbbb", 20, ["aaaaaaaaaa", "bbbbbbbbbb"]],
  ["as many lines as fit", "aaaa\nbbbb\ncccc\ndddd\neeee", 20, ["aaaa\nbbbb\ncccc\ndddd", "eeee"]],
  [
    "closed and opened again",
    "<b>aaaaaaaa\nbbbbbbbb</b>",
    20,
    ["<b>aaaaaaaa</b>", "<b>bbbbbbbb</b>"],
  ],
  [
    "nested, with attributes",
    '<b><a href="x">aaaaaaaaaa\nbbbbbbbbbb</a></b>',
    40,
    ['<b><a href="x">aaaaaaaaaa</a></b>', '<b><a href="x">bbbbbbbbbb</a></b>'],
  ],
  ["a line that is too long, within", "xxxxxxxxxxyyyyyyyyyyz", 20, ["xxxxxxxxxxyyyyyyyyyy", "z"]],
  [
    "a long line starts its own message",
    "a\nxxxxxxxxxxyyyyyyyyyyz",
    20,
    ["a", "xxxxxxxxxxyyyyyyyyyy", "z"],
  ],
  [
    "room is kept for the end tags",
    "<b>aaaaaaaaaaaaaa\nb</b>",
    20,
    ["<b>aaaaaaaaaaaaa</b>", "<b>a\nb</b>"],
  ],
  ["within a tag", "<b>aaaaaaaaaaaaaaaaaaaa</b>", 20, ["<b>aaaaaaaaaaaaa</b>", "<b>aaaaaaa</b>"]],
  ["no entity is cut", `${"x".repeat(18)}&amp;y`, 20, ["x".repeat(18), "&amp;y"]],
  ["no character is cut", `${"x".repeat(19)}😀`, 20, ["x".repeat(19), "😀"]],
  ["an end that does not fit", "<code>1234567</code>x", 20, ["<code>1234567</code>", "x"]],
  [
    "what is nested past all use loses its tags",
    `${"<b>".repeat(17)}abc${"</b>".repeat(17)}`,
    200,
    ["abc"],
  ],
  ["tags too deep to leave room go", "<b><i><u><s>abc</s></u></i></b>", 20, ["abc"]],
])("behavior: %s", (_, html, max, expected) => {
  expect(splitHtml(html, max)).toEqual(expected);
});

test.each([
  [4_096, [4_096]],
  [4_097, [4_096, 1]],
  [8_192, [4_096, 4_096]],
])("boundary: %s characters are messages of %j", (length, lengths) => {
  expect(splitHtml("x".repeat(length)).map((part) => part.length)).toEqual(lengths);
});

/**
 * Balanced markup as renderers write it, nested, its text escaped; beside it what a reader should
 * see.
 */
type Markup = { html: string; text: string };
const hostile = fc.string({
  unit: fc.constantFrom(
    "<",
    ">",
    "&",
    '"',
    "'",
    "/",
    "b",
    "<b>",
    "</b>",
    "&lt;",
    "&#60;",
    "😀",
    "é",
    "\n",
    " ",
    "x".repeat(90),
  ),
  maxLength: 120,
});
const leaf: fc.Arbitrary<Markup> = hostile.map((text) => ({ html: escapeHtml(text), text }));
const { node } = fc.letrec<{ node: Markup; list: Markup }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf,
    fc
      .tuple(
        fc.constantFrom(
          ["<b>", "</b>"],
          ["<code>", "</code>"],
          ['<a href="https://a.example/x?y=1">', "</a>"],
        ),
        tie("list"),
      )
      .map(([[start, end], { html, text }]) => ({ html: `${start}${html}${end}`, text })),
  ),
  list: fc.array(tie("node"), { maxLength: 3 }).map((all) => ({
    html: all.map(({ html }) => html).join(""),
    text: all.map(({ text }) => text).join(""),
  })),
}));
const markup = fc.array(node, { minLength: 1, maxLength: 8 }).map((all) => ({
  html: all.map(({ html }) => html).join("\n"),
  text: all.map(({ text }) => text).join("\n"),
}));

test("property: no message over 4,096 or empty, all markup Telegram reads, text complete", () => {
  fc.assert(
    fc.property(markup, ({ html, text }) => {
      const parts = splitHtml(html);
      for (const part of parts) {
        expect(part.length).toBeLessThanOrEqual(MAX);
        expect(parseTelegramHtml(part)).toMatchObject({ ok: true });
        expect(shown(part).trim()).not.toBe("");
        expect(shown(part)).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
      }
      expect(withoutBreaks(parts.map(shown).join(""))).toBe(withoutBreaks(text));
    }),
  );
});

test("property: with any room from 20 characters on the same holds", () => {
  fc.assert(
    fc.property(markup, fc.integer({ min: 20, max: 200 }), ({ html, text }, max) => {
      const parts = splitHtml(html, max);
      expect(parts.filter((part) => part.length > max || !parseTelegramHtml(part).ok)).toEqual([]);
      expect(withoutBreaks(parts.map(shown).join(""))).toBe(withoutBreaks(text));
    }),
  );
});

test("property: no line that fits a message is cut", () => {
  const line = fc.string({
    unit: fc.constantFrom("a", "b", " ", "&amp;", "<b>c</b>"),
    minLength: 1,
    maxLength: 60,
  });
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 40 }), (lines) => {
      const known = new Set(lines);
      const parts = splitHtml(lines.join("\n"), 500);
      expect(parts.flatMap((part) => part.split("\n")).filter((one) => !known.has(one))).toEqual(
        [],
      );
    }),
  );
});

test.each(["<", "&", "<b", "</b>", "&amp", "<b><", "<<b>b>", "\n", "<b>x</b>\n"])(
  "attack: 100,000 characters of %j are read in linear time, and nothing is longer than a message",
  (unit) => {
    const parts = splitHtml(unit.repeat(Math.floor(100_000 / unit.length)));
    expect(parts.filter((part) => part.length > MAX)).toEqual([]);
  },
);
