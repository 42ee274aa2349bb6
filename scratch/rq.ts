import "../test/support/fill-chains.ts";
import { readFileSync } from "node:fs";
import { everywhere, NOW } from "../test/unit/chat/measure/judge-message.ts";
import { lex } from "../src/chat/reader/lex.ts";
import { coinsOf } from "../src/chat/reader/read-words.ts";
import { readRequest } from "../src/chat/reader/read-request.ts";
import { guarded } from "../src/chat/reader/guarded.ts";
const ctx = { chainId: 8453 as const, tokens: everywhere, nowMs: NOW };
for (const t of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const items = lex(t, coinsOf(ctx));
  const r = readRequest(items, ctx);
  console.log(t, "\n   ", JSON.stringify(r?.call), "LEFT", r?.left.map((i) => t.slice(i.start, i.end)).join("|"));
  if (r) console.log("   ", JSON.stringify(guarded(r.call, r.left, { text: t, items, chainId: 8453, spans: r.taken.map(({ start, end }) => [start, end] as const) })));
}
