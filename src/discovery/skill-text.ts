import type { OpenapiDocument } from "../../schemas/openapi-document.ts";
import skill from "./skill.data.json" with { type: "json" };

/** docs/skills/sextant/SKILL.md as this service would write it: its own address, and the message that its operators sign. */
export function skillText({ info, servers }: Pick<OpenapiDocument, "info" | "servers">): string {
  return skill.text
    .replaceAll("http://127.0.0.1:8787", servers[0]?.url ?? "")
    .replaceAll("Welcome to Sextant Operator", `Welcome to ${info.title} Operator`);
}
