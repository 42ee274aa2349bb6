import "../test/support/fill-chains.ts";
import { readFileSync } from "node:fs";
import { judgeAdversarial, judgeCommand } from "../test/unit/chat/measure/judge-message.ts";
for (const file of process.argv.slice(2)) {
  const lines = readFileSync(file, "utf8").split("\n").flatMap((l) => (l.trim() === "" ? [] : [JSON.parse(l)])).filter((l) => l.clear !== false);
  const n: Record<string, number> = {};
  for (const l of lines) {
    const j = l.may === undefined ? await judgeCommand(l) : await judgeAdversarial(l);
    n[j.kind] = (n[j.kind] ?? 0) + 1;
    if (j.isMiss) console.log(`${j.kind} ${l.cls} ${l.text.replaceAll("\n", " ; ")} ~ ${j.got.slice(0, 230)}`);
  }
  console.log(`ALL ${file.split("/").at(-1)} ${lines.length} ${JSON.stringify(n)}\n`);
}
