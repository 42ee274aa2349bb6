import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contents, makeLog } from "./make-log.ts";

const script = join(import.meta.dirname, "../../../local/verify-audit.ts");
let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "sextant-audit-"));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

async function run(...args: string[]): Promise<{ code: number | null; out: string }> {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--no-warnings", script, ...args], {
    encoding: "utf8",
  });
  return { code: status, out: stdout + stderr };
}
const saved = (name: string, value: unknown): string => {
  const path = join(directory, name);
  writeFileSync(path, JSON.stringify(value));
  return path;
};

test("default: the command says that an export is whole, names what is wrong, and ends accordingly", async () => {
  const log = await makeLog(contents(12));
  const agent = log.head!.agent;
  expect(await run(saved("good.json", log))).toEqual({
    code: 0,
    out: `Entries 1 to 12 are complete and as they were written. Signed 2026-09-01T00:00:00.000Z by ${agent}: compare it with the vault's agent wallet.\n`,
  });
  expect((await run("--agent", agent, join(directory, "good.json"))).code).toBe(0);
  expect((await run("--agent", `0x${"1".repeat(40)}`, join(directory, "good.json"))).code).toBe(1);
  const cut = saved("cut.json", { ...log, entries: log.entries.slice(0, 10), next: 11 });
  expect(await run(cut)).toEqual({
    code: 1,
    out: "cut: The log has 12 entries and ends here after 10.\nNOT as it was written: 1 faults in 10 entries.\n",
  });
  expect(await run(saved("other.json", { ...log, head: 1 }))).toMatchObject({ code: 1 });
  expect(await run()).toMatchObject({ code: 1, out: expect.stringContaining("npm run audit:verify") });
}, 60_000);
