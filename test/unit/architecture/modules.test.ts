import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { TOOLS } from "../../../src/tools/registry.ts";
import { TOOLS_AT_HAND } from "../../../src/tools/tools-at-hand.ts";
import { projectDir } from "./source-files.ts";

/** Which file the build puts where: into the Worker's script, or into one of the modules beside it. Each stands in one. */
const filesOf: Record<"script" | "tools" | "documents" | "chat" | "mcp" | "telegram", string[]> = JSON.parse(
  execFileSync(process.execPath, ["build/build-modules.mjs", "--list"], { cwd: projectDir, encoding: "utf8" }),
);
const inScript = (room: string): string[] => filesOf.script.filter((path) => path.startsWith(`${room}/`));

test("behavior: no file is in two of them, and no module has a package of its own", () => {
  const all = Object.values(filesOf).flat();
  expect(new Set(all).size).toBe(all.length);
  const { script: _, ...modules } = filesOf;
  expect(
    Object.values(modules)
      .flat()
      .filter((path) => path.includes("node_modules")),
  ).toEqual([]);
});

test("behavior: of the chat, the documents, the tools and Telegram the script holds no more than is said here", () => {
  expect(inScript("src/chat")).toEqual([
    "src/chat/model-unavailable.ts",
    "src/chat/quote-mark.ts",
    "src/chat/start-chat.ts",
    "src/chat/ui-stream.ts",
    "src/chat/with-reply.ts",
  ]);
  expect(inScript("src/discovery")).toEqual([
    "src/discovery/base-url-of.ts",
    "src/discovery/check-health.ts",
    "src/discovery/load-documents.ts",
  ]);
  expect(inScript("src/mcp")).toEqual(["src/mcp/load-mcp.ts"]);
  // Pairing and its end are routes; whatever a paired chat sets in motion is not.
  expect(inScript("src/telegram").length).toBeLessThanOrEqual(12);
  for (const file of ["handle-update", "receive-update", "answer-command", "render-help", "send-reply"])
    expect(filesOf.telegram).toContain(`src/telegram/${file}.ts`);
  expect(filesOf.script.filter((path) => path.startsWith("schemas/openapi-"))).toEqual([]);
  expect(filesOf.script).not.toContain("src/tools/registry.ts");
  // What the script holds of the tools besides those at hand: tools that a route or Telegram runs, and what all stand on.
  expect(inScript("src/tools").length).toBeLessThanOrEqual(50);
  expect(inScript("src/tools").filter((path) => /\/(perp|gov|stak|holder)-/.test(path))).toEqual([]);
});

test("behavior: what is at hand is in the registry", () => {
  expect(TOOLS).toEqual(expect.arrayContaining([...TOOLS_AT_HAND]));
});
