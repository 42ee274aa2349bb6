import { expect, test } from "vitest";
import { auditCsv } from "../../../src/audit/export-audit.ts";
import { makeLog, T0 } from "./make-log.ts";

test("default: a line per entry, signed head last; quotes doubled, formulas disarmed", async () => {
  const actor = `0x${"b2".repeat(20)}`;
  const log = await makeLog([
    { content: JSON.stringify({ actor, kind: "order_created" }), orderId: 3 },
    {
      content: JSON.stringify({ actor: "scheduler", kind: "=cmd", attempt: "-1,\n2", orderId: 3 }),
    },
    { content: "not json" },
  ]);
  const [first, second, third] = log.entries;
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const time = (i: number) => new Date(T0 + i).toISOString();
  expect(auditCsv(log).split("\r\n")).toEqual([
    "n,time,kind,actor,order,attempt,content,digest,prev,link",
    `1,${time(0)},order_created,${actor},3,,${quoted(first!.content)},${first!.digest},${first!.prev},${first!.link}`,
    `2,${time(1)},'=cmd,scheduler,3,"'-1,\n2",${quoted(second!.content)},${second!.digest},${second!.prev},${second!.link}`,
    `3,${time(2)},,,,,not json,${third!.digest},${third!.prev},${third!.link}`,
    `3,${time(0)},signed_head,${log.head!.agent},,,${quoted(JSON.stringify(log.head))},,,${log.head!.link}`,
    "",
  ]);
});
