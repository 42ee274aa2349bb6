import "/work/main/test/support/fill-chains.ts";
import { readFileSync } from "node:fs";
import { readMessage } from "/work/main/src/chat/read-message.ts";
import { everywhere, NOW } from "/work/main/test/unit/chat/measure/judge-message.ts";
import { readConversation } from "/work/main/src/chat/read-conversation.ts";
import { lex } from "/work/main/src/chat/reader/lex.ts";
import { coinsOf, readWords } from "/work/main/src/chat/reader/read-words.ts";
const ctx = { chainId: 8453 as const, tokens: everywhere, nowMs: NOW };
const v = process.argv.includes("-v");
const lines = readFileSync(0, "utf8").split("\n").filter((l) => l.trim() !== "");
for (const l of lines) {
  const { words } = readConversation([{ role: "user", text: l }]);
  const r = readMessage(words.own, ctx) as any;
  const s = r.kind === "call" ? `${r.waits ? "CARD" : "ACT "} ${r.tool} ${JSON.stringify(r.args)}${r.share ? " share " + JSON.stringify(r.share) : ""}${r.order ? " order " + JSON.stringify(r.order) : ""}${r.chainId ? " @" + r.chainId : ""}${r.unused ? " UNUSED " + JSON.stringify(r.unused) : ""}${r.isGuess ? " guess" : ""}` : r.kind === "ask" ? `ASK ${r.ask.text} [${r.ask.options.map((o: any) => o.words).join(" | ")}]` : JSON.stringify(r);
  console.log(`${l}\n      ${s}`);
  if (v) { console.log("      ", JSON.stringify(readWords(words.own, ctx))); console.log("      ", lex(words.own, coinsOf(ctx)).map((i) => JSON.stringify(i.readings.map((r) => `${r.is}:${JSON.stringify(r.value)}`).join("/"))).join(" ")); }
}
