import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { chatShared } from "../../../src/chat-shared.ts";
import { projectDir } from "./source-files.ts";

/** What the build of the chat's module takes from the Worker's script. */
const taken = (): string[] =>
  JSON.parse(execFileSync(process.execPath, ["build/build-chat.mjs", "--list"], { cwd: projectDir, encoding: "utf8" }));

test("behavior: the chat's module takes what is listed for it, and nothing is listed that it does not take", () => {
  expect(Object.keys(chatShared).sort()).toEqual(taken().sort());
  expect(taken().length).toBeGreaterThan(20);
});
