import { expect, test } from "vitest";
import { parseTelegramHtml } from "../../local/messaging/parse-telegram-html.ts";

test.each([
  ["plain", "plain"],
  ["<b>bold</b> <i>it<u>al</u>ic</i>", "bold italic"],
  ["<B>bold</b>", "bold"],
  ["<b>closed without a name</>", "closed without a name"],
  ['<a href="https://basescan.org/tx/0x1?a=b&amp;c=d">tx</a>', "tx"],
  ['<pre><code class="language-json">{}</code></pre>', "{}"],
  ['<span class="tg-spoiler">x</span><tg-spoiler>y</tg-spoiler>', "xy"],
  ["<blockquote expandable>q</blockquote>", "q"],
  ["1 &lt; 2 &amp;&amp; 3 &gt; 2 &quot;q&quot; &#65;&#x1F600;", '1 < 2 && 3 > 2 "q" A😀'],
  ["&nbsp; &unknown; & alone", "&nbsp; &unknown; & alone"],
  ["", ""],
])("default: %j", (html, text) => {
  expect(parseTelegramHtml(html)).toEqual({ ok: true, text });
});

/**
 * The words are Telegram's, as its answers are quoted in teloxide#549, teknologi-umum/bot#87 and
 * others.
 */
test.each([
  ["a < b", 'Unsupported start tag "" at byte offset 2'],
  ["<< Title", 'Unsupported start tag "<" at byte offset 0'],
  ["£ <script>x</script>", 'Unsupported start tag "script" at byte offset 3'],
  ["a<br>b", 'Unsupported start tag "br" at byte offset 1'],
  ["<b>open", `Can't find end tag corresponding to start tag "b"`],
  ["<b><i>x</b></i>", 'Unmatched end tag at byte offset 7, expected "</i>", found "</b>"'],
  ["x</b>", "Unexpected end tag at byte offset 1"],
  ["<b>x</b", "Unclosed end tag at byte offset 4"],
  ['<a href="x>y</a>', 'Unclosed start tag "a" at byte offset 0'],
  ["<span>x</span>", 'Tag "span" must have class "tg-spoiler" at byte offset 0'],
])("error: %j", (html, error) => {
  expect(parseTelegramHtml(html)).toEqual({ ok: false, error });
});
