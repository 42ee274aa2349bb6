import type * as z from "zod";
import type { OpenapiDocument } from "../../schemas/openapi-document.ts";
import type { skillIndex } from "../../schemas/skill-index.ts";
import { sha256Hex } from "../lib/sha256-of.ts";
import skill from "./skill.data.json" with { type: "json" };
import { skillText } from "./skill-text.ts";

/** The one skill there is, with the digest of what this service serves of it. */
export async function listSkills(
  document: Pick<OpenapiDocument, "info" | "servers">,
): Promise<z.input<typeof skillIndex>> {
  const { name, description } = skill;
  const url = `${document.servers[0]?.url ?? ""}/skill.md`;
  const digest = `sha256:${await sha256Hex(skillText(document))}`;
  return {
    $schema: "https://schemas.agentskills.io/discovery/0.2.0/schema.json",
    skills: [{ name, type: "skill-md", description, url, digest }],
  };
}
