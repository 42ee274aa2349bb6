import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { routes } from "../../../functions/routes.ts";
import type { OpenapiDocument } from "../../../schemas/openapi-document.ts";
import { skillText } from "../../../src/discovery/documents.ts";
import skill from "../../../src/discovery/skill.data.json" with { type: "json" };
import { TOOLS } from "../../../src/tables/registry.ts";
import { projectDir } from "../architecture/source-files.ts";

/*
 * docs/skills/sextant/SKILL.md by the format's own rules (its specification:
 * agentskills/agentskills at 69ef37e). Its commands are run by test/runtime/snippets.
 */
const FOLDER = "sextant";
const text = readFileSync(join(projectDir, "docs/skills", FOLDER, "SKILL.md"), "utf8");
const [, head = "", body = ""] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
/** The fields at the top: of what stands deeper, the name it stands below. */
const fields = Object.fromEntries(
  head.split("\n").flatMap((line) => {
    const [, name, value] = /^([a-z-]+):\s*(.*)$/.exec(line) ?? [];
    return name === undefined ? [] : [[name, value]];
  }),
);

test("behavior: its frontmatter is what a skill's may be", () => {
  const { name, description = "", compatibility = "" } = fields;
  expect(Object.keys(fields)).toEqual(["name", "description", "compatibility", "metadata"]);
  expect(name).toBe(FOLDER);
  expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  expect(description.length).toBeGreaterThan(100);
  expect(description.length).toBeLessThanOrEqual(1_024);
  expect(description).toMatch(/Use it when/);
  expect(compatibility.length).toBeLessThanOrEqual(500);
  // A colon with a space behind it would end a plain YAML text.
  for (const value of [description, compatibility])
    expect(value).not.toMatch(/: |^["'[{&*!|>%@`]| #/);
  expect(body.split("\n").length).toBeLessThan(500);
});

test("behavior: the service has it as it stands, own address and message operators sign", () => {
  const here = {
    info: { title: "Sextant" },
    servers: [{ url: "http://127.0.0.1:8787" }],
  } as OpenapiDocument;
  expect(skillText(here)).toBe(text);
  expect([skill.name, skill.description]).toEqual([fields.name, fields.description]);
  const elsewhere = {
    info: { title: "Other" },
    servers: [{ url: "https://api.example" }],
  } as OpenapiDocument;
  const served = skillText(elsewhere);
  expect(served).toContain("export SEXTANT_URL=https://api.example\n");
  expect(served).toContain("`Welcome to Other Operator\\n\\nSign this message");
  expect(served).not.toContain("127.0.0.1");
});

test("behavior: every tool and route that it names is there", () => {
  const names = TOOLS.map(({ name }) => name as string);
  const tools = [...body.matchAll(/(?:callTool\("|`)([a-z]+(?:_[a-z]+)+)[`"]/g)].map(
    ([, name = ""]) => name,
  );
  const others = ["call_lost", "personal_sign", "grant_not_valid", "grant_forbids"];
  expect(tools.length).toBeGreaterThan(12);
  expect(tools.filter((name) => !names.includes(name) && !others.includes(name))).toEqual([]);
  const paths = [...body.matchAll(/\/(?:api|mcp|llms|openapi|\.well-known)[\w./-]*/g)].map(
    ([path]) => path,
  );
  const known: string[] = routes.map(({ path }) => path);
  expect(paths.filter((path) => !known.includes(path))).toEqual([]);
});
