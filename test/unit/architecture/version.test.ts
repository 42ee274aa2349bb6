import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv as parseDotEnv } from "node:util";
import { expect, test } from "vitest";
import { DEFAULT_CHAIN_ID } from "../../../schemas/chains.ts";
import { VERSION } from "../../../schemas/version.ts";
import { ENV_NAMES, parseEnv } from "../../../src/env.ts";
import { SERVER_INFO } from "../../../src/mcp/era-of.ts";
import { projectDir } from "./source-files.ts";

const text = (path: string): string => readFileSync(join(projectDir, path), "utf8");

test("default: one version everywhere, that of the interface specification", () => {
  const [lock, manifest] = ["package-lock.json", "package.json"].map((path) =>
    JSON.parse(text(path)),
  );
  expect({
    service: VERSION,
    mcp: SERVER_INFO.version,
    package: manifest.version,
    lock: [lock.version, lock.packages[""].version],
    registry: JSON.parse(text("docs/listings/server.json")).version,
    skill: /^ {2}version: "(.+)"$/m.exec(text("docs/skills/sextant/SKILL.md"))?.[1],
    plugin: /^version: (.+)$/m.exec(text("docs/plugins/sextant.md"))?.[1],
    changelog: /^## (\S+)$/m.exec(text("CHANGELOG.md"))?.[1],
  }).toEqual({
    ...{ service: "1.0.0", mcp: "1.0.0", package: "1.0.0", lock: ["1.0.0", "1.0.0"] },
    ...{ registry: "1.0.0", skill: "1.0.0", plugin: "1.0.0", changelog: "1.0.0" },
  });
});

test("default: all rights are reserved until the owner states a licence", () => {
  expect(JSON.parse(text("package.json")).license).toBe("UNLICENSED");
  expect(text("LICENSE")).toContain("All rights reserved.");
});

test("behavior: .dev.vars.example has every variable, no other, is accepted, no secret", () => {
  const example = parseDotEnv(text(".dev.vars.example"));
  // Two names a chain, of which those of one show the form.
  const isOfAnother = (name: string) =>
    /^(?:RPC_URL|ADDRESSES)_\d+$/.test(name) && !name.endsWith(`_${DEFAULT_CHAIN_ID}`);
  expect(Object.keys(example).filter((name) => !ENV_NAMES.includes(name))).toEqual([]);
  expect(ENV_NAMES.filter((name) => !isOfAnother(name) && !(name in example))).toEqual([]);
  expect(parseEnv(example)).toMatchObject({
    ENVIRONMENT: "local",
    PUBLIC_BASE_URL: "http://127.0.0.1:8787",
  });
  const given = Object.entries(example).flatMap(([name, value]) => (value === "" ? [] : [name]));
  expect(given).toEqual(["ENVIRONMENT", "PRODUCT_NAME", "PUBLIC_BASE_URL"]);
  expect(text(".gitignore").split("\n")).toContain(".dev.vars");
  // And the operator's table has each of them, chains by their pattern.
  const operate = text("docs/operate.md");
  const shown = (name: string) =>
    `\`${name.replace(/^(RPC_URL|ADDRESSES)_\d+$/, "$1_<chainId>")}\``;
  expect(ENV_NAMES.filter((name) => !operate.includes(shown(name)))).toEqual([]);
});
