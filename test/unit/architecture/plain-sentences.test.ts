import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import * as z from "zod";
import { withReply } from "../../../src/chat/with-reply.ts";
import { withoutModel } from "../../../src/chat/without-model.ts";
import { AppError } from "../../../src/errors.ts";
import { inPlainWords } from "../../../src/lib/in-plain-words.ts";
import { TOOLS } from "../../../src/tables/registry.ts";
import { renderRefusal } from "../../../src/telegram/render-chat.ts";
import { projectDir } from "./source-files.ts";

/*
 * No sentence for a trader names an environment variable or a field. Variables are in no sentence
 * at all; fields are in those for callers of the API, and what a chat shows of these goes through
 * inPlainWords.
 */

const textOf = (path: string): string => readFileSync(join(projectDir, path), "utf8");
/**
 * Told to who sets the service up, and to nobody else: its own command, and a Worker that does not
 * start.
 */
const FOR_THE_DEPLOYER = ["src/create-deps.ts", "src/setup.ts", "src/telegram/set-up-bot.ts"];
const VARIABLE = new RegExp(
  `\\b(?:${[...textOf("src/env.ts").matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name).join("|")}|RPC_URL_\\w*|ADDRESSES_\\w*|PRICE_[A-Z]\\w*)\\b`,
);
const isCamelCase = (name: string): boolean => /^[a-z]+[A-Z]/.test(name);

/** Every text of a file that is made of words, the holes of a template as one. */
function sentencesOf(path: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) found.push(node.text);
    if (ts.isTemplateExpression(node))
      found.push(
        [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join("N"),
      );
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, textOf(path), ts.ScriptTarget.ES2024, true));
  return found.filter((text) => /\w+ \w+ /.test(text));
}

test("behavior: no sentence of the service names a variable of its environment", () => {
  const sources = globSync("{src,functions,schemas}/**/*.ts", { cwd: projectDir }).sort();
  const naming = sources
    .filter((path) => !FOR_THE_DEPLOYER.includes(path))
    .flatMap((path) => sentencesOf(path).map((text) => `${path}: ${text}`))
    .filter((line) => VARIABLE.test(line));
  expect(naming).toEqual([]);
  expect(VARIABLE.test("set AI_BASE_URL first")).toBe(true);
});

test("behavior: a chat says in words all arguments of tools and fields of signed calls", () => {
  const inputs = TOOLS.map(({ input }) =>
    z.toJSONSchema(input, { io: "input", unrepresentable: "any" }),
  );
  const names = new Set([
    ...inputs.flatMap(({ properties = {} }) => Object.keys(properties)),
    ...["vaultAddress", "chainId", "executionMode", "operationId", "slippageBps"],
    ...["operatorAddress", "authSignature", "authTimestamp"],
  ]);
  const fields = [...names].filter(isCamelCase);
  expect(fields.length).toBeGreaterThan(12);
  for (const field of fields)
    expect(inPlainWords(`the ${field} here`)).toMatch(/^the [a-z ]+ here$/);
});

test("default: what is no field stays, a sentence beginning with one has a capital", () => {
  expect(inPlainWords("sellToken and buyToken are the same token.")).toBe(
    "Token to sell and token to buy are the same token.",
  );
  expect(inPlainWords("The request is not valid. arguments.intervalMinutes: at least 5.")).toBe(
    "The request is not valid. Interval in minutes: at least 5.",
  );
  const contract =
    "Any wallet can widen it for good: increaseCardinalityNext to 301 slots. mysellTokens";
  expect(inPlainWords(contract)).toBe(contract);
});

test("behavior: a refusal of the API names the field, a chat's reply of it does not", async () => {
  const refusal = "The request is not valid. arguments.sliceCount: expected a number.";
  const refused = withReply(async () => {
    throw new AppError("invalid_request", refusal);
  });
  await expect(refused).rejects.toMatchObject({
    message: refusal,
    reply: "The request is not valid. Number of slices: expected a number.",
  });
  expect(renderRefusal(new AppError("invalid_request", refusal), "1")).toBe(
    "The request is not valid. Number of slices: expected a number.",
  );
});

test("error: a chat without a model says what can be written; the log says the rest", () => {
  const { message, cause } = withoutModel("words");
  expect(message).toMatch(
    /^This was not understood, and nothing was done\. Write a command, for example: sell 1 ETH/,
  );
  expect([message.includes("model"), String(cause)]).toEqual([
    false,
    expect.stringContaining("has none set up"),
  ]);
});
