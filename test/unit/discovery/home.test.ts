import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { getHome } from "../../../functions/discovery/get-home.ts";
import { renderHome } from "../../../src/discovery/render-home.ts";
import { securityText } from "../../../src/discovery/security-text.ts";
import { parseEnv } from "../../../src/env.ts";

test("default: the page says what service and vault are, loads nothing, one policy style", () => {
  const page = renderHome("Sextant");
  for (const heading of ["What this is", "What a vault is", "How to get one", "Security"])
    expect(page).toContain(`>${heading}</h2>`);
  for (const path of ["/docs", "/skill.md", "/api/health", "/openapi.json"])
    expect(page).toContain(`href="${path}"`);
  expect(page).toContain("Version 1.0.0");
  // Nothing but links, and those to this service alone.
  expect(page).not.toMatch(/<(?:script|img|link|iframe|form)|\son\w+=|\bstyle=|https?:|url\(/);
  const style = page.split("<style>")[1]?.split("</style>")[0] ?? "";
  const hash = createHash("sha256").update(style).digest("base64");
  expect(getHome.headers?.["Content-Security-Policy"]).toContain(`style-src 'sha256-${hash}'`);
  expect(page.length).toBeLessThan(8_000);
});

test("behavior: a product's name is text in the page", () => {
  expect(renderHome('<script>"x"</script>')).not.toContain("<script>");
});

test("default: security.txt has what RFC 9116 requires, half a year ahead, as configured", () => {
  // 2026-11-23T12:34:56Z, and 180 days after its midnight.
  const at = Date.UTC(2026, 10, 23, 12, 34, 56);
  expect(securityText("https://a.example", "mailto:security@a.example", at)).toBe(
    "Contact: mailto:security@a.example\nExpires: " +
      "2027-05-22T00:00:00.000Z\nPreferred-Languages: en\nCanonical: " +
      "https://a.example/.well-known/security.txt\nPolicy: https://a.example/#security\n",
  );
  expect(securityText("https://a.example", undefined, at)).toMatch(
    /^Contact: https:\/\/a\.example\/#security\n/,
  );
});

test.each([
  "a@b.example",
  "http://a.example",
  "mailto:a@b.example\nExpires: never",
  "javascript:x",
  "mailto:",
])("error: the contact %j is no contact", (contact) => {
  expect(() => parseEnv({ SECURITY_CONTACT: contact })).toThrow();
});
